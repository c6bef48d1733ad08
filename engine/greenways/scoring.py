"""The score: A to E of the rule sheet, with the tiles that count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.game import Json
from engine.greenways import rules
from engine.greenways.city import MARK, OPEN_END, City, Networks
from engine.greenways.meta import PART_TITLES, POINTS_PER_PARK, Feature
from engine.greenways.tiles import FEATURE

Cells = tuple[int, ...]


@dataclass(frozen=True)
class Sheet:
    """Points by part, and the cells of the tiles that count for it (none for unused tiles)."""

    parts: Mapping[str, int]
    counted: Mapping[str, Cells]
    complete: bool

    @property
    def total(self) -> int:
        return sum(self.parts.values())

    def to_json(self) -> Json:
        return {"total": self.total, "parts": dict(self.parts), "complete": self.complete}


def sheet(city: City, unused: int) -> Sheet:
    counted = {
        "streets": _of_marked(city.streets),
        "greenery": _of_marked(city.corridors),
        "parks": parks(city),
        "longest": longest_corridor(city),
    }
    points = {part: len(cells) for part, cells in counted.items()} | {"unused": unused}
    points["parks"] *= POINTS_PER_PARK
    return Sheet({part: points[part] for part in PART_TITLES}, counted, rules.is_complete(city))


def points(city: City, unused: int) -> int:
    """The total alone, for bots in a hurry."""
    longest = marks = total = 0
    for found in city.streets.sums.values():
        if found >= MARK:
            total += found % OPEN_END
    for found in city.corridors.sums.values():
        size = found % OPEN_END
        longest = max(longest, size)
        if found >= MARK:
            total += size
            marks += found // MARK
    return total + POINTS_PER_PARK * marks + longest + unused


def _of_marked(networks: Networks) -> Cells:
    """The tiles of every street that has an intersection, or corridor that has a park."""
    return tuple(
        cell for cell in networks.towards_root if networks.sums[networks.root(cell)] >= MARK
    )


def parks(city: City) -> Cells:
    return tuple(cell for cell, face in city.faces.items() if FEATURE[face] == Feature.PARK)


def longest_corridor(city: City) -> Cells:
    """With the most tiles; of several such only one, the one that was begun first."""
    corridors = city.corridors
    longest = max(
        map(corridors.root, corridors.towards_root),
        key=lambda root: corridors.sums[root] % OPEN_END,
    )
    return tuple(cell for cell in corridors.towards_root if corridors.root(cell) == longest)
