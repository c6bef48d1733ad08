"""Positions for tests: matches with a pile of one's own, and drawn cities with a hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Outcome, Terms
from engine.greenways import GAME, tiles
from engine.greenways.city import City
from engine.greenways.state import State
from tests.engine.greenways import drawings

TERMS = Terms("solo", 1)
CODES = [tiles.TILES[tile].code for tile in tiles.DECK]


def setup(*top: str, bottom: Sequence[str] = ()) -> dict[str, list[str]]:
    """A pile with these tiles on top, and these at the bottom."""
    others = list(CODES)
    for code in (*top, *bottom):
        others.remove(code)
    return {"pile": [*top, *others, *bottom]}


def match(*moves: str, top: Sequence[str] = (), bottom: Sequence[str] = ()) -> State:
    """A match with such a pile, after some moves."""
    state = GAME.start(TERMS, setup(*top, bottom=bottom))
    assert isinstance(state, State)
    return play(state, *moves)


def play(state: State, *moves: str) -> State:
    for notation in moves:
        state.play(GAME.parse(notation))
    return state


def dealt(seed: str) -> State:
    state = GAME.start(TERMS, GAME.deal(TERMS, seed))
    assert isinstance(state, State)
    return state


def position(city: City | str, hand: Sequence[str], pile: Sequence[str] = ()) -> State:
    """A city with these tiles in hand, before it is seen whether they fit."""
    state = match()
    state.city = drawings.draw(city) if isinstance(city, str) else city
    state.hand = numbers(hand)
    state.stack = tiles.DECK + tuple(numbers(pile))  # as if all were seen before
    state.drawn = len(tiles.DECK)
    return state


def outcome(state: State) -> Outcome:
    found = state.outcome()
    assert found is not None
    return found


def numbers(codes: Sequence[str]) -> list[int]:
    return [tiles.TILE_BY_CODE[code] for code in codes]


def codes(numbers_: Sequence[int]) -> list[str]:
    return [tiles.TILES[number].code for number in numbers_]


def legal(state: State) -> list[str]:
    return sorted(map(str, state.legal_moves()))
