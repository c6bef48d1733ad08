"""Blocks and roads seen from above, as shapes: the same for cities, cards and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.megalopolis import cities, rules
from engine.megalopolis.city import City
from engine.megalopolis.moves import Move

BLOCK = 100  # the side of a block, as the sprite draws it
PARKS = 3  # the ways that a park is drawn
LIT_FROM_EDGE = 5
SIDE_FROM_EDGE = 8

# From a block's top left to the middle of each side.
MIDDLES = {"N": (50, 0), "E": (100, 50), "S": (50, 100), "W": (0, 50)}


@dataclass(frozen=True)
class Block:
    """``column`` and ``row`` as moves count them; ``road`` names the sides that it leads to."""

    column: int
    row: int
    kind: str
    road: str

    @property
    def x(self) -> int:
        return self.column * BLOCK

    @property
    def y(self) -> int:
        return self.row * BLOCK

    @property
    def symbol(self) -> str:
        look = self.road or (self.column + 2 * self.row) % PARKS
        return f"{self.kind}-{look}"


@dataclass(frozen=True)
class Plan:
    """``roads`` is the data of a path: pieces that meet make one road."""

    blocks: Sequence[Block]
    roads: str


@dataclass(frozen=True)
class Frame:
    left: int
    top: int
    width: int
    height: int


def plan(city: City) -> Plan:
    blocks = [
        Block(block["x"], block["y"], block["kind"], block["road"]) for block in cities.blocks(city)
    ]
    return Plan(blocks, road_path(blocks))


def card_plan(card: int, turned: bool) -> Plan:
    return plan(rules.NO_CITY.with_card(Move(card, 0, 0, turned)))


def frame(blocks: Sequence[Block], margin: float) -> Frame:
    """Around all of them, with so many blocks' room on each side."""
    columns, rows = [block.column for block in blocks], [block.row for block in blocks]
    room = int(margin * BLOCK)
    return Frame(
        left=min(columns) * BLOCK - room,
        top=min(rows) * BLOCK - room,
        width=(max(columns) - min(columns) + 1) * BLOCK + 2 * room,
        height=(max(rows) - min(rows) + 1) * BLOCK + 2 * room,
    )


def road_path(blocks: Iterable[Block]) -> str:
    return "".join(_piece(block) for block in blocks if block.road)


def squares_path(blocks: Iterable[Block]) -> str:
    """The blocks, each a little smaller than it is."""
    side = BLOCK - 2 * LIT_FROM_EDGE
    return "".join(
        f"M{block.x + LIT_FROM_EDGE} {block.y + LIT_FROM_EDGE}h{side}v{side}h-{side}z"
        for block in blocks
    )


def sides_path(blocks: Iterable[Block], side: str) -> str:
    """One side of each of the blocks, a little within it."""
    return "".join(_side(block, side) for block in blocks)


def _side(block: Block, side: str) -> str:
    near, far = SIDE_FROM_EDGE, BLOCK - SIDE_FROM_EDGE
    x = block.x + (far if side == "E" else near)
    y = block.y + (far if side == "S" else near)
    return f"M{x} {y}{'h' if side in 'NS' else 'v'}{far - near}"


def _piece(block: Block) -> str:
    """From side to side, straight or bent around the middle."""
    (from_x, from_y), (to_x, to_y) = (MIDDLES[side] for side in block.road)
    x, y = block.x, block.y
    middle = f"{x + BLOCK // 2} {y + BLOCK // 2}"
    return f"M{x + from_x} {y + from_y}Q{middle} {x + to_x} {y + to_y}"
