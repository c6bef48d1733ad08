"""Figures of Megalopolis alone: what a search does all the time."""

from __future__ import annotations

from engine.bench import Job, deals, each, summary
from engine.game import Json, Terms
from engine.megalopolis import GAME, scoring
from engine.megalopolis.city import City
from engine.megalopolis.scoring import Goal
from engine.rng import Rng

SOLO = Terms("normal", 1)


def cities() -> list[tuple[Goal, City]]:
    """As random moves leave them, from the first turn to the last."""
    rng = Rng("bench")
    found = []
    for setup in deals(GAME, SOLO):
        state = GAME.start(SOLO, setup)
        while state.to_move is not None:
            state.push(rng.choice(state.legal_moves()))
            found.append((state.goal, state.city))
    return found


def measure_scoring() -> Json:
    return summary(each(lambda found: scoring.points(*found), cities()), "us", 1e6)


def measure_sheets() -> Json:
    return summary(each(lambda found: scoring.sheet(*found), cities()), "us", 1e6)


JOBS: dict[str, Job] = {
    "scoring": measure_scoring,
    "sheets": measure_sheets,
}
