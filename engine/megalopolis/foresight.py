"""The next turns, for a bot that thinks ahead.

Worlds differ in the cards that the seat can't see, but the same cities come up in all of them,
and what a card would make of a city is found out once. That is the costly part: a card has
hundreds of places. So only a few moves are offered, and only a few turns are foreseen, whoever's
they are: the table wins together, and everybody wants the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import merge
from itertools import islice

from engine import game
from engine.megalopolis import rules, scoring
from engine.megalopolis.city import City, bits
from engine.megalopolis.meta import CARDS
from engine.megalopolis.moves import Move
from engine.megalopolis.scoring import Goal
from engine.megalopolis.state import State
from engine.megalopolis.view import View
from engine.rng import Rng

WORLDS = 2
WIDTHS = (8, 4, 2)  # the most moves offered this turn, on the next one, …

Rated = tuple[int, Move]  # the score after a move


class Plan:
    """A city, and what each card could make of it."""

    __slots__ = ("_best", "_next", "city", "goal")

    def __init__(self, goal: Goal, city: City) -> None:
        self.goal = goal
        self.city = city
        self._best: dict[int, list[Rated]] = {}
        self._next: dict[Move, Plan] = {}

    def best(self, card: int) -> list[Rated]:
        """The card's best moves, the very best first."""
        found = self._best.get(card)
        if found is None:
            rated = [
                (scoring.points(self.goal, self.city.with_card(move)), move)
                for move in rules.placements(self.city, 1 << card)
            ]
            rated.sort(reverse=True)
            found = self._best[card] = rated[: WIDTHS[0]]
        return found

    def after(self, move: Move) -> Plan:
        found = self._next.get(move)
        if found is None:
            found = self._next[move] = Plan(self.goal, self.city.with_card(move))
        return found


class Foresight(game.Foresight[Move]):
    """A position of one world, and how many turns ahead it lies."""

    __slots__ = ("_ahead", "_plan", "state")

    def __init__(self, state: State, plan: Plan, ahead: int = 0) -> None:
        self.state = state
        self._plan = plan
        self._ahead = ahead

    @property
    def to_move(self) -> int | None:
        return self.state.to_move if self._ahead < len(WIDTHS) else None

    def candidates(self, most: int) -> Sequence[Move]:
        by_card = [self._plan.best(card) for card in bits(self.state.hands[self.state.mover])]
        best_first = merge(*by_card, reverse=True)
        return [move for _, move in islice(best_first, min(most, WIDTHS[self._ahead]))]

    def after(self, move: Move) -> Foresight:
        plan = self._plan.after(move)
        state = self.state.copy()
        state.push(move)
        return Foresight(state, plan, self._ahead + 1)

    def worths(self) -> Sequence[float]:
        score = scoring.points(self.state.goal, self.state.city)
        return [score] * len(self.state.hands)


def foresee(view: View, rng: Rng) -> list[Foresight]:
    plan = Plan(view.position.goal, view.position.city)
    return [Foresight(guess(view, rng), plan) for _ in range(WORLDS)]


def guess(view: View, rng: Rng) -> State:
    """The other hands, and the pile below its top card, are drawn from the cards not seen."""
    cards = rng.shuffled(unseen(view))
    state = view.position.copy()
    state.hands = [
        view.hand if seat == view.seat else sum(1 << cards.pop() for _ in range(size))
        for seat, size in enumerate(view.sizes)
    ]
    state.pile = (*state.pile[: state.drawn + 1], *cards)
    return state


def unseen(view: View) -> list[int]:
    position = view.position
    seen = {move.card for move in position.placed} | {position.top, *position.goal.conditions}
    return [card for card in range(1, CARDS + 1) if card not in seen and not view.hand >> card & 1]
