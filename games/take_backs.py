"""Which moves can be taken back: those since which nothing new has come to light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine import State
from games import replay
from games.models import Match, Move, Seat

START = 0  # what a take-back to before the first move calls the row it goes back to


@dataclass(frozen=True)
class TakeBack:
    """Back to the position after row ``back_to``; ``move`` is the first of those undone."""

    back_to: int
    move: Move


def take_backs(match: Match, seat: Seat) -> list[TakeBack]:
    """What the seat may ask for: undoing the last move, or everything since its own last one.

    Not the last move alone if it was a bot's: that would only ask it for another one.
    """
    line = replay.lines(match.moves.all())[-1]
    bots = {one.index for one in match.seats_in_order() if one.bot}
    own = [number for number, move in enumerate(line) if move.seat == seat.index]
    last = [len(line) - 1] if line and line[-1].seat not in bots else []
    return [
        TakeBack(line[number - 1].seq if number else START, line[number])
        for number in sorted({*last, *own[-1:]}, reverse=True)
        if _nothing_came_to_light(match, line, number)
    ]


def _nothing_came_to_light(match: Match, line: replay.Line, number: int) -> bool:
    before, now = replay.after(match, line[:number]), replay.after(match, line)
    return _known(match, before) == _known(match, now)


def _known(match: Match, state: State[Any]) -> list[Any]:
    """All that chance has shown so far, to everybody and to each seat."""
    return [state.observe(seat).setup() for seat in (None, *range(match.size))]
