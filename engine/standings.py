"""How strong bots are, from the matches they played: estimates, and how far to trust them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import log, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

SURE = 1.96  # standard deviations: of 100 such intervals 95 hold what they should
ELO = 400 / log(10)  # for each factor of e between the odds
PRIOR = 0.5  # wins imagined each way, since Elo knows no bot that always wins
ELO_STEPS = 1000

Wins = dict[tuple[str, str], float]  # of one bot over another


class Result(NamedTuple):
    """How a match ended, in the order of seats."""

    seats: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]

    def win(self, seat: int) -> float:
        """Those who share the first rank share the win."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 else 0.0


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
    strengths = _strengths(wins)
    middle = fmean(map(log, strengths.values())) if strengths else 0.0
    return {
        bot: _rating(log(strength) - middle, _information(bot, wins, strengths))
        for bot, strength in strengths.items()
    }


def _wins(results: Iterable[Result]) -> Wins:
    """Every two seats are compared, but a match counts once for a seat, however many it beats."""
    wins: Wins = defaultdict(lambda: PRIOR)
    for seats, _, ranks in results:
        for one, other in permutations(range(len(seats)), 2):
            if seats[one] != seats[other]:
                win = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
                wins[seats[one], seats[other]] += win / (len(seats) - 1)
    return dict(wins)


def _strengths(wins: Wins) -> dict[str, float]:
    """Such that the odds between two bots are as their strengths."""
    strengths = dict.fromkeys((one for one, _ in wins), 1.0)
    for _ in range(ELO_STEPS):
        for bot, own in strengths.items():
            won = sum(count for (one, _), count in wins.items() if one == bot)
            expected = sum(
                (count + wins[other, one]) / (own + strengths[other])
                for (one, other), count in wins.items()
                if one == bot
            )
            strengths[bot] = won / expected
    return strengths


def _information(bot: str, wins: Wins, strengths: dict[str, float]) -> float:
    """What the results tell of the bot, if the strengths of the others are known."""
    own = strengths[bot]
    return sum(
        (count + wins[other, one]) * own * strengths[other] / (own + strengths[other]) ** 2
        for (one, other), count in wins.items()
        if one == bot
    )


def _rating(value: float, information: float) -> Estimate:
    reach = SURE / sqrt(information)
    return Estimate(ELO * value, ELO * (value - reach), ELO * (value + reach))
