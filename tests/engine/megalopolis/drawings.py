"""Cities drawn as text, one word per cell:

    C─  I┐  .
    P   R│  R

C commercial, P park, I industrial, R residential, with its piece of road; ``.`` is an empty cell.
A piece is left out where roads don't matter. The top-left cell is 0,0.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.megalopolis import scoring
from engine.megalopolis.cards import SIDES, STRIDE
from engine.megalopolis.city import MARGIN, City
from engine.megalopolis.conditions import SCORING, Counted
from engine.megalopolis.meta import Kind

PIECES = {"─": "EW", "│": "NS", "└": "NE", "┘": "NW", "┐": "SW", "┌": "ES"}
EMPTY = "."


def draw(drawing: str) -> City:
    cells = {
        STRIDE * (row + MARGIN) + column + MARGIN: mark
        for row, line in enumerate(drawing.strip().splitlines())
        for column, mark in enumerate(line.split())
        if mark != EMPTY
    }
    assert all(mark[0] in "CPIR" for mark in cells.values()), "unknown block"
    roads = {cell: PIECES[mark[1]] for cell, mark in cells.items() if len(mark) > 1}
    return City(
        tuple(_mask(cells, kind.letter) for kind in Kind),
        tuple(_mask(roads, side) for side in SIDES),
        -MARGIN,
        -MARGIN,
    )


def _mask(marks: dict[int, str], letter: str) -> int:
    return sum(1 << cell for cell, mark in marks.items() if letter in mark)


def points(number: int, drawing: str) -> int:
    """What a condition scores."""
    return total(SCORING[number](draw(drawing)))


def boroughs(drawing: str, variant: str = "normal") -> int:
    return total(scoring.boroughs(variant, draw(drawing)))


def traffic(drawing: str, variant: str = "normal") -> int:
    return total(scoring.traffic(variant, draw(drawing)))


def total(lines: Iterable[Counted]) -> int:
    return sum(found[0] for found in lines)


def counted(number: int, drawing: str) -> list[tuple[int, str, str]]:
    """The lines that are not empty: points, the blocks that count, and why."""
    city = draw(drawing)
    return [
        (line[0], named(city, line[1]), str(line[2])) for line in SCORING[number](city) if line[1]
    ]


def named(city: City, mask: int) -> str:
    return " ".join(f"{x},{y}" for x, y in city.cells(mask))
