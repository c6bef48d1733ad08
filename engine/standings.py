"""How strong bots are, from the matches they played: estimates, and how far to trust them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import exp, log, sqrt
from operator import mul
from statistics import fmean, stdev
from typing import NamedTuple

SURE = 1.96  # standard deviations: of 100 such intervals 95 hold what they should
ELO = 400 / log(10)  # for each factor of e between the odds
PRIOR = 0.5  # wins imagined each way, since Elo knows no bot that always wins
NEWTON_STEPS = 200
CLOSE = 1e-9  # nearer than any digit that is shown

Wins = dict[tuple[str, str], float]  # of one bot over another


class Result(NamedTuple):
    """How a match ended, in the order of seats; or how they did ``together``, in no contest."""

    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    together: bool = False

    def win(self, seat: int) -> float:
        """Rivals who share the first rank share the win."""
        if self.ranks[seat] != 1:
            return 0.0
        return 1.0 if self.together else 1 / self.ranks.count(1)


class Estimate(NamedTuple):
    """A value, and the interval that holds the true one with a certainty of 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """How one bot did, over all seats that it had."""

    bot: str
    matches: int
    wins: Estimate
    score: Estimate
    elo: Estimate | None


def standings(results: Sequence[Result]) -> list[Standing]:
    """By Elo where the bots met each other, else by their scores: the strongest first."""
    ratings = elo(results)
    bots = dict.fromkeys(bot for result in results for bot in result.seats)
    found = [_standing(bot, results, ratings.get(bot)) for bot in bots]
    return sorted(found, key=lambda one: -(one.elo or one.score).value)


def _standing(bot: str, results: Iterable[Result], rating: Estimate | None) -> Standing:
    own = [
        (result, seat)
        for result in results
        for seat, name in enumerate(result.seats)
        if name == bot
    ]
    wins = share([result.win(seat) for result, seat in own])
    score = average([result.scores[seat] for result, seat in own])
    return Standing(bot, len(own), wins, score, rating)


def share(wins: Sequence[float]) -> Estimate:
    """Wilson's interval, which also holds where nearly all was won."""
    value, spread = fmean(wins), SURE**2 / len(wins)
    middle = (value + spread / 2) / (1 + spread)
    reach = sqrt(value * (1 - value) * spread + spread**2 / 4) / (1 + spread)
    return Estimate(value, middle - reach, middle + reach)


def average(scores: Sequence[int]) -> Estimate:
    value = fmean(scores)
    reach = SURE * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else 0.0
    return Estimate(value, value - reach, value + reach)


def elo(results: Iterable[Result]) -> dict[str, Estimate]:
    """The ratings that make the results likeliest (Bradley and Terry), 0 on average."""
    wins = _wins(results)
    bots = list(dict.fromkeys(one for one, _ in wins))
    ratings = [0.0] * len(bots)
    spread: list[list[float]] = []
    for _step in range(NEWTON_STEPS):
        surplus, information = _slopes(bots, wins, ratings)
        spread = _inverse(information)
        steps = [sum(map(mul, row, surplus)) for row in spread]
        longest = max(map(abs, steps), default=0.0)
        ratings = [own + step / max(1, longest) for own, step in zip(ratings, steps, strict=True)]
        if longest < CLOSE:
            break
    return {
        # What was added for the average is no doubt about it.
        bot: _rating(ratings[at], spread[at][at] - 1 / len(bots))
        for at, bot in enumerate(bots)
    }


def _wins(results: Iterable[Result]) -> Wins:
    """Every two seats are compared, but a match counts once for a seat, however many it beats."""
    wins: Wins = defaultdict(lambda: PRIOR)
    for seats, _, ranks, together in results:
        for one, other in permutations(range(len(seats)), 2):
            if seats[one] != seats[other] and not together:
                win = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
                wins[seats[one], seats[other]] += win / (len(seats) - 1)
    return dict(wins)


def _slopes(
    bots: Sequence[str], wins: Wins, ratings: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """How much more each bot won than its rating says; and what the results tell of the ratings.

    They tell nothing of the average, which is 0: so much is added to every number.
    """
    surplus = [0.0] * len(bots)
    information = [[1 / len(bots)] * len(bots) for _ in bots]
    for one, other in permutations(range(len(bots)), 2):
        won = wins.get((bots[one], bots[other]), 0.0)
        lost = wins.get((bots[other], bots[one]), 0.0)
        expected = 1 / (1 + exp(ratings[other] - ratings[one]))
        surplus[one] += won - (won + lost) * expected
        told = (won + lost) * expected * (1 - expected)
        information[one][one] += told
        information[one][other] -= told
    return surplus, information


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """By Gauss and Jordan; without pivots, since this one is positive definite."""
    size = len(matrix)
    rows = [[*row, *(float(at == one) for one in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                times = rows[other][at]
                rows[other] = [a - times * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


def _rating(value: float, variance: float) -> Estimate:
    reach = SURE * sqrt(variance)
    return Estimate(ELO * value, ELO * (value - reach), ELO * (value + reach))
