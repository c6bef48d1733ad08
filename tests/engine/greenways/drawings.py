"""Cities drawn as text, three characters by three for each tile.

    ... .|. ...
    .P= =*= =o.
    ... .|. ...

``|`` and ``-`` are streets, ``:`` and ``=`` greenery, a dot is nothing. In the middle: ``*`` the
start tile, ``o`` any other, ``P`` a park, ``B`` a building; ``?`` marks an empty cell that a test
speaks of, and dots alone are an empty cell.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.greenways import cities, scoring, tiles
from engine.greenways.city import City
from engine.greenways.scoring import Sheet

SIDES = {"|": "S", "-": "S", ":": "G", "=": "G", ".": "."}
FEATURES = {"o": "", "*": "", "P": "park", "B": "building"}
EMPTY = "."
MARK = "?"
# What a tile shows at its four sides, and its feature: how it is written.
NOTATIONS = {
    (
        "".join({1: ".", 2: "S", 3: "G"}[side] for side in tiles.SIDES[face]),
        {0: "", 1: "park", 2: "building"}[tiles.FEATURE[face]],
    ): (tiles.TILES[face // 4].code, face % 4)
    for faces in tiles.TILE_FACES
    for face in faces
}


class Drawing(NamedTuple):
    placements: list[str]  # without the start tile
    marked: list[str]  # as "x,y"


def read(drawing: str) -> Drawing:
    lines = [line.split() for line in drawing.split("\n") if line.strip()]
    assert len(lines) % 3 == 0, "a tile is three lines high"
    blocks = {
        (column, row // 3): tuple(zip(*lines[row : row + 3], strict=True))[column]
        for row in range(0, len(lines), 3)
        for column in range(len(lines[row]))
    }
    assert all(len(part) == 3 for block in blocks.values() for part in block)
    ((start_x, start_y),) = (place for place, block in blocks.items() if block[1][1] == "*")
    found = Drawing([], [])
    for (x, y), block in blocks.items():
        place = f"{x - start_x},{y - start_y}"
        if block[1][1] == MARK:
            found.marked.append(place)
        elif block[1][1] == "*":
            assert _sides(block) == "SGSG", "the start tile lies as it does"
        elif block[1][1] != EMPTY:
            code, turns = NOTATIONS[_sides(block), FEATURES[block[1][1]]]
            found.placements.append(f"{code}@{place},{turns}")
    return found


def _sides(block: tuple[str, ...]) -> str:
    return "".join(SIDES[mark] for mark in (block[0][1], block[1][2], block[2][1], block[1][0]))


def draw(drawing: str) -> City:
    city, _ = cities.parse({"placements": read(drawing).placements, "pile": 0})
    return city


def sheet(drawing: str, pile: int = 0) -> Sheet:
    return scoring.sheet(draw(drawing), pile)


def points(drawing: str, pile: int = 0) -> str:
    """As ``A3 B0 C0 D1 E0``."""
    parts = sheet(drawing, pile).parts.values()
    return " ".join(f"{letter}{part}" for letter, part in zip("ABCDE", parts, strict=True))
