"""The table of Greenways in a mail, from the same parts as the match page."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.greenways import tiles
from engine.greenways.meta import Feature, Side
from games.presenters.drawings import Box, Drawing, Grid, Row
from games.presenters.greenways import Board
from games.presenters.greenways.pictures import SIZE, Picture
from games.text import points

STREET, GREENERY, BOTH, BUILDING = "#dfe2e5", "#d4ebc0", "#dceadb", "#f3d6c9"
COMPASS = "NESW"


def draw(board: Board) -> Drawing:
    pile = board.hand.pile
    stage = ngettext("%(count)s tile in the pile", "%(count)s tiles in the pile", pile)
    grids = [_city(board)]
    if board.hand.tiles and not board.is_over:
        grids.insert(0, _hand(board))
    return Drawing(stage % {"count": pile}, grids, _legend())


def _legend() -> list[str]:
    return [
        _("S street, G greenery, each with the sides it leads to: N, E, S, W"),
        _("P a park"),
        _("B a building"),
    ]


def _hand(board: Board) -> Grid:
    return Grid(
        title=_("Your tiles"),
        facts="",
        above=[Box(str(tile.number)) for tile in board.hand.tiles],
        rows=[Row([_box(tile.picture) for tile in board.hand.tiles])],
    )


def _city(board: Board) -> Grid:
    by_place = {(tile.x // SIZE, tile.y // SIZE): tile for tile in board.table.tiles}
    new = {(x // SIZE, y // SIZE) for x, y in board.table.new}
    columns = [line.number for line in board.goal.columns.lines]
    return Grid(
        title=_("The city"),
        facts=f"{points(board.score.total.before)}; {board.goal.rows.words}; "
        f"{board.goal.columns.words}",
        above=[Box(str(x)) for x in columns],
        rows=[
            Row(
                [_box(by_place.get((x, line.number)), (x, line.number) in new) for x in columns],
                Box(str(line.number)),
            )
            for line in board.goal.rows.lines
        ],
        is_small=True,
    )


def _box(tile: Picture | None, is_new: bool = False) -> Box:
    if tile is None:
        return Box()
    number = tiles.TILE_BY_CODE[tile.symbol]
    face = tiles.face(number, tile.degrees // 90)
    street, greenery = _sides("S", face, Side.STREET), _sides("G", face, Side.GREENERY)
    if tiles.FEATURE[face] == Feature.BUILDING:
        return Box("B", ground=BUILDING, is_new=is_new)
    park = "P" if tiles.FEATURE[face] == Feature.PARK else ""
    words = [word for word in (street, greenery, park) if word]
    ground = BOTH if street and greenery else STREET if street else GREENERY
    return Box(words[0], " ".join(words[1:]), ground, is_new)


def _sides(sign: str, face: int, side: Side) -> str:
    found = "".join(COMPASS[d] for d, one in enumerate(tiles.SIDES[face]) if one == side)
    return f"{sign} {found}" if found else ""
