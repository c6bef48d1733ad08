"""Moves and their notation: ``street-curve@2,-1,3`` is a tile, its place and its quarter turns.

A cell of the table is one number, so that a neighbour is an addition away. The table ends where
no city can reach: it has 73 tiles, and begins at 0,0.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import BadMove
from engine.greenways import tiles
from engine.text import Text as _
from engine.text import shorten

WIDTH = 256
MIDDLE = WIDTH // 2
STEPS = (-WIDTH, 1, WIDTH, -1)  # to the cell in the north, east, south and west


def cell_at(x: int, y: int) -> int:
    return (y + MIDDLE) * WIDTH + x + MIDDLE


def place_of(cell: int) -> tuple[int, int]:
    """x grows to the east, y to the south; the start tile lies at 0,0."""
    return cell % WIDTH - MIDDLE, cell // WIDTH - MIDDLE


HOME = cell_at(0, 0)


class Move(NamedTuple):
    """A face on a cell."""

    face: int
    cell: int

    @property
    def tile(self) -> int:
        return self.face // 4

    @property
    def turns(self) -> int:
        return self.face % 4

    def __str__(self) -> str:
        x, y = place_of(self.cell)
        return f"{tiles.TILES[self.tile].code}@{x},{y},{self.turns}"


_NUMBER = r"(0|-?[1-9][0-9]?)"
_NOTATION = re.compile(rf"([a-z-]+)@{_NUMBER},{_NUMBER},([0-3])", re.ASCII)


def parse(notation: str) -> Move:
    """The move written like this, legal or not."""
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise BadMove(
            _(
                '"{notation}" is not a move: write it like street-curve@2,-1,3.',
                notation=shorten(notation),
            )
        )
    code, x, y, turns = match.groups()
    if code not in tiles.TILE_BY_CODE:
        raise BadMove(_('There is no tile "{code}".', code=shorten(code)))
    return Move(tiles.face(tiles.TILE_BY_CODE[code], int(turns)), cell_at(int(x), int(y)))
