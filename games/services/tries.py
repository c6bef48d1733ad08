"""What the end of a try means for the city of the day. Called inside the finishing transaction."""

from __future__ import annotations

from typing import Any

from accounts.models import Player
from games.dailies import A_DAY, PLAYERS_SEAT
from games.models import Daily, Match, Sight, Streak


def settle(match: Match, result: dict[str, Any]) -> None:
    """A first sight that comes to its end after its day counts as practice."""
    if match.daily is None:
        return
    match.daily_score = result["scores"][PLAYERS_SEAT]
    if match.daily.is_over:
        match.sight = Sight.PRACTICE
    if match.is_first_sight:
        _count_day(match.creator, match.daily)


def _count_day(player: Player, daily: Daily) -> None:
    """Once, whichever of the day's games comes first."""
    Streak.objects.get_or_create(player=player)
    streak = Streak.objects.select_for_update().get(player=player)
    if streak.last_day == daily.day:
        return
    is_next = streak.last_day == daily.day - A_DAY
    streak.days = streak.days + 1 if is_next else 1
    streak.best = max(streak.best, streak.days)
    streak.total += 1
    streak.last_day = daily.day
    streak.save()
