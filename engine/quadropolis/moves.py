"""Moves and their notation: ``3N4-b3``, ``3N4-x``, ``3N4``.

Cells of both boards share one numbering, five to a row (a1 = 0, e1 = 4, a2 = 5, …), so that
a move reads the same in Classic and Expert; Classic just has no column e.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import BadMove
from engine.quadropolis.meta import SITE_SIZE
from engine.text import Text as _
from engine.text import shorten

COLUMNS = "abcde"
ROWS = "1234"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)
CELL_BY_NAME = {name: cell for cell, name in enumerate(CELLS)}
PLACES = tuple(side + str(line) for side in "NSWE" for line in range(1, SITE_SIZE + 1))
PLACE_BY_NAME = {name: place for place, name in enumerate(PLACES)}
ARCHITECTS = (1, 2, 3, 4, 5)

DISCARD = -1
NOTHING = -2  # the space reached is empty


class Move(NamedTuple):
    """Architect, place, and the cell to build on (or ``DISCARD``, or ``NOTHING``)."""

    architect: int
    place: int
    cell: int

    def __str__(self) -> str:
        if self.cell == NOTHING:
            return f"{self.architect}{PLACES[self.place]}"
        target = "x" if self.cell == DISCARD else CELLS[self.cell]
        return f"{self.architect}{PLACES[self.place]}-{target}"


# Every move there is, made once: MOVES[architect][place][cell], with DISCARD and NOTHING as
# the last two entries of each row (Python counts -1 and -2 from the end).
MOVES: tuple[tuple[tuple[Move, ...], ...], ...] = tuple(
    tuple(
        tuple(Move(architect, place, cell) for cell in (*range(len(CELLS)), NOTHING, DISCARD))
        for place in range(len(PLACES))
    )
    for architect in (0, *ARCHITECTS)
)

_NOTATION = re.compile(r"([1-5])([NSWE][1-5])(?:-(x|[a-e][1-4]))?", re.ASCII)


def parse(notation: str) -> Move:
    """The move written like this, legal or not."""
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise BadMove(
            _(
                '"{notation}" is not a move: write it like 3N4-b3, 3N4-x or 3N4.',
                notation=shorten(notation),
            )
        )
    architect, place, target = match.groups()
    cell = {None: NOTHING, "x": DISCARD}.get(target)
    if cell is None:
        cell = CELL_BY_NAME[target]
    return MOVES[int(architect)][PLACE_BY_NAME[place]][cell]
