"""Figures of Quadropolis alone: fast playouts, and scoring at its usual and at its worst."""

from __future__ import annotations

from functools import partial
from random import Random

from engine.bench import Job, deals, each, rate, summary
from engine.game import Json, Terms
from engine.quadropolis import GAME, rules, scoring
from engine.quadropolis.cities import EXPERT_ONLY, PRINTED
from engine.quadropolis.meta import Kind
from engine.quadropolis.rules import BITS, RULES, City, Rules
from engine.quadropolis.state import State

PLAYOUT_SECONDS = 1.0
TYPICAL_PLAYOUTS = 100
FULL_CITIES = 150


def playout(random: Random, start: State) -> State:
    state = start.copy()
    while not state.over:
        state.push(state.random_move(random.random))
    return state


def scored_playout(random: Random, start: State) -> None:
    playout(random, start).standings()


def starts(variant: str, players: int) -> list[State]:
    terms = Terms(variant, players)
    return [GAME.start(terms, setup) for setup in deals(GAME, terms)]


def measure_playouts(variant: str, players: int) -> Json:
    """Random playouts, final scoring included, once the engine's caches are warm.

    That is how a search meets them; the first thousand of a process are about a fifth slower.
    """
    once = partial(scored_playout, Random(1))
    return {"playouts_per_second": rate(once, starts(variant, players), PLAYOUT_SECONDS)}


def measure_typical_scoring(variant: str) -> Json:
    """Cities as random playouts leave them."""
    random, games = Random(2), starts(variant, 2)
    ends = [playout(random, games[number % len(games)]) for number in range(TYPICAL_PLAYOUTS)]
    found = [city for end in ends for city in end.cities]
    return summary(each(partial(scoring.standing, RULES[variant]), found), "us", 1e6)


def measure_full_cities(variant: str) -> Json:
    """Random cities without an empty cell: hard ones, but not proven to be the hardest."""
    random, rules_ = Random(3), RULES[variant]
    found = [full_city(rules_, random) for _ in range(FULL_CITIES)]
    return summary(each(partial(scoring.standing, rules_), found), "ms", 1e3)


def full_city(rules_: Rules, random: Random) -> City:
    kinds = [kind for kind in Kind if rules_.board.variant == "expert" or kind not in EXPERT_ONLY]
    # Few kinds in a city make it hard: then its buildings compete for the same resources.
    chosen = random.sample(kinds, random.randint(2, len(kinds)))
    city = rules.empty_city(rules_)
    for cell in BITS[rules_.cells]:
        put_random(rules_, city, random.choice(chosen), cell, random)
    city[rules.INHABITANTS] = random.randint(0, 30)
    city[rules.ENERGY] = random.randint(0, 20)
    return city


def put_random(rules_: Rules, city: City, kind: Kind, cell: int, random: Random) -> None:
    rules.put(city, kind, cell, random.randint(0, 3) if kind in PRINTED else 0)
    floors = random.randint(1, rules_.board.max_floors) if kind in rules.STACKED else 1
    for _ in range(1, floors):
        rules.add_floor(city, 1 << cell)


JOBS: dict[str, Job] = {
    "classic 2p": partial(measure_playouts, "classic", 2),
    "expert 4p": partial(measure_playouts, "expert", 4),
    "classic typical scoring": partial(measure_typical_scoring, "classic"),
    "expert typical scoring": partial(measure_typical_scoring, "expert"),
    "classic full cities scoring": partial(measure_full_cities, "classic"),
    "expert full cities scoring": partial(measure_full_cities, "expert"),
}
