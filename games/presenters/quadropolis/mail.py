"""The boards of Quadropolis in a mail, from the same parts as the match page."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.presenters.drawings import Box, Drawing, Grid, Row
from games.presenters.quadropolis import Board
from games.presenters.quadropolis.city import Cell, City
from games.presenters.quadropolis.pictures import Picture, inhabitants
from games.presenters.quadropolis.site import Place, Space

# Short enough for a cell, with the grounds of the match page by daylight; but without a picture a
# monument needs one that differs from an empty cell.
KINDS: dict[str, tuple[Promise, str]] = {
    "tower": (gettext_lazy("tower"), "#f9e6b8"),
    "shop": (gettext_lazy("shop"), "#fbd9cf"),
    "service": (gettext_lazy("service"), "#e4dcf6"),
    "park": (gettext_lazy("park"), "#d4ebc0"),
    "square": (gettext_lazy("square"), "#d4ebc0"),
    "factory": (gettext_lazy("factory"), "#e2ded7"),
    "harbor": (gettext_lazy("harbor"), "#c6e6f2"),
    "office": (gettext_lazy("office"), "#d3e0f5"),
    "monument": (gettext_lazy("monument"), "#ecd3a0"),
}
SEATS = ("#1c68ad", "#bf3b2b", "#27794a", "#7746a5")
FACE_DOWN = "#c9bb97"


def draw(board: Board) -> Drawing:
    """One's own city first; once the match is over the site is of no interest."""
    own = [board.own_city] if board.own_city else []
    grids = [_city(city, board) for city in (*own, *board.other_cities)]
    if not board.is_over:
        grids.insert(0, _site(board))
    stage = _("round %(round)s of %(rounds)s") % {"round": board.round, "rounds": board.rounds}
    return Drawing(stage, grids, _signs(board))


def _signs(board: Board) -> list[str]:
    on_buildings = [_("×2 floors"), _("2p printed points"), _("off scores nothing")]
    if board.is_over:
        return on_buildings
    return [
        _("2i inhabitants"),
        _("2e energy"),
        *on_buildings,
        _("M the mayor"),
        _("U the urbanist"),
        _("#2 an architect"),
        _("-- no architect may stand here"),
        _("3 d2 number and district of a cell") if _is_expert(board) else _("d2 district"),
    ]


def _is_expert(board: Board) -> bool:
    return any(city.is_expert for city in board.other_cities)


def _site(board: Board) -> Grid:
    numbers = [str(one.token.number) for one in board.tray for _each in range(one.left)]
    return Grid(
        title=_("The construction site"),
        facts=_("Architects left: %(numbers)s") % {"numbers": ", ".join(numbers)},
        above=[_place(place) for place in board.site.north],
        rows=[
            Row([_space(space) for space in line.spaces], _place(line.west), _place(line.east))
            for line in board.site.lines
        ],
        below=[_place(place) for place in board.site.south],
    )


def _place(place: Place) -> Box:
    if place.token is not None and place.token.seat is not None:
        return Box(f"#{place.token.number}", ground=SEATS[place.token.seat], is_new=place.is_new)
    return Box("--" if place.state == "blocked" else place.name)


def _space(space: Space) -> Box:
    urbanist = "U" if space.has_urbanist else ""
    if space.picture is None:
        ground = FACE_DOWN if space.state == "face-down" else ""
        return Box(urbanist, ground=ground, is_new=space.is_new)
    word, ground = KINDS[space.picture.kind]
    return Box(str(word), f"{_printed(space.picture)} {urbanist}".strip(), ground, space.is_new)


def _printed(picture: Picture) -> str:
    """What a tile gives, or is worth."""
    counts = {
        "i": picture.icons.count("person"),
        "e": picture.icons.count("energy"),
        "p": picture.points,
    }
    signs = [f"{count}{sign}" for sign, count in counts.items() if count]
    return " ".join([*signs, *(["M"] if "mayor" in picture.icons else [])])


def _city(city: City, board: Board) -> Grid:
    return Grid(
        title=_("Your city") if city.is_own else city.name,
        facts=_facts(city),
        above=[Box(column) for column in city.columns],
        rows=[Row([_cell(cell, board) for cell in row.cells], Box(row.name)) for row in city.rows],
        colour=SEATS[city.seat],
        is_small=not city.is_own,
    )


def _facts(city: City) -> str:
    facts = [
        ngettext("%(count)s point", "%(count)s points", city.score) % {"count": city.score},
        inhabitants(city.inhabitants),
        _("%(count)s energy") % {"count": city.energy},
    ]
    if city.has_mayor:
        facts.append(_("the mayor"))
    return ", ".join(facts)


def _cell(cell: Cell, board: Board) -> Box:
    if cell.picture is None:
        return Box(note="" if board.is_over else f"{cell.number} d{cell.district}".strip())
    word, ground = KINDS[cell.picture.kind]
    floors, points = cell.picture.floors, cell.picture.points
    notes = [f"×{floors}" if floors > 1 else "", f"{points}p" if points else ""]
    if cell.why_off:
        notes.append(_("off"))
    return Box(str(word), " ".join(filter(None, notes)), ground, cell.is_new)
