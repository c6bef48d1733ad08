"""From rows to positions: a match is its set-up and its moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine import EngineError, Outcome, State, Text
from engine.record import result
from games.models import Match, Move


class BrokenLog(Exception):
    """A stored match that the rules no longer accept, and where."""


@dataclass(frozen=True)
class Step:
    """A row of the log, with the position it led to and what it did in words."""

    move: Move
    words: Text | None
    state: State[Any]


@dataclass(frozen=True)
class Standing:
    """What a match row says of its position."""

    status: Match.Status
    to_move: int | None
    result: dict[str, Any] | None


# What a result calls those who left, in the order of the log.
LEAVING = {Move.Kind.RESIGN: "resigned", Move.Kind.TIME_OUT: "timed_out"}

Line = tuple[Move, ...]


def standing(match: Match, state: State[Any]) -> Standing:
    """In a duel whoever leaves ends the match; else a bot plays on for the seat."""
    left = departures(match)
    outcome = state.outcome()
    if outcome is not None:
        found = result(outcome) | left | {"ranks": _ranks(match, outcome, _all(left))}
        return Standing(Match.Status.FINISHED, None, found)
    if left and match.is_duel:
        return Standing(Match.Status.FINISHED, None, conceded(state, left))
    return Standing(Match.Status.RUNNING, state.to_move, None)


def _ranks(match: Match, outcome: Outcome, gone: set[int]) -> list[int]:
    """Where all win or lose together, who left changes nothing in that."""
    if not match.is_contest:
        return list(outcome.ranks)
    people = {seat.index for seat in match.seats.all() if seat.player and not seat.player.bot}
    return final_ranks(outcome.ranks, people, gone)


def departures(match: Match) -> dict[str, list[int]]:
    """The seats whose players left, by how they did; what a substitute does later is not theirs."""
    first: dict[int, str] = {}
    for move in match.moves.all():
        if move.kind in LEAVING:
            first.setdefault(move.seat, LEAVING[Move.Kind(move.kind)])
    return {
        how: sorted(seat for seat in first if first[seat] == how)
        for how in LEAVING.values()
        if how in first.values()
    }


def conceded(state: State[Any], left: dict[str, list[int]]) -> dict[str, Any]:
    """The scores as they stand, the ranks as the departure decides them."""
    scores = state.observe(None).scores()
    ranks = [2 if seat in _all(left) else 1 for seat in range(len(scores))]
    return {"scores": list(scores), "ranks": ranks, **left}


def final_ranks(ranks: Sequence[int], people: set[int], gone: set[int]) -> list[int]:
    """Whoever left is last among the people, however well the bot or the substitute did.

    A seat that was left comes right after the last person who stayed, if it was not behind anyway;
    several such seats are in the order of their cities.
    """
    last = max((ranks[seat] for seat in people - gone), default=0)
    keys = [
        (max(rank, last), 1, rank) if seat in gone else (rank, 0, 0)
        for seat, rank in enumerate(ranks)
    ]
    return [1 + sum(other < own for other in keys) for own in keys]


def _all(left: dict[str, list[int]]) -> set[int]:
    return {seat for seats in left.values() for seat in seats}


def first_position(match: Match) -> State[Any]:
    assert match.setup is not None, "a match is dealt when it starts"
    return match.rules.start(match.terms, match.setup)


def position(match: Match) -> State[Any]:
    """The position after all moves."""
    return after(match, lines(match.moves.all())[-1])


def lines(log: Iterable[Move]) -> list[Line]:
    """The moves that lead to the position after each row, and before the first one.

    A take-back leads to where the row it names did; the rows in between count no more, but stay.
    """
    found: list[Line] = [()]
    for move in log:
        if move.kind == Move.Kind.TAKE_BACK:
            found.append(found[int(move.text)])
        elif move.kind == Move.Kind.MOVE:
            found.append((*found[-1], move))
        else:
            found.append(found[-1])
    return found


def after(match: Match, line: Line) -> State[Any]:
    """What was played was legal then, and is checked by ``manage.py replay_matches``."""
    state = first_position(match)
    for move in line:
        state.push(match.rules.parse(move.text))
    return state


def steps(match: Match) -> Iterator[Step]:
    """Every row of the log in turn. The state is one object that goes on: copy it to keep it."""
    log = list(match.moves.all())
    state = first_position(match)
    for move, line in zip(log, lines(log)[1:], strict=True):
        words = None
        if move.kind == Move.Kind.MOVE:
            played = match.rules.parse(move.text)
            words = state.describe(played)
            state.push(played)
        elif move.kind == Move.Kind.TAKE_BACK:
            state = after(match, line)
        yield Step(move, words, state)


def check(match: Match) -> Standing:
    """Where the log leads, with every move of it held against the rules and the turn order."""
    try:
        state = first_position(match)
        log = list(match.moves.all())
        for number, move in enumerate(log, 1):
            if move.seq != number:
                raise BrokenLog(f"move {number} is missing")
            if move.kind == Move.Kind.TAKE_BACK:
                state = _taken_back(match, log[: number - 1], move)
            elif move.kind == Move.Kind.MOVE:
                _check_turn(state, move)
                state.play(match.rules.parse(move.text))
    except EngineError as error:
        raise BrokenLog(str(error)) from error
    return standing(match, state)


def _taken_back(match: Match, log: list[Move], move: Move) -> State[Any]:
    if not move.text.isdecimal() or int(move.text) > len(log):
        raise BrokenLog(f"move {move.seq}: there is no row {move.text} to go back to")
    return after(match, lines(log)[int(move.text)])


def _check_turn(state: State[Any], move: Move) -> None:
    if state.to_move != move.seat:
        raise BrokenLog(f"move {move.seq}: it was not the turn of seat {move.seat}")


def problems(match: Match) -> list[str]:
    """What is wrong with a stored match: a log that does not play, or a row unlike it."""
    try:
        found = check(match)
    except BrokenLog as error:
        return [str(error)]
    if match.status == Match.Status.CANCELLED:  # which no move decides
        found = Standing(Match.Status.CANCELLED, None, None)
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
