"""What the end of a try means for the city of the day. Called inside the finishing transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from accounts.models import Player
from games.dailies import A_DAY, PLAYERS_SEAT, end_of
from games.models import Daily, Match, Sight, Streak


def settle(match: Match, result: dict[str, Any]) -> None:
    """A first sight whose last move comes after its day counts as practice."""
    if match.daily is None:
        return
    match.daily_score = result["scores"][PLAYERS_SEAT]
    if not _is_in_time(match, match.daily):
        match.sight = Sight.PRACTICE
    if match.is_first_sight:
        _count_day(match.creator, match.daily)


def _is_in_time(match: Match, daily: Daily) -> bool:
    """By the player's own last move: bots that take until after midnight spoil nothing."""
    last = match.moves.filter(seat=PLAYERS_SEAT).latest("seq")
    return last.created_at < end_of(daily.day)


def _count_day(player: Player, daily: Daily) -> None:
    """From all the days, as bots may bring one to its end when a later one is counted already."""
    Streak.objects.get_or_create(player=player)
    streak = Streak.objects.select_for_update().get(player=player)
    tries = Match.objects.finished().filter(creator=player, sight=Sight.FIRST)
    days = sorted({daily.day, *tries.values_list("daily__day", flat=True)})
    lengths = _lengths(days)
    streak.days, streak.best, streak.total = lengths[-1], max(lengths), len(days)
    streak.last_day = days[-1]
    streak.save()


def _lengths(days: Sequence[date]) -> list[int]:
    """How many days in a row there are up to each of them."""
    lengths: list[int] = []
    for number, day in enumerate(days):
        is_next = number > 0 and days[number - 1] == day - A_DAY
        lengths.append(lengths[-1] + 1 if is_next else 1)
    return lengths
