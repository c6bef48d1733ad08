"""Positions for tests: matches whose hands and pile hold what the moves want to play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Terms
from engine.megalopolis import GAME, rules, setups
from engine.megalopolis.city import City, bits
from engine.megalopolis.moves import Move, parse
from engine.megalopolis.state import State

EVERY_CARD = range(1, 19)


def build(*placements: str) -> City:
    """The city of these cards, the first of them included; nothing is checked."""
    city = rules.NO_CITY
    for notation in placements:
        city = city.with_card(parse(notation))
    return city


def setup(
    hands: Sequence[Sequence[int]],
    pile: Sequence[int] = (),
    conditions: Sequence[int] = (),
    first: int = 0,
) -> dict[str, Any]:
    """What is not said is filled up with the cards that are left, in order."""
    given = {*pile, *conditions, *(card for hand in hands for card in hand)}
    left = [card for card in EVERY_CARD if card not in given]
    conditions = [*conditions, *(left.pop() for _ in range(3 - len(conditions)))]
    sizes = setups.hand_sizes(len(hands), first)
    full = [
        [*hand, *(left.pop(0) for _ in range(size - len(hand)))]
        for hand, size in zip(hands, sizes, strict=True)
    ]
    return {"first": first, "conditions": conditions, "hands": full, "pile": [*pile, *left]}


def match(
    hands: Sequence[Sequence[int]],
    pile: Sequence[int] = (),
    conditions: Sequence[int] = (),
    first: int = 0,
    variant: str = "normal",
) -> State:
    laid_out = setup(hands, pile, conditions, first)
    return GAME.start(Terms(variant, len(hands)), laid_out)


def started(players: int, seed: str = "seed", variant: str = "normal") -> State:
    terms = Terms(variant, players)
    return GAME.start(terms, GAME.deal(terms, seed))


def play(state: State, *notations: str) -> State:
    for notation in notations:
        state.play(parse(notation))
    return state


def play_card(state: State, card: int) -> State:
    """Anywhere."""
    state.play(next(move for move in state.legal_moves() if move.card == card))
    return state


def hands(state: State) -> list[list[int]]:
    return [bits(hand) for hand in state.hands]


def legal(state: State) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def spots(state: State, card: int) -> set[tuple[int, int]]:
    """Where the card may lie, turned or not."""
    return {(move.x, move.y) for move in state.legal_moves() if move.card == card}


def cells(move: Move) -> set[tuple[int, int]]:
    return {(move.x + dx, move.y + dy) for dx in (0, 1) for dy in (0, 1)}
