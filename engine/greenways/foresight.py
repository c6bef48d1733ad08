"""The next few placements, for a bot that thinks ahead.

Worlds differ in the tiles that will be drawn, but the same cities come up in all of them, and in
each by several orders of play. So what a tile would make of a city is found out once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from heapq import merge
from itertools import islice

from engine import game
from engine.greenways import rules, scoring, tiles
from engine.greenways.city import City
from engine.greenways.moves import Move
from engine.greenways.outlook import Outlook
from engine.greenways.state import State
from engine.greenways.view import View
from engine.rng import Rng

WORLDS = 12
HORIZON = 2  # placements


class Plan:
    """A city, and what each tile would make of it; ``known`` has all plans by their placements."""

    __slots__ = ("_by_tile", "_known", "_outlook", "_placements", "city", "worth")

    def __init__(
        self,
        city: City,
        outlook: Outlook,
        placements: frozenset[Move],
        known: dict[frozenset[Move], Plan],
    ) -> None:
        self.city = city
        self.worth = outlook.worth(city, [move.tile for move in placements])
        self._outlook = outlook
        self._placements = placements
        self._known = known
        self._by_tile: dict[int, list[tuple[float, Move]]] = {}

    def best(self, tile: int) -> list[tuple[float, Move]]:
        found = self._by_tile.get(tile)
        if found is None:
            moves = rules.placements(self.city, tile)
            found = sorted(((self.after(move).worth, move) for move in moves), reverse=True)
            self._by_tile[tile] = found
        return found

    def after(self, move: Move) -> Plan:
        placements = self._placements | {move}
        found = self._known.get(placements)
        if found is None:
            city = self.city.copy()
            city.place(*move)
            found = self._known[placements] = Plan(city, self._outlook, placements, self._known)
        return found


class Foresight(game.Foresight[Move]):
    __slots__ = ("_ahead", "_plan", "_state")

    def __init__(self, state: State, plan: Plan, ahead: int) -> None:
        self._state = state
        self._plan = plan
        self._ahead = ahead

    @property
    def pile(self) -> tuple[int, ...]:
        return self._state.pile

    @property
    def to_move(self) -> int | None:
        return None if self._ahead == HORIZON else self._state.to_move

    def candidates(self, most: int) -> Sequence[Move]:
        by_tile = [self._plan.best(tile) for tile in set(self._state.hand)]
        return [move for _, move in islice(merge(*by_tile, reverse=True), most)]

    def after(self, move: Move) -> Foresight:
        plan = self._plan.after(move)
        state = self._state.with_city(plan.city)
        state.use(move.tile)
        if not state.over:
            state.redraw()
        return Foresight(state, plan, self._ahead + 1)

    def worths(self) -> Sequence[float]:
        if self._state.over:
            return [scoring.points(self._plan.city, self._state.unused)]
        return [self._plan.worth]


def foresee(view: View, rng: Rng) -> list[Foresight]:
    position = view.position
    unseen = unseen_tiles(position)
    seen = [tile for tile in position.pile if tile != tiles.UNKNOWN]
    outlook = Outlook([*position.hand, *unseen, *seen])
    plan = Plan(position.city, outlook, frozenset(), {})
    worlds = WORLDS if unseen else 1
    return [Foresight(guess(position, rng.shuffled(unseen)), plan, 0) for _ in range(worlds)]


def unseen_tiles(position: State) -> list[int]:
    """The tiles that were never drawn, in the order of the data file."""
    seen = Counter(position.stack[: len(tiles.DECK)])
    return sorted((Counter(tiles.DECK) - seen).elements())


def guess(position: State, order: Sequence[int]) -> State:
    """The position with the unseen tiles in this order."""
    state = position.with_city(position.city)
    unseen = iter(order)
    state.stack = tuple(next(unseen) if tile == tiles.UNKNOWN else tile for tile in state.stack)
    return state
