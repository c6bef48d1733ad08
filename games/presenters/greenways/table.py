"""The city on the table: its tiles, where the chosen one fits, and the edges of the drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.greenways.city import City
from engine.greenways.moves import Move, place_of
from games.presenters.greenways.goal import Goal, Line
from games.presenters.greenways.pictures import SIZE, Picture, city_pictures, corner, picture
from games.presenters.greenways.scene import Scene

EDGE = 64  # for the names of rows and columns
LEAST = 5  # rows and columns that are shown at least, or a small city would be drawn too large


@dataclass(frozen=True)
class Spot:
    """A cell where the tile fits; ``is_as_turned``: as it is turned now."""

    name: str
    picture: Picture
    is_as_turned: bool
    label: str
    href: str


@dataclass(frozen=True)
class Mark:
    """The name of a row or column, at its end."""

    x: int
    y: int
    line: Line

    @property
    def text_x(self) -> int:
        return self.x + 14

    @property
    def leaf_x(self) -> int:
        return self.x - 30

    @property
    def leaf_y(self) -> int:
        return self.y - 12


@dataclass(frozen=True)
class Frame:
    """What the drawing shows when it is not zoomed."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class Table:
    frame: Frame
    label: str
    tiles: Sequence[Picture]
    new: Sequence[tuple[int, int]]
    placed: Picture | None
    spots: Sequence[Spot]
    marks: Sequence[Mark]


def table(scene: Scene, goal: Goal) -> Table:
    city, move = scene.city, scene.choice.move
    around = frame(city)
    return Table(
        frame=around,
        label=_label(city),
        tiles=city_pictures(city),
        new=[corner(recent.cell) for recent in scene.recent],
        placed=picture(move.face, *corner(move.cell)) if move else None,
        spots=_spots(scene),
        marks=marks(around, goal),
    )


def _label(city: City) -> str:
    count = len(city.faces)
    return ngettext("The city with %(count)s tile", "The city with %(count)s tiles", count) % {
        "count": count
    }


def frame(city: City) -> Frame:
    """One cell around the city is enough: nothing can be placed further out."""
    places = [place_of(cell) for cell in city.faces]
    left, width = _span([x for x, _y in places])
    top, height = _span([y for _x, y in places])
    return Frame(left - EDGE, top - EDGE, width + EDGE, height + EDGE)


def _span(numbers: Sequence[int]) -> tuple[int, int]:
    first, last = min(numbers) - 1, max(numbers) + 1
    missing = max(0, LEAST - (last - first + 1))
    first -= missing // 2
    return first * SIZE, (max(last - first + 1, LEAST)) * SIZE


def _spots(scene: Scene) -> list[Spot]:
    """But for the cell on which the tile lies on trial."""
    chosen = scene.choice.move
    moves = scene.choice.by_cell.values()
    return [_spot(scene, move) for move in moves if not chosen or move.cell != chosen.cell]


def _spot(scene: Scene, move: Move) -> Spot:
    is_as_turned = move.face == scene.choice.face
    x, y = place_of(move.cell)
    words = (
        _("Place it at %(x)s,%(y)s") if is_as_turned else _("Turn it, and place it at %(x)s,%(y)s")
    )
    return Spot(
        name=f"{x}_{y}",
        picture=picture(move.face, *corner(move.cell)),
        is_as_turned=is_as_turned,
        label=words % {"x": x, "y": y},
        href=scene.links.move(move),
    )


def marks(around: Frame, goal: Goal) -> list[Mark]:
    """Rows at the left edge, columns at the upper one."""
    middle = SIZE // 2
    x, y = around.left + EDGE // 2, around.top + EDGE // 2
    rows = [Mark(x, line.number * SIZE + middle, line) for line in goal.rows.lines]
    columns = [Mark(line.number * SIZE + middle, y, line) for line in goal.columns.lines]
    return [*columns, *rows]
