"""Figures of Greenways alone: fast playouts, legal moves, copies and scoring."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from engine.bench import Job, deals, each, rate, summary
from engine.game import Json, Terms
from engine.greenways import GAME, scoring
from engine.greenways.state import State

TERMS = Terms("solo", 1)
PLAYOUT_SECONDS = 1.0


def starts() -> list[State]:
    return [GAME.start(TERMS, setup) for setup in deals(GAME, TERMS)]


def push_any(state: State, random: Random) -> None:
    moves = state.legal_moves()
    state.push(moves[int(random.random() * len(moves))])


def scored_playout(random: Random, start: State) -> None:
    state = start.copy()
    while not state.over:
        push_any(state, random)
    scoring.points(state.city, state.unused)


def measure_playouts() -> Json:
    """Random playouts, final scoring included."""
    once = partial(scored_playout, Random(1))
    return {"playouts_per_second": rate(once, starts(), PLAYOUT_SECONDS)}


def positions() -> list[State]:
    """Every position of some random matches."""
    random, found = Random(2), []
    for state in starts():
        while not state.over:
            found.append(state.copy())
            push_any(state, random)
    return found


def measure(once: Callable[[State], object]) -> Json:
    return summary(each(once, positions()), "us", 1e6)


def sheet(state: State) -> scoring.Sheet:
    return scoring.sheet(state.city, state.unused)


JOBS: dict[str, Job] = {
    "solo": measure_playouts,
    "solo legal moves": partial(measure, State.legal_moves),
    "solo copy": partial(measure, State.copy),
    "solo scoring": partial(measure, sheet),
}
