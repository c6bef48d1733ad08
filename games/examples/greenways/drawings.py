"""Cities drawn as text, three characters by three for each tile, as the tests of the engine do:

    ... .|. ...
    .P= =*= =o.
    ... .|. ...

``|`` and ``-`` are streets, ``:`` and ``=`` greenery, a dot is nothing. In the middle: ``*`` the
start tile, ``o`` any other, ``P`` a park, ``B`` a building, and ``?`` the empty cell in question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from engine.greenways import cities, tiles
from engine.greenways.city import City
from engine.greenways.meta import Feature, Side
from games.presenters.greenways.goal import goal
from games.presenters.greenways.pictures import SIZE, Picture, city_pictures
from games.presenters.greenways.table import Frame, Mark, frame, marks

SIDES = {"|": Side.STREET, "-": Side.STREET, ":": Side.GREENERY, "=": Side.GREENERY}
FEATURES = {"o": Feature.NONE, "P": Feature.PARK, "B": Feature.BUILDING}
START, QUESTION = "*", "?"
LEAST, MARGIN = 3, 25
FACES = {
    (tiles.SIDES[face], tiles.FEATURE[face]): face for faces in tiles.TILE_FACES for face in faces
}


@dataclass(frozen=True)
class Example:
    """``trial`` is a tile that may lie there, or may not, as ``refusal`` says; ``points`` are the
    letters of the score with what they count.
    """

    title: Promise
    text: Promise
    frame: Frame
    tiles: Sequence[Picture]
    marks: Sequence[Mark] = ()
    lights: Sequence[tuple[int, int]] = ()
    trial: Picture | None = None
    refusal: str = ""
    points: Sequence[tuple[str, int]] = ()

    @property
    def total(self) -> int:
        return sum(points for _letter, points in self.points)


def read(drawing: str) -> tuple[City, str]:
    """The city, and the place in question, if there is one."""
    blocks = _blocks(drawing)
    [(start_x, start_y)] = [place for place, block in blocks.items() if block[1][1] == START]
    placements, question = [], ""
    for (x, y), block in blocks.items():
        place = f"{x - start_x},{y - start_y}"
        if block[1][1] == QUESTION:
            question = place
        elif block[1][1] in FEATURES:
            face = FACES[_sides(block), FEATURES[block[1][1]]]
            placements.append(f"{tiles.TILES[face // 4].code}@{place},{face % 4}")
    return built(placements), question


def built(placements: Sequence[str]) -> City:
    city, _pile = cities.parse({"placements": list(placements), "pile": 0})
    return city


def _blocks(drawing: str) -> dict[tuple[int, int], tuple[str, ...]]:
    lines = [line.split() for line in drawing.strip().splitlines()]
    return {
        (column, row // 3): tuple(line[column] for line in lines[row : row + 3])
        for row in range(0, len(lines), 3)
        for column in range(len(lines[row]))
    }


def _sides(block: tuple[str, ...]) -> tuple[Side, ...]:
    signs = (block[0][1], block[1][2], block[2][1], block[1][0])
    return tuple(SIDES.get(sign, Side.NEITHER) for sign in signs)


def drawn(city: City, *trials: Picture) -> tuple[Frame, list[Picture]]:
    """The city, and a frame around it and what is tried there."""
    tiles = city_pictures(city)
    left, width = _span([tile.x for tile in (*tiles, *trials)])
    top, height = _span([tile.y for tile in (*tiles, *trials)])
    return Frame(left, top, width, height), tiles


def _span(corners: Sequence[int]) -> tuple[int, int]:
    """With some room on both sides, and not much less of it than in other drawings."""
    length = max(corners) - min(corners) + SIZE
    room = max(length, LEAST * SIZE) + 2 * MARGIN
    return min(corners) - (room - length) // 2, room


def drawn_with_marks(city: City) -> tuple[Frame, list[Picture], list[Mark]]:
    around = frame(city)
    return around, city_pictures(city), marks(around, goal(city))
