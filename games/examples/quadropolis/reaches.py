"""Where an architect may build: the engine says which cells."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.quadropolis import tiles
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import PLACE_BY_NAME
from games.examples.quadropolis import drawings
from games.examples.quadropolis.drawings import CityExample
from games.presenters.quadropolis.choice import CELL, Choice, reached_space
from games.presenters.quadropolis.city import Cell
from games.presenters.quadropolis.city import city as draw_city

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
        return CityExample(
            self.title, self.text, drawings.redrawn(draw_city(scene, 0), _not_a_link)
        )


def _not_a_link(cell: Cell) -> Cell:
    if cell.state != "open":
        return cell
    words = gettext("%(cell)s: may be built on") % {"cell": cell.name}
    return replace(cell, href="", ghost=None, label=words)


def _some_tile(kind: Kind) -> int:
    return next(index for index, tile in enumerate(tiles.TILES) if tile and tile.kind == kind)


@dataclass(frozen=True)
class EmptyBoard:
    title: Promise
    text: Promise
    variant: str

    def present(self) -> CityExample:
        city = draw_city(drawings.scene(drawings.new_position(self.variant)), 0)
        return CityExample(self.title, self.text, drawings.redrawn(city, _as_printed))


def _as_printed(cell: Cell) -> Cell:
    """With what is printed on the cell in its words, since it is the only thing to be seen."""
    if cell.number:
        words = gettext("%(cell)s: number %(number)s, in district %(district)s")
    else:
        words = gettext("%(cell)s: in district %(district)s")
    values = {"cell": cell.name, "number": cell.number, "district": cell.district}
    return replace(cell, label=words % values)


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
        _(
            "4 × 5 cells in five districts. The large number is the cell’s own, the small one its "
            "district’s."
        ),
        "expert",
    ),
}
