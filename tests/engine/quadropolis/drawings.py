"""Cities drawn as text: four columns are a Classic city, five an Expert one.

    T3 P  .  .
    S  F  H1 .

T tower block, S shop, C public service (civic), P park, Q square, F factory, H harbor, O office
tower, M monument, each with its floors (T, O) or printed points (C, H); missing rows are empty.
"""

from __future__ import annotations

from typing import Any

from engine.quadropolis import cities, scoring
from tests.engine.quadropolis.positions import GAME

KINDS = {
    "T": "tower",
    "S": "shop",
    "C": "service",
    "P": "park",
    "Q": "square",
    "F": "factory",
    "H": "harbor",
    "O": "office",
    "M": "monument",
}


def draw(drawing: str, inhabitants: int = 0, energy: int = 0) -> dict[str, Any]:
    """The drawing as ``score`` reads it."""
    lines = [line.split() for line in drawing.strip().splitlines()]
    width = len(lines[0])
    assert width in (4, 5), "a city has 4 or 5 columns"
    assert all(len(line) == width for line in lines), "a row is too long or too short"
    return {
        "game": "quadropolis",
        "mode": "classic" if width == 4 else "expert",
        "inhabitants": inhabitants,
        "energy": energy,
        "city": [
            _building("abcde"[column] + str(row), mark)
            for row, line in enumerate(lines, 1)
            for column, mark in enumerate(line)
            if mark != "."
        ],
    }


def _building(cell: str, mark: str) -> dict[str, Any]:
    kind = KINDS[mark[0]]
    building: dict[str, Any] = {"cell": cell, "kind": kind}
    if mark[1:]:
        building["floors" if kind in ("tower", "office") else "points"] = int(mark[1:])
    return building


def score(drawing: str, inhabitants: int = 0, energy: int = 0) -> dict[str, Any]:
    """The sheet, which must agree with what is compared at the end of a match."""
    city = draw(drawing, inhabitants, energy)
    sheet: dict[str, Any] = GAME.score(city)
    assert sheet["total"] == sum(sheet["scores"].values())
    assert scoring.standing(*cities.parse(city)) == (
        sheet["total"],
        sheet["placed_inhabitants"],
        -sheet["empty_cells"],
    )
    return sheet


def points(kind: str, drawing: str, inhabitants: int = 0, energy: int = 0) -> int:
    """The points of one kind, or of the penalties "inhabitants" and "energy"."""
    return int(score(drawing, inhabitants, energy)["scores"][kind])


def total(drawing: str, inhabitants: int = 0, energy: int = 0) -> int:
    return int(score(drawing, inhabitants, energy)["total"])
