"""Cities drawn as text, as the tests of the engine draw them:

    T3 P  .  .
    S  F  H1 .

T tower block, S shop, C public service (civic), P park, Q square, F factory, H harbor, O office
tower, M monument, each with its floors (T, O) or printed points (C, H). Four columns are a Classic
city, five an Expert one; missing rows are empty.
"""

from __future__ import annotations

from typing import Any

from engine.quadropolis import cities, rules
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import COLUMNS
from engine.quadropolis.rules import City, Rules

KINDS = {
    "T": Kind.TOWER,
    "S": Kind.SHOP,
    "C": Kind.SERVICE,
    "P": Kind.PARK,
    "Q": Kind.SQUARE,
    "F": Kind.FACTORY,
    "H": Kind.HARBOR,
    "O": Kind.OFFICE,
    "M": Kind.MONUMENT,
}


def read(drawing: str, inhabitants: int = 0, energy: int = 0) -> tuple[Rules, City]:
    lines = [line.split() for line in drawing.strip().splitlines()]
    return cities.parse(
        {
            "mode": "classic" if len(lines[0]) == 4 else "expert",
            "inhabitants": inhabitants,
            "energy": energy,
            "city": [
                _building(COLUMNS[column] + str(row), mark)
                for row, line in enumerate(lines, 1)
                for column, mark in enumerate(line)
                if mark != "."
            ],
        }
    )


def _building(cell: str, mark: str) -> dict[str, Any]:
    kind = KINDS[mark[0]]
    building: dict[str, Any] = {"cell": cell, "kind": kind.word}
    if mark[1:]:
        building["floors" if kind in rules.STACKED else "points"] = int(mark[1:])
    return building
