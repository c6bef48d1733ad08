"""The engine's own tables, arranged for the page: no number is typed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.quadropolis import scoring, tables, tiles
from engine.quadropolis.meta import (
    BOARDS,
    CLASSIC,
    EXPERT,
    EXPERT_ONLY,
    KIND_TITLES,
    PLAYERS,
    VARIANTS,
    Board,
    Kind,
)
from engine.quadropolis.tiles import Tile
from engine.text import Text


class Column(NamedTuple):
    number: int
    points: int
    is_expert_only: bool


class Scale(NamedTuple):
    """Points that grow with a count: one line of the rulebook's score board."""

    counted: Promise
    columns: list[Column]


class Price(NamedTuple):
    """What one neighbour of a kind is worth."""

    kind: Kind
    title: Text
    points: int
    is_expert_only: bool


class Need(NamedTuple):
    """What switches a building on."""

    kind: Kind
    title: Text
    inhabitants: bool
    energy: bool
    is_expert_only: bool


def _scale(counted: Promise, points: Sequence[int], most_in_classic: int) -> Scale:
    columns = [
        Column(count, worth, count > most_in_classic) for count, worth in enumerate(points[1:], 1)
    ]
    return Scale(counted, columns)


def _prices(points: dict[Kind, int]) -> list[Price]:
    dearest_last = sorted(points.items(), key=lambda item: item[1])
    return [
        Price(kind, KIND_TITLES[kind], worth, kind in EXPERT_ONLY) for kind, worth in dearest_last
    ]


def _districts(board: Board) -> int:
    return len(set("".join(board.districts)))


def _longest(board: Board) -> int:
    return max(len(board.districts), len(board.districts[0]))


SCALES = {
    "tower": _scale(_("Floors"), tables.TOWER_POINTS, CLASSIC.max_floors),
    "shop": _scale(_("Customers"), tables.SHOP_POINTS, CLASSIC.max_customers),
    "service": _scale(_("Districts"), tables.SERVICE_POINTS, _districts(CLASSIC)),
    "park": _scale(_("Towers beside it"), tables.PARK_POINTS, len(tables.PARK_POINTS)),
    "harbor": _scale(_("Length of the run"), tables.HARBOR_POINTS, _longest(CLASSIC)),
}
PRICES = {"factory": _prices(tables.FACTORY_POINTS), "monument": _prices(tables.MONUMENT_POINTS)}
OFFICE_ROWS = [
    (size, size == len(tables.OFFICE_POINTS) - 1, row[1:])
    for size, row in enumerate(tables.OFFICE_POINTS)
    if size
]
OFFICE_FLOORS = range(1, EXPERT.max_floors + 1)
NEEDS = {
    kind.word: Need(
        kind,
        KIND_TITLES[kind],
        inhabitants=kind in scoring.NEEDS_INHABITANT,
        energy=kind in scoring.NEEDS_ENERGY,
        is_expert_only=kind in EXPERT_ONLY,
    )
    for kind in Kind
}


class KindRow(NamedTuple):
    """How many tiles of a kind the rounds of a mode have."""

    kind: Kind
    title: Text
    by_round: list[int]
    total: int


class TileTable(NamedTuple):
    title: Text
    rounds: range
    rows: list[KindRow]
    per_round: list[int]
    total: int


def _tiles(board: Board, round_number: int) -> list[Tile]:
    return [tiles.tile(i) for i in tiles.round_tiles(board, round_number, squares=False)]


def _tile_table(board: Board) -> TileTable:
    rounds = range(1, board.rounds + 1)
    counts = [Counter(tile.kind for tile in _tiles(board, number)) for number in rounds]
    rows = [
        KindRow(kind, KIND_TITLES[kind], [c[kind] for c in counts], sum(c[kind] for c in counts))
        for kind in Kind
        if any(count[kind] for count in counts)
    ]
    per_round = [count.total() for count in counts]
    return TileTable(VARIANTS[board.variant].title, rounds, rows, per_round, sum(per_round))


class Yield(NamedTuple):
    """What some tiles of a kind give, and how many of them do."""

    inhabitants: int
    energy: int
    points: int
    is_mayor: bool
    tiles: int

    @property
    def is_nothing(self) -> bool:
        return not any(self[:-1])


class YieldRow(NamedTuple):
    kind: Kind
    title: Text
    yields: list[Yield]


def _printed(kind: Kind) -> Iterator[tuple[int, int, int, bool]]:
    for tile in tiles.TILES:
        if tile and tile.kind == kind:
            yield tile.inhabitants, tile.energy, tile.points, tile.mayor


def _yields(kind: Kind) -> list[Yield]:
    counts = Counter(_printed(kind))
    return [Yield(*printed, count) for printed, count in sorted(counts.items())]


def _face_up(players: int) -> int:
    return sum(tile.min_players <= players for tile in _tiles(CLASSIC, 1))


TILE_TABLES = [_tile_table(board) for board in BOARDS.values()]
YIELDS = [YieldRow(kind, KIND_TITLES[kind], _yields(kind)) for kind in Kind]
FACE_UP = [(players, _face_up(players)) for players in PLAYERS]
PRINTED_TILES = [tile for tile in tiles.TILES if tile and tile.kind != Kind.SQUARE]
SQUARES = sum(tile.replaced_by is not None for tile in PRINTED_TILES)
