"""The building tiles: ``tiles.csv`` as tables indexed by a small number per tile.

Number 0 is "no tile", so a space of the construction site is always an index into the tables.
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import NamedTuple

from engine.quadropolis.meta import KIND_BY_WORD, Board, Kind

TileName = int | str  # as records write it: 1623, and "1623A" for the square in its place
NO_TILE = 0


class Tile(NamedTuple):
    """What is printed on a tile."""

    name: TileName
    round: int
    kind: Kind
    inhabitants: int
    energy: int
    points: int
    min_players: int
    mayor: bool
    mode: str
    replaced_by: TileName | None


def _read_tiles() -> list[Tile]:
    text = files(__package__).joinpath("tiles.csv").read_text(encoding="utf-8")
    parks_and_all = [_tile(row) for row in csv.DictReader(text.splitlines())]
    squares = [_square(tile) for tile in parks_and_all if tile.replaced_by]
    return parks_and_all + squares


def _tile(row: dict[str, str]) -> Tile:
    return Tile(
        name=int(row["tile"]),
        round=int(row["round"]),
        kind=KIND_BY_WORD[row["kind"]],
        inhabitants=int(row["inhabitants"]),
        energy=int(row["energy"]),
        points=int(row["points"]),
        min_players=int(row["min_players"]),
        mayor=row["mayor"] == "1",
        mode=row["mode"],
        replaced_by=row["tile"] + row["square"] if row["square"] else None,
    )


def _square(park: Tile) -> Tile:
    """A park in every respect, except that it gives 1 inhabitant and absorbs no energy."""
    assert park.replaced_by is not None
    return park._replace(
        name=park.replaced_by, kind=Kind.SQUARE, inhabitants=1, mode="squares", replaced_by=None
    )


TILES: tuple[Tile | None, ...] = (None, *_read_tiles())
TILE_BY_NAME: dict[TileName, int] = {tile.name: i for i, tile in enumerate(TILES) if tile}

# The same columns as plain tuples, for the inner loop.
KIND = tuple(int(tile.kind) if tile else -1 for tile in TILES)
INHABITANTS = tuple(tile.inhabitants if tile else 0 for tile in TILES)
ENERGY = tuple(tile.energy if tile else 0 for tile in TILES)
POINTS = tuple(tile.points if tile else 0 for tile in TILES)
MIN_PLAYERS = tuple(tile.min_players if tile else 0 for tile in TILES)
MAYOR = tuple(tile.mayor if tile else False for tile in TILES)


def tile(index: int) -> Tile:
    found = TILES[index]
    assert found is not None
    return found


def round_tiles(board: Board, round_number: int, squares: bool) -> tuple[int, ...]:
    """The 25 tiles of a round, in the order of the data file."""
    chosen = (
        TILE_BY_NAME[t.replaced_by] if squares and t.replaced_by else i
        for i, t in enumerate(TILES)
        if t and t.round == round_number and t.mode in ("both", board.variant)
    )
    return tuple(chosen)
