"""The rest of the round, for a bot that thinks ahead: up to its end nothing is hidden.

What the rounds to come will bring is in the outlook of the cities (``appraisal``). In the last
round there is nothing to come, and all is exact: the points, and what decides a tie.

A search comes to the same cities again and again, by other moves or in another order. So what a
city is worth, and where each tile would go in it, is found out once per search.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine import game
from engine.quadropolis import appraisal, rules, scoring, tiles
from engine.quadropolis.meta import TURNS_PER_ROUND
from engine.quadropolis.moves import DISCARD, MOVES, NOTHING, Move
from engine.quadropolis.rules import BITS, City, Rules
from engine.quadropolis.state import State

ENVY = 1.0  # what a point of the strongest rival costs
COMMON_MAYOR = 2.0  # what the mayor is worth where the first choice is one of architects too


def _faces() -> tuple[int, ...]:
    """For each tile the first one that shows the same."""
    first: dict[tuple[object, ...], int] = {}
    shown = zip(tiles.KIND, tiles.INHABITANTS, tiles.ENERGY, tiles.POINTS, strict=True)
    return tuple(first.setdefault(face, tile) for tile, face in enumerate(shown))


FACE = _faces()


class Prospect:
    """A city with so many turns of its owner to come."""

    __slots__ = ("_best_cell", "_built", "_idle", "_known", "city", "rules", "turns", "worth")

    def __init__(
        self, rules_: Rules, city: City, turns: int, known: dict[tuple[int, ...], Prospect]
    ):
        self.rules = rules_
        self.city = city
        self.turns = turns
        self.worth = appraisal.outlook(rules_, city, turns) if turns else final_worth(rules_, city)
        self._known = known
        self._built: dict[tuple[int, int], Prospect] = {}
        self._best_cell: dict[tuple[int, int], tuple[float, int] | None] = {}
        self._idle: Prospect | None = None

    def built(self, tile: int, cell: int) -> Prospect:
        key = (FACE[tile], cell)
        found = self._built.get(key)
        if found is None:
            city = self.city[:]
            rules.build(city, tile, cell)
            rules.receive(city, tile)
            found = self._built[key] = self._next(city)
        return found

    def idle(self) -> Prospect:
        if self._idle is None:
            self._idle = self._next(self.city)
        return self._idle

    def _next(self, city: City) -> Prospect:
        key = (self.turns, *city)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Prospect(self.rules, city, self.turns - 1, self._known)
        return found

    def best_cell(self, tile: int, architect: int) -> tuple[float, int] | None:
        """Where the architect had best build the tile, and what the city is worth then."""
        key = (FACE[tile], architect)
        if key not in self._best_cell:
            cells = rules.building_cells(self.rules, self.city, tiles.KIND[tile], architect)
            worths = [(self.built(tile, cell).worth, cell) for cell in BITS[cells]]
            self._best_cell[key] = max(worths, default=None)
        return self._best_cell[key]


def final_worth(rules_: Rules, city: City) -> float:
    """The points, with what decides a tie as a fraction of one."""
    points, placed, filled = scoring.standing(rules_, city)
    return points + placed / 2**8 + filled / 2**16


class Foresight(game.Foresight[Move]):
    """A position of the round. Its cities are the prospects; the state goes without."""

    __slots__ = ("_mayor", "_prospects", "_state")

    def __init__(self, state: State, prospects: list[Prospect], mayor: float) -> None:
        self._state = state
        self._prospects = prospects
        self._mayor = mayor  # what it is worth

    @property
    def to_move(self) -> int | None:
        state = self._state
        return state.mover if state.turn < state.players * TURNS_PER_ROUND else None

    def candidates(self, most: int) -> list[Move]:
        ranked = sorted(self._options(), reverse=True)
        return [move for _, move in ranked[:most]]

    def _options(self) -> Iterator[tuple[float, Move]]:
        """With their worth; where an architect reaches a space from two places, one is enough."""
        state = self._state
        prospect = self._prospects[state.mover]
        idle = prospect.idle().worth
        places = BITS[rules.free_places(state)]
        for architect in BITS[rules.free_architects(state)]:
            reached = rules.SPACE_REACHED[architect]
            from_place = {reached[place]: place for place in places}
            for space, place in from_place.items():
                tile = state.site[space]
                best = prospect.best_cell(tile, architect) if tile else None
                if best:
                    worth, cell = best
                    mayor = self._mayor if tiles.MAYOR[tile] else 0
                    yield worth + mayor, MOVES[architect][place][cell]
            yield idle, MOVES[architect][place][DISCARD if tile else NOTHING]

    def after(self, move: Move) -> Foresight:
        state = self._state.copy()
        prospects = self._prospects[:]
        mover = state.mover
        rules.use_architect(state, move.architect, move.place)
        tile = rules.take(state, rules.SPACE_REACHED[move.architect][move.place])
        if move.cell >= 0:
            prospects[mover] = prospects[mover].built(tile, move.cell)
            if tiles.MAYOR[tile]:
                state.mayor = mover
        else:
            prospects[mover] = prospects[mover].idle()
        state.turn += 1
        state.mover = (mover + 1) % state.players
        return Foresight(state, prospects, self._mayor)

    def worths(self) -> list[float]:
        """How far each is ahead of the strongest rival."""
        worths = [prospect.worth for prospect in self._prospects]
        worths[self._state.mayor] += self._mayor
        return [
            own - ENVY * max(worths[:seat] + worths[seat + 1 :]) for seat, own in enumerate(worths)
        ]


def foresee(position: State) -> Foresight:
    state = position.copy()
    state.cities = []
    rounds = position.rules.board.rounds - position.round
    known: dict[tuple[int, ...], Prospect] = {}
    prospects = []
    for seat, city in enumerate(position.cities):
        turns = rounds * TURNS_PER_ROUND - sum(owner == seat for owner, _, _ in position.placed)
        prospects.append(Prospect(position.rules, city, turns, known))
    return Foresight(state, prospects, mayor(position.rules) if rounds > 1 else 0)


def mayor(rules_: Rules) -> float:
    return COMMON_MAYOR if rules_.board.common_architects else appraisal.MAYOR
