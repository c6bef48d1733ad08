"""From rows to positions: a match is its set-up and its moves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from engine import EngineError, State, Text
from engine.record import result
from games.models import Match, Move


class BrokenLog(Exception):
    """A stored match that the rules no longer accept, and where."""


@dataclass(frozen=True)
class Step:
    """A line of the log, with the position it led to and what it did in words."""

    move: Move
    words: Text | None
    state: State[Any]


@dataclass(frozen=True)
class Standing:
    """What a match row says of its position."""

    status: Match.Status
    to_move: int | None
    result: dict[str, Any] | None


def standing(match: Match, state: State[Any], resigned: Collection[int]) -> Standing:
    """Between two, a resignation ends the match; with more, a bot plays on for the seat."""
    outcome = state.outcome()
    if outcome is not None:
        return Standing(Match.Status.FINISHED, None, result(outcome))
    if resigned and match.size == 2:
        return Standing(Match.Status.FINISHED, None, conceded(state, resigned))
    return Standing(Match.Status.RUNNING, state.to_move, None)


def conceded(state: State[Any], resigned: Collection[int]) -> dict[str, Any]:
    """The scores as they stand, the ranks as the resignation decides them."""
    scores = state.observe(None).scores()
    ranks = [2 if seat in resigned else 1 for seat in range(len(scores))]
    return {"scores": list(scores), "ranks": ranks, "resigned": sorted(resigned)}


def first_position(match: Match) -> State[Any]:
    assert match.setup is not None, "a match is dealt when it starts"
    return match.rules.start(match.terms, match.setup)


def position(match: Match) -> State[Any]:
    """The position after all moves."""
    state = first_position(match)
    for move in match.moves.all():
        play(match, state, move)
    return state


def steps(match: Match) -> Iterator[Step]:
    """Every line of the log in turn. The state is one object that goes on: copy it to keep it."""
    state = first_position(match)
    for move in match.moves.all():
        words = None
        if move.kind == Move.Kind.MOVE:
            words = state.describe(match.rules.parse(move.text))
        play(match, state, move)
        yield Step(move, words, state)


def play(match: Match, state: State[Any], move: Move) -> None:
    """What was played was legal then, and is checked by ``manage.py replay_matches``."""
    if move.kind == Move.Kind.MOVE:
        state.push(match.rules.parse(move.text))


def check(match: Match) -> Standing:
    """Where the log leads, with every move of it held against the rules and the turn order."""
    resigned = set()
    try:
        state = first_position(match)
        for number, move in enumerate(match.moves.all(), 1):
            if move.seq != number:
                raise BrokenLog(f"move {number} is missing")
            if move.kind == Move.Kind.RESIGN:
                resigned.add(move.seat)
            elif state.to_move != move.seat:
                raise BrokenLog(f"move {number}: it was not the turn of seat {move.seat}")
            else:
                state.play(match.rules.parse(move.text))
    except EngineError as error:
        raise BrokenLog(str(error)) from error
    return standing(match, state, resigned)


def problems(match: Match) -> list[str]:
    """What is wrong with a stored match: a log that does not play, or a row unlike it."""
    try:
        found = check(match)
    except BrokenLog as error:
        return [str(error)]
    seats = match.seats_in_order()
    computed = found.result or {"scores": [None] * match.size, "ranks": [None] * match.size}
    stored_and_found = {
        "version": (match.version, match.rules.version),
        "status": (match.status, found.status),
        "seq": (match.seq, len(match.moves.all())),
        "to_move": (match.to_move, found.to_move),
        "result": (match.result, found.result),
        "scores": ([seat.score for seat in seats], computed["scores"]),
        "ranks": ([seat.rank for seat in seats], computed["ranks"]),
    }
    return [
        f"{name} is {stored}, but the moves give {right}"
        for name, (stored, right) in stored_and_found.items()
        if stored != right
    ]
