"""Figures of Quadropolis alone: fast playouts, and scoring at its usual and at its worst."""

from __future__ import annotations

from functools import partial
from random import Random

from engine.bench import Job, deals, each, rate, summary
from engine.game import Json, Terms
from engine.quadropolis import GAME, rules, scoring
from engine.quadropolis.cities import PRINTED
from engine.quadropolis.meta import EXPERT_ONLY, Kind
from engine.quadropolis.rules import BITS, RULES, City, Rules
from engine.quadropolis.state import State

PLAYOUT_SECONDS = 1.0
TYPICAL_PLAYOUTS = 100
FULL_CITIES = 150
MARKS = dict(zip("TSCPQFHOM", Kind, strict=True))
# Inhabitants, energy and rows, as a long hill-climb for the slowest cities left them. These can
# be built: with tiles of the box, four of each round, and what they bring.
HARDEST = (
    (8, 17, "O F O O O / H H H H F / O F H H O / O F H F O"),
    (8, 18, "O H O H O / F O F H F / O H H F H / O F O O O"),
    (8, 11, "O F O O O / H H1 H H F / O F H F O / O O H O O"),
    (8, 18, "O F O F O / H H H H O / H3 F H H F / O O H H H2"),
    (7, 16, "O O F O O / O O H1 H2 F / F F H H H / O O F H H"),
    (8, 7, "T O F O H / O H H H H / O O O O O / O O O O O"),
)
# Nobody could: no tiles bring these inhabitants and this energy.
HARDEST_IMAGINED = (
    (10, 11, "O F O O C1 / O H1 O O O / O F O O O / O F O O O"),
    (8, 18, "O F O O O / O O F O O / O F O F O / F O O O O"),
    (9, 12, "O O F O F / O O H3 F O / O O F O F / O O H O O"),
    (11, 7, "S F F S F / S F F S S / S F C F F / S F F S O"),
)


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


def measure_hardest(drawings: tuple[tuple[int, int, str], ...]) -> Json:
    expert = RULES["expert"]
    found = [drawn(expert, *drawing) for drawing in drawings]
    return summary(each(partial(scoring.standing, expert), found), "ms", 1e3)


def drawn(rules_: Rules, inhabitants: int, energy: int, rows: str) -> City:
    city = rules.empty_city(rules_)
    for cell, mark in enumerate(rows.replace("/", " ").split()):
        rules.put(city, MARKS[mark[0]], cell, int(mark[1:] or 0))
    city[rules.INHABITANTS], city[rules.ENERGY] = inhabitants, energy
    return city


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
    "expert hardest cities scoring": partial(measure_hardest, HARDEST),
    "expert hardest imagined cities scoring": partial(measure_hardest, HARDEST_IMAGINED),
}
