"""Thinks ahead: to what each of its moves leads, if everybody then does what is best for them.

Of each seat only the most promising moves are looked at, ever fewer the further away they are.
The bot first looks one of its own turns ahead, then two, and so on, until the game foresees no
more; then at twice as many moves each time, at three times as many, and so on, until it has seen
all there is. How much it looks at is counted in positions, so that its move depends on the position
and the seed alone. The budget of computing time is for slow machines: where it runs out, the best
move found by then is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter, thread_time
from typing import Generic

from engine.game import Foresight, Game, Move, View
from engine.rng import Rng

BUDGET = 2.0  # seconds of computing
POSITIONS = 12_000
OWN = (12, 6, 4, 2)  # moves looked at on the bot's first turn from now, on its second, …
REPLIES = (2, 1, 1, 1)  # and on the turn of whoever comes next; the others do what looks best


def choose(game: Game[Move], view: View[Move], rng: Rng, *, budget: float = BUDGET) -> Move:
    """The move that leads to what is worth most to the view's seat."""
    if view.seat is None or view.seat != view.to_move:
        raise ValueError("it is not this seat's turn")
    return Search(view.seat, game.foresee(view, rng), budget).best_move()


class Spent(Exception):
    """The search has looked at as many positions as it may, or for as long."""


class Search(Generic[Move]):
    """The thinking about one move, in all the worlds that the seat may be in."""

    def __init__(
        self, seat: int, worlds: Sequence[Foresight[Move]], budget: float, most: int = POSITIONS
    ) -> None:
        self.positions = 0
        self._most = most
        self._end = thread_time() + budget
        self._clock = 0.0  # the time of day before which the budget can't be spent
        self._seat = seat
        self._worlds = worlds
        self._turns = 0  # of its own that it looks ahead
        self._breadth = 1  # how many times as many moves it looks at
        self._deeper = True  # whether there are more turns to see
        self._wider = False  # whether there are more moves

    def best_move(self) -> Move:
        choices = self._choices(self._worlds[0], OWN[0])
        best = choices[0]
        with suppress(Spent):
            while len(choices) > 1 and self._look_further():
                values: dict[Move, float] = {}
                # In case this look is cut short: what seemed best comes first.
                for move in dict.fromkeys([*choices, *self._choices(self._worlds[0], OWN[0])]):
                    values[move] = self._value(move)
                    best = max(values, key=values.__getitem__)
                choices = sorted(values, key=values.__getitem__, reverse=True)
        return best

    def _look_further(self) -> bool:
        """One turn further, or, where the game foresees no more of them, at more moves.

        Not among guesses: there a closer look took ten times as long and led to no more points.
        """
        if self._deeper and self._turns < len(OWN):
            self._turns += 1
        elif self._wider and len(self._worlds) == 1:
            self._breadth += 1
        else:
            return False
        self._deeper = self._wider = False
        return True

    def _choices(self, scene: Foresight[Move], most: int) -> Sequence[Move]:
        most *= self._breadth
        choices = scene.candidates(most)
        self._wider |= len(choices) == most
        return choices

    def _value(self, move: Move) -> float:
        return sum(
            self._worths(world.after(move), 1, REPLIES[0])[self._seat] for world in self._worlds
        )

    def _worths(self, scene: Foresight[Move], turn: int, replies: int) -> Sequence[float]:
        """Of all seats, once each has done what is best for itself."""
        self._count()
        mover = scene.to_move
        if mover is None:
            return scene.worths()
        if mover != self._seat:
            choices, then = self._choices(scene, replies), 1
        elif turn < self._turns:
            choices, then = self._choices(scene, OWN[turn]), REPLIES[turn]
            turn += 1
        else:
            self._deeper = True
            return scene.worths()
        futures = [self._worths(scene.after(move), turn, then) for move in choices]
        return max(futures, key=lambda worths: worths[mover])

    def _count(self) -> None:
        if self.positions == self._most:
            raise Spent
        if perf_counter() >= self._clock:
            self._look_at_clock()
        self.positions += 1

    def _look_at_clock(self) -> None:
        """Computing never takes less time than it counts, and on some machines asking is slow."""
        left = self._end - thread_time()
        if left <= 0:
            raise Spent
        self._clock = perf_counter() + left
