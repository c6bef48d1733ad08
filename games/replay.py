"""From rows to positions: a match is its set-up and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine import EngineError, State, Text
from games.models import Match, Move


class BrokenLog(Exception):
    """A stored match that the rules no longer accept, and where."""


@dataclass(frozen=True)
class Step:
    """A line of the log, with the position it led to and what it did in words."""

    move: Move
    words: Text | None
    state: State[Any]


def first_position(match: Match) -> State[Any]:
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


def check(match: Match) -> State[Any]:
    """The position, with every stored move held against the rules and the order of the seats."""
    try:
        state = first_position(match)
        for number, move in enumerate(match.moves.all(), 1):
            if move.seq != number:
                raise BrokenLog(f"move {number} is missing")
            if move.kind == Move.Kind.MOVE:
                if state.to_move != move.seat:
                    raise BrokenLog(f"move {number}: it was not the turn of seat {move.seat}")
                state.play(match.rules.parse(move.text))
    except EngineError as error:
        raise BrokenLog(str(error)) from error
    return state
