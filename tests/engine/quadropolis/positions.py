"""Positions for tests: matches whose construction sites hold what the moves want to take.

A turn is written as a move and, after a blank, the tile it takes: ``"3N4-b3 1107"``. Without a
tile the space holds any face-up one (``"3N4-x"``), or a face-down one (``"3N4"``).
"""

from __future__ import annotations

import csv
from importlib.resources import files
from typing import Any, NamedTuple

from engine import GAMES
from engine.game import Terms
from engine.quadropolis import rules, tiles
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELLS

GAME = GAMES["quadropolis"]
ROUNDS = {"classic": 4, "expert": 5}
OFF_SITE = rules.OFF_SITE


class Row(NamedTuple):
    """A line of the data file."""

    tile: int
    round: int
    kind: str
    inhabitants: int
    energy: int
    points: int
    min_players: int
    mayor: int
    mode: str
    square: str


def _data() -> list[Row]:
    text = files("engine.quadropolis").joinpath("tiles.csv").read_text(encoding="utf-8")
    return [
        Row(
            **{
                name: value if name in ("kind", "mode", "square") else int(value)
                for name, value in row.items()
            }  # type: ignore[arg-type]
        )
        for row in csv.DictReader(text.splitlines())
    ]


DATA = _data()
BY_NUMBER = {row.tile: row for row in DATA}


def row_of(name: int | str) -> Row:
    return BY_NUMBER[int(str(name).removesuffix("A"))]


def rows(variant: str, round_number: int | None = None) -> list[Row]:
    return [
        row for row in DATA if row.mode in ("both", variant) and round_number in (None, row.round)
    ]


def names(variant: str, round_number: int, squares: bool = False) -> list[int | str]:
    """The 25 tiles of a round as a set-up writes them."""
    return [
        f"{row.tile}{row.square}" if squares and row.square else row.tile
        for row in rows(variant, round_number)
    ]


def space(architect: int, place: str) -> int:
    """The n-th space from the architect's own edge, counted row by row from the north-west."""
    line, steps = int(place[1]) - 1, architect - 1
    return {
        "N": 5 * steps + line,
        "S": 5 * (4 - steps) + line,
        "W": 5 * line + steps,
        "E": 5 * line + 4 - steps,
    }[place[0]]


def reached(turn: str) -> int:
    return space(int(turn[0]), turn[1:3])


def setup(
    *turns: str,
    variant: str = "classic",
    players: int = 2,
    squares: bool = False,
    first: int = 0,
) -> dict[str, Any]:
    """A legal set-up in which these turns take the tiles that they name."""
    per_round = 4 * players
    return {
        "first": first,
        "rounds": [
            _layout(
                turns[index * per_round : (index + 1) * per_round],
                names(variant, index + 1, squares),
                players,
            )
            for index in range(ROUNDS[variant])
        ],
    }


def _layout(turns: tuple[str, ...], tiles_left: list[int | str], players: int) -> list[int | str]:
    wanted: dict[int, int | str] = {}
    for turn in turns:
        _, _, tile = turn.partition(" ")
        if tile:
            name = int(tile) if tile.isdigit() else tile
            assert name in tiles_left, f"{turn}: not a tile of this round, or wanted twice"
            tiles_left.remove(name)
            wanted[reached(turn)] = name
    for turn in turns:
        if reached(turn) not in wanted:
            takes = "-" in turn
            name = next(
                name
                for name in tiles_left
                if (row_of(name).min_players <= players) == takes and not row_of(name).mayor
            )
            tiles_left.remove(name)
            wanted[reached(turn)] = name
    return [wanted[at] if at in wanted else tiles_left.pop() for at in range(25)]


def terms(variant: str = "classic", players: int = 2, squares: bool = False) -> Terms:
    return Terms(variant, players, frozenset({"squares"} if squares else ()))


def match(
    *turns: str,
    variant: str = "classic",
    players: int = 2,
    squares: bool = False,
    first: int = 0,
    then: tuple[str, ...] = (),
) -> Any:
    """The position after these turns; ``then`` are tiles laid out for turns not yet played."""
    laid_out = setup(*turns, *then, variant=variant, players=players, squares=squares, first=first)
    return play(start(terms(variant, players, squares), laid_out), *turns)


def start(agreed: Terms, laid_out: dict[str, Any]) -> Any:
    """The first position, with all the attributes that only this game has."""
    return GAME.start(agreed, laid_out)


def play(state: Any, *turns: str) -> Any:
    for turn in turns:
        state.play(GAME.parse(turn.split()[0]))
    return state


def idle_move(state: Any) -> Any:
    """A legal move that builds nothing."""
    return next(move for move in state.legal_moves() if "-" not in str(move) or "x" in str(move))


def idle(state: Any, turns: int) -> Any:
    for _ in range(turns):
        state.play(idle_move(state))
    return state


def idle_to_round(state: Any, round_number: int) -> Any:
    while state.round + 1 < round_number:
        idle(state, 1)
    return state


def legal(state: Any) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def cells_offered(state: Any, architect_and_place: str) -> set[str]:
    """Where the tile reached from there may be built."""
    moves = (notation.split("-") for notation in legal(state) if "-" in notation)
    return {cell for take, cell in moves if take == architect_and_place and cell != "x"}


def tile_at(state: Any, architect_and_place: str) -> int | str | None:
    tile = tiles.TILES[state.site[reached(architect_and_place)]]
    return tile.name if tile else None


def building(state: Any, seat: int, cell: str) -> str | None:
    """Kind and floors of what stands there, like "tower 2"."""
    city, bit = state.cities[seat], 1 << CELLS.index(cell)
    if city[rules.EMPTY] & bit:
        return None
    kind = next(kind for kind in Kind if city[kind] & bit)
    floors = 1 + sum(bool(city[rules.FLOORS + floor] & bit) for floor in range(2, 6))
    return f"{kind.word} {floors}"


def buildings(state: Any, seat: int) -> dict[str, str]:
    found = {cell: building(state, seat, cell) for cell in cells(state.rules.board.variant)}
    return {cell: what for cell, what in found.items() if what}


def cells(variant: str) -> list[str]:
    columns = "abcd" if variant == "classic" else "abcde"
    return [column + row for row in "1234" for column in columns]


def inhabitants(state: Any, seat: int) -> int:
    return int(state.cities[seat][rules.INHABITANTS])


def energy(state: Any, seat: int) -> int:
    return int(state.cities[seat][rules.ENERGY])


def snapshot(state: Any) -> dict[str, Any]:
    """Everything in the position, to see that nothing changed."""
    frozen = state.copy()
    return {name: getattr(frozen, name) for name in frozen.__slots__}
