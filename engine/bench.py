"""How fast the engine is: what every game is measured by, and what each game adds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from statistics import fmean, median
from time import process_time
from typing import Any

from engine import GAMES
from engine.bots import greedy
from engine.bots.strong import BUDGET, Search
from engine.game import Game, Json, Setup, Terms, View
from engine.rng import Rng

Job = Callable[[], Json]

SETUPS = 20
REPETITIONS = 3
PLAYOUT_SECONDS = 0.3
STRONG_STEP = 7  # one turn in so many: every round, every seat, and soon done


def run(progress: Callable[[int, int], None]) -> dict[str, Json]:
    """Everything, as nested JSON; ``progress`` hears how many jobs are done, and of how many."""
    jobs = {name: game_jobs(game) for name, game in GAMES.items()}
    total = sum(map(len, jobs.values()))
    results: dict[str, Json] = {name: {} for name in jobs}
    done = 0
    for name, of_game in jobs.items():
        for title, job in of_game.items():
            progress(done, total)
            results[name][title] = job()
            done += 1
    progress(total, total)
    return results


def game_jobs(game: Game[Any]) -> dict[str, Job]:
    """The game's own figures come first: ``engine.<game>.bench`` has them as ``JOBS``."""
    own = f"engine.{game.name}.bench"
    jobs: dict[str, Job] = dict(import_module(own).JOBS) if find_spec(own) else {}
    for terms in all_terms(game):
        title = f"{terms.variant} {terms.players}p"
        jobs[f"{title} through the protocol"] = partial(measure_playouts, game, terms)
        jobs[f"{title} greedy"] = partial(measure_greedy, game, terms)
        jobs[f"{title} strong"] = partial(measure_strong, game, terms)
    return jobs


def all_terms(game: Game[Any]) -> Iterator[Terms]:
    for name, variant in game.variants.items():
        for players in variant.players:
            yield Terms(name, players)


def deals(game: Game[Any], terms: Terms) -> list[Setup]:
    return [game.deal(terms, f"bench {number}") for number in range(SETUPS)]


def measure_playouts(game: Game[Any], terms: Terms) -> Json:
    """Random playouts with nothing but what every game offers."""
    rng = Rng("bench")
    return {
        "playouts_per_second": rate(
            partial(playout, game, terms, rng), deals(game, terms), PLAYOUT_SECONDS
        )
    }


def playout(game: Game[Any], terms: Terms, rng: Rng, setup: Setup) -> None:
    state = game.start(terms, setup)
    while state.to_move is not None:
        state.push(rng.choice(state.legal_moves()))
    state.outcome()


def rate(once: Callable[[Any], object], inputs: Sequence[Any], seconds: float) -> float:
    """How often per second ``once`` runs, over the inputs in turn: the median of a few tries."""
    return round(median(_rate(once, inputs, seconds) for _ in range(REPETITIONS)), 1)


def _rate(once: Callable[[Any], object], inputs: Sequence[Any], seconds: float) -> float:
    count = 0
    start = process_time()
    while process_time() - start < seconds:
        once(inputs[count % len(inputs)])
        count += 1
    return count / (process_time() - start)


def measure_greedy(game: Game[Any], terms: Terms) -> Json:
    """The time of each move of one whole match."""
    times = each(partial(greedy.choose, game, rng=Rng("bench")), match_of_greedy(game, terms))
    return {"moves": len(times), **summary(times, "ms", 1e3)}


def measure_strong(game: Game[Any], terms: Terms) -> Json:
    """The time of some of its moves in that match; and how much it looks at in the time that one
    greedy move takes, which tells more than the time where others use the machine too."""
    views = match_of_greedy(game, terms)[::STRONG_STEP]
    searches: list[Search[Any]] = []

    def search(view: View[Any]) -> None:
        assert view.seat is not None
        searches.append(Search(view.seat, game.foresee(view, Rng("bench")), BUDGET))
        searches[-1].best_move()

    times = each(search, views)
    greedy_times = each(partial(greedy.choose, game, rng=Rng("bench")), views)
    looked_at = sum(search.positions for search in searches)
    return {
        "moves": len(times),
        **summary(times, "ms", 1e3),
        "positions_per_second": round(looked_at / sum(times)),
        "positions_per_greedy_move": round(looked_at / sum(times) * fmean(greedy_times), 1),
    }


def match_of_greedy(game: Game[Any], terms: Terms) -> list[View[Any]]:
    """What the seat to move sees, turn by turn."""
    state = game.start(terms, game.deal(terms, "bench"))
    views: list[View[Any]] = []
    while (seat := state.to_move) is not None:
        views.append(state.observe(seat))
        state.push(greedy.choose(game, views[-1], Rng(f"bench {len(views)}")))
    return views


def summary(times: Sequence[float], unit: str, factor: float) -> dict[str, float]:
    ordered = sorted(times)
    picked = {
        "median": median(ordered),
        "p95": ordered[int(0.95 * (len(ordered) - 1))],
        "max": ordered[-1],
    }
    return {f"{name}_{unit}": round(factor * seconds, 3) for name, seconds in picked.items()}


def each(once: Callable[[Any], object], inputs: Sequence[Any]) -> list[float]:
    """The time of each input on its own."""
    times = []
    for value in inputs:
        start = process_time()
        once(value)
        times.append(process_time() - start)
    return times
