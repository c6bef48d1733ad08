"""What a city promises: the score so far, and what the tiles left can still make of it.

A tile is worth nothing where no street or corridor goes on, so ends count that tiles left can
continue, the first few most of all: those of the longest corridor, of the streets, and of any.
Tiles that don't score yet may still do so, as long as their street or corridor has such ends: those
of a corridor beside the longest one (once they meet), of a street without an intersection, and of
a corridor without a park.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.greenways import rules, scoring, tiles
from engine.greenways.city import MARK, OPEN_END, City
from engine.greenways.meta import Feature, Side
from engine.greenways.moves import STEPS

# Points, found by many matches (docs/bots.md).
LONGEST = 13.0  # for open ends of the longest corridor
STREETS = 5.0  # for open ends of streets
ANY = 12.0  # for open ends of any kind
JOINED = 0.65  # per tile of another corridor: that it will be joined to the longest
CROSSED = 0.65  # per tile of a street: that it will get its intersection
PLANTED = 1.0  # per tile of a corridor: that it will get its park
FADING = 0.75  # how these hopes fade with the number of tiles left
RARE = 3.5  # an end is half as good as it can be, if so many of the tiles left fit
# What a tile left will add by itself: a building, and tiles with a street, greenery, both, a park.
BUILDING, STREET, GREENERY, BOTH, PARK = 0.3, 0.7, 1.7, 2.3, 3.9


def _use(tile: tiles.Tile) -> float:
    if tile.feature == Feature.PARK:
        return PARK
    if Side.GREENERY in tile.sides:
        return BOTH if Side.STREET in tile.sides else GREENERY
    return STREET if Side.STREET in tile.sides else BUILDING


USES = tuple(map(_use, tiles.TILES))


def few(ends: float) -> float:
    """From 0 towards 1, each end adding less than the one before."""
    return ends / (ends + 1)


@cache
def ends_around(around: int, side: Side) -> tuple[int, ...]:
    """The steps from such a cell to the neighbours whose street, or greenery, ends there."""
    return tuple(step for d, step in enumerate(STEPS) if rules.side_met(around, d) == side)


class Outlook:
    """The eyes of a player to whom these tiles are left, in the hand and in the pile."""

    __slots__ = ("_cells", "_left", "_uses")

    def __init__(self, left: Sequence[int]) -> None:
        self._left = left
        self._uses = sum(USES[tile] for tile in left)
        self._cells: dict[int, tuple[float, tuple[int, ...], tuple[int, ...]]] = {}

    def worth(self, city: City, placed: Sequence[int]) -> float:
        """What its owner can hope to score, with these of the tiles placed meanwhile."""
        points = scoring.points(city, 0)
        left = len(self._left) - len(placed)
        if not left:
            return points
        uses = self._uses - sum(USES[tile] for tile in placed)
        hopes = self._hopes(city)
        fading: float = (left / len(tiles.DECK)) ** FADING
        return points + hopes * fading + uses * (hopes > 0)

    def _hopes(self, city: City) -> float:
        streets, corridors, all_ = self._ends(city)
        sums = city.corridors.sums
        longest = max(sums, key=lambda root: sums[root] % OPEN_END)
        to_longest = few(corridors.get(longest, 0))
        hopes = LONGEST * to_longest + STREETS * few(sum(streets.values())) + ANY * few(all_)
        for root, ends in corridors.items():
            size = sums[root] % OPEN_END
            if root != longest:
                hopes += JOINED * size * to_longest * few(ends)
            if sums[root] < MARK:
                hopes += PLANTED * size * few(ends)
        sums = city.streets.sums
        for root, ends in streets.items():
            if sums[root] < MARK:
                hopes += CROSSED * (sums[root] % OPEN_END) * few(ends)
        return hopes

    def _ends(self, city: City) -> tuple[dict[int, float], dict[int, float], float]:
        """The open ends of each street and corridor, by how good they are, and of all."""
        streets: dict[int, float] = {}
        corridors: dict[int, float] = {}
        all_ = 0.0
        known, street_root, corridor_root = self._cells, city.streets.root, city.corridors.root
        for cell, around in city.fringe.items():
            quality, street_steps, green_steps = known.get(around) or self._look(around)
            if quality:
                all_ += quality
                for step in street_steps:
                    root = street_root(cell + step)
                    streets[root] = streets.get(root, 0) + quality
                for step in green_steps:
                    root = corridor_root(cell + step)
                    corridors[root] = corridors.get(root, 0) + quality
        return streets, corridors, all_

    def _look(self, around: int) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """How good it is to end at such a cell, from 0 to 1, and what ends there."""
        streets, greens = ends_around(around, Side.STREET), ends_around(around, Side.GREENERY)
        fitting = {tile for tile in set(self._left) if rules.fits(tile, around)}
        count = sum(tile in fitting for tile in self._left) if streets or greens else 0
        found = self._cells[around] = (count / (count + RARE), streets, greens)
        return found
