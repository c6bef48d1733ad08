"""The city sides of the cards: ``cards.csv`` as masks for a city whose top left is the card's."""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

from engine.megalopolis.meta import Kind

STRIDE = 64  # from a block to the one below it, in bits: the table of moves needs more than 57
SIDES = "NESW"
CORNERS = {
    "top_left": 0,
    "top_right": 1,
    "bottom_left": STRIDE,
    "bottom_right": STRIDE + 1,
}
FOOTPRINT = sum(1 << bit for bit in CORNERS.values())


class Face(NamedTuple):
    """By kind the mask of its blocks, and by side the mask of the blocks with a road to it."""

    blocks: tuple[int, ...]
    roads: tuple[int, ...]


def _read_cards() -> list[dict[str, str]]:
    text = files(__package__).joinpath("cards.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(text.splitlines()))


def _face(row: dict[str, str]) -> Face:
    return Face(
        tuple(_mask(row, "", kind.letter) for kind in Kind),
        tuple(_mask(row, "road_", side) for side in SIDES),
    )


def _mask(row: dict[str, str], prefix: str, letter: str) -> int:
    return sum(1 << bit for corner, bit in CORNERS.items() if letter in row[prefix + corner])


def _turned(face: Face) -> Face:
    """By 180°: the corners change places, and so do north and south, east and west."""
    north, east, south, west = map(_opposite, face.roads)
    return Face(tuple(map(_opposite, face.blocks)), (south, west, north, east))


def _opposite(mask: int) -> int:
    return sum(1 << STRIDE + 1 - bit for bit in CORNERS.values() if mask >> bit & 1)


_PRINTED = {int(row["card"]): _face(row) for row in _read_cards()}
# FACES[card][turned]; there is no card 0.
FACES: tuple[tuple[Face, Face], ...] = (
    (Face((), ()), Face((), ())),
    *((_PRINTED[card], _turned(_PRINTED[card])) for card in sorted(_PRINTED)),
)
