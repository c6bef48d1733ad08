"""The tiles: ``tiles.csv``, and every face that a tile can show, as tables.

A tile is a number from 0, in the order of the file. A face is a tile with its quarter turns
clockwise, as one number: four times the tile, plus the turns.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

from engine.greenways.meta import Feature, Side

MARKS = {"S": Side.STREET, "G": Side.GREENERY, ".": Side.NEITHER}
FEATURES = {"": Feature.NONE, "park": Feature.PARK, "building": Feature.BUILDING}
TURNS = (0, 1, 2, 3)
UNKNOWN = -1  # a tile that a seat may not see


class Tile(NamedTuple):
    """What is printed on a tile; its sides are north, east, south and west."""

    code: str
    sides: tuple[Side, ...]
    feature: Feature
    copies: int


def _read_tiles() -> tuple[Tile, ...]:
    text = files(__package__).joinpath("tiles.csv").read_text(encoding="utf-8")
    return tuple(_tile(row) for row in csv.DictReader(text.splitlines()))


def _tile(row: dict[str, str]) -> Tile:
    return Tile(
        code=row["code"],
        sides=tuple(MARKS[mark] for mark in row["sides"]),
        feature=FEATURES[row["feature"]],
        copies=int(row["count"]),
    )


TILES = _read_tiles()
TILE_BY_CODE = {tile.code: number for number, tile in enumerate(TILES)}
DECK = tuple(number for number, tile in enumerate(TILES) for _ in range(tile.copies))


def face(tile: int, turns: int) -> int:
    return 4 * tile + turns


def _turned(sides: tuple[Side, ...], turns: int) -> tuple[Side, ...]:
    return sides[4 - turns :] + sides[: 4 - turns]


START = face(TILE_BY_CODE["crossing"], 0)
FACES = range(4 * len(TILES))
SIDES = tuple(_turned(tile.sides, turns) for tile in TILES for turns in TURNS)
# The same face is written with the fewest turns.
FEWEST_TURNS = tuple(
    next(turns for turns in TURNS if SIDES[face(number // 4, turns)] == SIDES[number])
    for number in FACES
)
TILE_FACES = tuple(
    tuple(face(tile, turns) for turns in TURNS if FEWEST_TURNS[face(tile, turns)] == turns)
    for tile in range(len(TILES))
)


def _with(side: Side) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(d for d in range(4) if SIDES[number][d] == side) for number in FACES)


STREET_SIDES = _with(Side.STREET)
GREEN_SIDES = _with(Side.GREENERY)
FEATURE = tuple(TILES[number // 4].feature for number in FACES)
INTERSECTION = tuple(len(sides) >= 3 for sides in STREET_SIDES)
