"""Where an architect may build, and what it takes: the engine says which cells and tiles."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.quadropolis import GAME, tiles
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import PLACE_BY_NAME
from games.examples.quadropolis import drawings
from games.examples.quadropolis.drawings import CityExample
from games.presenters.quadropolis.choice import CELL, Choice, reached_space
from games.presenters.quadropolis.city import Cell
from games.presenters.quadropolis.city import city as draw_city
from games.presenters.quadropolis.site import Place, Site, Space, site

PLACE = PLACE_BY_NAME["N1"]


@dataclass(frozen=True)
class ReachedCity:
    """A city in which the cells light up where the architect may build a tile of the kind."""

    title: Promise
    text: Promise
    drawing: str
    architect: int
    kind: Kind

    def present(self) -> CityExample:
        rules_, city = drawings.read(self.drawing, inhabitants=9, energy=9)  # nothing is off
        position = drawings.new_position(rules_.board.variant)
        position.cities[0] = city
        position.site[reached_space(self.architect, PLACE)] = _some_tile(self.kind)
        scene = drawings.scene(position, Choice(CELL, self.architect, PLACE))
        return CityExample(self.title, self.text, draw_city(scene, 0))


def _some_tile(kind: Kind) -> int:
    return next(index for index, tile in enumerate(tiles.TILES) if tile and tile.kind == kind)


@dataclass(frozen=True)
class EmptyBoard:
    title: Promise
    text: Promise
    variant: str

    def present(self) -> CityExample:
        city = draw_city(drawings.scene(drawings.new_position(self.variant)), 0)
        rows = [replace(row, cells=[_as_printed(cell) for cell in row.cells]) for row in city.rows]
        return CityExample(self.title, self.text, replace(city, rows=rows))


def _as_printed(cell: Cell) -> Cell:
    """With what is printed on the cell in its words, since it is the only thing to be seen."""
    if cell.number:
        words = gettext("%(cell)s: number %(number)s, in district %(district)s")
    else:
        words = gettext("%(cell)s: in district %(district)s")
    values = {"cell": cell.name, "number": cell.number, "district": cell.district}
    return replace(cell, label=words % values)


@dataclass(frozen=True)
class SiteExample:
    """``lines`` are the rows of the site; ``step`` counts the spaces up to the one reached."""

    title: Promise
    text: Promise
    site: Site
    lines: list[SiteLine]


class SiteLine(NamedTuple):
    west: Place
    spaces: list[tuple[Space, int | None]]
    east: Place


def _lines(site: Site, steps: dict[int, int]) -> list[SiteLine]:
    return [
        SiteLine(line.west, [(space, steps.get(space.index)) for space in line.spaces], line.east)
        for line in site.lines
    ]


@dataclass(frozen=True)
class ReachedTile:
    """The site after some moves, with an architect about to take a tile."""

    title: Promise
    text: Promise
    moves: tuple[str, ...] = ()
    architect: int | None = None
    place: str = ""

    def present(self) -> SiteExample:
        position = drawings.new_position("classic")
        for move in self.moves:
            position.play(GAME.parse(move))
        place = PLACE_BY_NAME.get(self.place)
        drawn = site(drawings.scene(position, Choice(CELL, self.architect, place)))
        return SiteExample(self.title, self.text, drawn, _lines(drawn, self._steps()))

    def _steps(self) -> dict[int, int]:
        """The spaces from the architect's edge to the one that it reaches."""
        if self.architect is None:
            return {}
        place = PLACE_BY_NAME[self.place]
        return {reached_space(number, place): number for number in range(1, self.architect + 1)}


REACHES = {
    "classic": ReachedCity(
        _("Classic: row or column"),
        _("Architect 2 builds in row 2 or in column b, the second one, wherever a cell is empty."),
        """
        T  .  .  .
        .  S  .  .
        .  .  P  .
        """,
        architect=2,
        kind=Kind.SHOP,
    ),
    "expert": ReachedCity(
        _("Expert: number or district"),
        _("Architect 4 builds on every cell with the number 4, and anywhere in district 4."),
        """
        T  .  .  .  .
        .  .  S  .  .
        """,
        architect=4,
        kind=Kind.SHOP,
    ),
    "stacking": ReachedCity(
        _("Architect 3 with a tower block"),
        _(
            "Row 3 and column c are open as always, also the tower block on c1. The stack on a1 "
            "has two floors, and the third floor is architect 3’s; the one on b2 has only one."
        ),
        """
        T2 .  T  .
        .  T  .  .
        .  .  .  P
        """,
        architect=3,
        kind=Kind.TOWER,
    ),
}
BOARDS = {
    "classic": EmptyBoard(
        _("The Classic city"),
        _("4 × 4 cells in four districts. The architects’ numbers are those of rows and columns."),
        "classic",
    ),
    "expert": EmptyBoard(
        _("The Expert city"),
        _("4 × 5 cells in five districts. Every cell has a number, and so has every district."),
        "expert",
    ),
}
SITES = {
    "north": ReachedTile(
        _("Architect 2 at N2"),
        _("From above column 2 it takes the second tile down."),
        architect=2,
        place="N2",
    ),
    "west": ReachedTile(
        _("Architect 4 at W4"),
        _("From the left of row 4 it takes the fourth tile. From E4 it would be another one."),
        architect=4,
        place="W4",
    ),
    "urbanist": ReachedTile(
        _("The urbanist after 3W2"),
        _(
            "Architect 3 at W2 took the middle tile of row 2. Now row 2 is closed at both ends, "
            "and so is column 3. All other places are free."
        ),
        moves=("3W2-x",),
    ),
}
