"""The city of the day: what is played, and when a day begins and ends. All days are in UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from games.catalogue import GAMES

A_DAY = timedelta(days=1)
PATIENCE = timedelta(days=7)  # with a try whose day is over
PLAYERS_SEAT = 0  # the bots, if any, sit behind
PAR_BOTS = ("greedy", "strong")  # whose scores are the par


@dataclass(frozen=True)
class Plan:
    """What everybody plays on a day, and against which bots."""

    game: str
    variant: str
    bots: tuple[str, ...] = ()


PLANS = (
    Plan("greenways", "solo"),
    Plan("megalopolis", "normal"),
    Plan("quadropolis", "classic", bots=("greedy", "strong")),
)


def plans() -> list[Plan]:
    """Of the games that this site has pages for."""
    return [plan for plan in PLANS if plan.game in GAMES]


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def end_of(day: date) -> datetime:
    """The first moment that does not belong to the day any more."""
    return datetime.combine(day + A_DAY, time.min, UTC)
