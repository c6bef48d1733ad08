"""Where a card may lie, and what happens in a turn: one function per rule.

A hand is a bit mask of card numbers, so nothing tells in which order its cards came.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.megalopolis.cards import STRIDE
from engine.megalopolis.city import MARGIN, City, beside, bits
from engine.megalopolis.moves import MOVES, Move

if TYPE_CHECKING:
    from engine.megalopolis.state import State

NO_CITY = City((0, 0, 0, 0), (0, 0, 0, 0), -MARGIN, -MARGIN)


def first_placement(card: int) -> Move:
    """The first card lies at 0,0 as printed."""
    return MOVES[card][False][0]


def spots(built: int) -> int:
    """Where a card's top-left block may lie: the card covers blocks, or touches a side of some."""
    reach = built | beside(built)
    wide = reach | reach >> 1
    return wide | wide >> STRIDE


def touches(city: City, x: int, y: int) -> bool:
    """Whether a card may lie there."""
    column, row = x - city.left, y - city.top
    in_grid = 0 <= column < STRIDE and row >= 0
    return in_grid and bool(spots(city.built) >> STRIDE * row + column & 1)


def placements(city: City, hand: int) -> list[Move]:
    """Every card of the hand on every spot, both ways round."""
    corner = STRIDE * city.top + city.left
    places = [corner + bit for bit in bits(spots(city.built))]
    return [row[place] for card in bits(hand) for row in MOVES[card] for place in places]


def pass_hand(state: State, left: int) -> None:
    """All cards that remain go to the player on the left (solo: they stay)."""
    passed = state.hands[state.mover]
    state.hands[state.mover] = 0
    state.hands[left] |= passed


def draw(state: State) -> None:
    """The top card of the pile, if there is one."""
    if state.drawn < len(state.pile):
        state.hands[state.mover] |= 1 << state.pile[state.drawn]
        state.drawn += 1
