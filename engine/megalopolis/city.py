"""The city: the blocks and roads that can be seen of it, as bit masks.

Bit ``STRIDE * row + column`` stands for a block, so that its neighbours are shifts of it. Left of
and above all cards there is room for one more, and a row is longer than any city is wide: what
is shifted over the edge of the city meets only empty bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.megalopolis.cards import FACES, FOOTPRINT, STRIDE
from engine.megalopolis.meta import CITY_CARDS
from engine.megalopolis.moves import Move

MARGIN = 2
LONGEST = 2 * CITY_CARDS + 2 * MARGIN
ROWS = tuple((1 << STRIDE) - 1 << STRIDE * row for row in range(LONGEST))
COLUMNS = tuple(
    sum(1 << STRIDE * row + column for row in range(LONGEST)) for column in range(LONGEST)
)


class Road(NamedTuple):
    """Its blocks, and the cells that its two ends face; a ring has no end."""

    blocks: int
    faces: int


class City:
    """Never changes; ``left`` and ``top`` are the coordinates of bit 0."""

    __slots__ = ("_roads", "blocks", "built", "left", "ports", "top")

    def __init__(
        self, blocks: tuple[int, ...], ports: tuple[int, ...], left: int, top: int
    ) -> None:
        commercial, park, industrial, residential = blocks
        self.blocks = blocks  # by kind
        self.ports = ports  # by side: the blocks at whose middle a road leaves there
        self.built = commercial | park | industrial | residential
        self.left = left
        self.top = top
        self._roads: tuple[Road, ...] | None = None

    def with_card(self, move: Move) -> City:
        """The city after the card was laid on top of it."""
        card, x, y, turned = move
        column, row = x - self.left, y - self.top
        if column < MARGIN or row < MARGIN:
            room = self._with_room(max(0, MARGIN - column), max(0, MARGIN - row))
            return room.with_card(move)
        at = STRIDE * row + column
        seen = ~(FOOTPRINT << at)
        c, p, i, r = self.blocks
        north, east, south, west = self.ports
        (new_c, new_p, new_i, new_r), (to_n, to_e, to_s, to_w) = FACES[card][turned]
        return City(
            (
                c & seen | new_c << at,
                p & seen | new_p << at,
                i & seen | new_i << at,
                r & seen | new_r << at,
            ),
            (
                north & seen | to_n << at,
                east & seen | to_e << at,
                south & seen | to_s << at,
                west & seen | to_w << at,
            ),
            self.left,
            self.top,
        )

    def _with_room(self, columns: int, rows: int) -> City:
        shift = STRIDE * rows + columns
        return City(
            tuple([mask << shift for mask in self.blocks]),
            tuple([mask << shift for mask in self.ports]),
            self.left - columns,
            self.top - rows,
        )

    @property
    def roads(self) -> tuple[Road, ...]:
        if self._roads is None:
            self._roads = tuple(trace(self.ports))
        return self._roads

    @property
    def road_count(self) -> int:
        """Each piece is a road, less one for each side where two are joined, plus the rings."""
        north, east, south, west = self.ports
        pieces = (north | east | south | west).bit_count()
        joined = (east & west >> 1).bit_count() + (south & north >> STRIDE).bit_count()
        return pieces - joined + len(self.rings)

    @property
    def rings(self) -> tuple[Road, ...]:
        on_rings = ring_blocks(self.ports)
        return tuple(trace(tuple([port & on_rings for port in self.ports]))) if on_rings else ()

    def cells(self, mask: int) -> list[tuple[int, int]]:
        """The coordinates of the blocks in a mask, row by row."""
        return [(self.left + bit % STRIDE, self.top + bit // STRIDE) for bit in bits(mask)]


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, upwards."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def beside(mask: int) -> int:
    """The cells that share a side with one of these."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def diagonal(mask: int) -> int:
    """The cells that share only a corner with one of these."""
    return mask << STRIDE + 1 | mask << STRIDE - 1 | mask >> STRIDE - 1 | mask >> STRIDE + 1


@lru_cache(maxsize=1 << 15)
def groups(mask: int) -> tuple[int, ...]:
    """The blocks that are joined by sides, the largest group first."""
    found = []
    while mask:
        group = mask & -mask
        while (grown := group | beside(group) & mask) != group:
            group = grown
        found.append(group)
        mask ^= group
    return tuple(sorted(found, key=int.bit_count, reverse=True))


@lru_cache(maxsize=1 << 14)
def rows(built: int) -> tuple[int, ...]:
    """The rows that hold blocks, from the north."""
    return tuple(row for row in ROWS if row & built)


@lru_cache(maxsize=1 << 14)
def columns(built: int) -> tuple[int, ...]:
    """The columns that hold blocks, from the west."""
    return tuple(column for column in COLUMNS if column & built)


def trace(ports: tuple[int, ...]) -> Iterator[Road]:
    """The roads: pieces that continue across shared sides."""
    north, east, south, west = ports
    across = east & west >> 1  # goes on into the block to the east
    down = south & north >> STRIDE
    east_ends, west_ends = east ^ across, west ^ across << 1
    south_ends, north_ends = south ^ down, north ^ down << STRIDE
    rest = north | east | south | west
    while rest:
        road = rest & -rest
        while True:
            grown = road | (road & across) << 1 | road >> 1 & across
            grown |= (road & down) << STRIDE | road >> STRIDE & down
            if grown == road:
                break
            road = grown
        rest ^= road
        yield Road(
            road,
            (road & east_ends) << 1
            | (road & west_ends) >> 1
            | (road & south_ends) << STRIDE
            | (road & north_ends) >> STRIDE,
        )


def ring_blocks(ports: tuple[int, ...]) -> int:
    """What is left of the roads when blocks at open ends are taken away again and again."""
    north, east, south, west = ports
    left = north | east | south | west
    while True:
        open_ends = (
            north & ~((south & left) << STRIDE)
            | east & ~((west & left) >> 1)
            | south & ~((north & left) >> STRIDE)
            | west & ~((east & left) << 1)
        )
        if not left & open_ends:
            return left
        left &= ~open_ends
