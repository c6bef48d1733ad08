"""Who may look at a match: the one place that decides.

Everybody may, at what their seat or a spectator may see; but a try at the city of the day tells
what is dealt on that day, so it is for those who have had their own first sight of it, or for the
day after.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.models import Daily, Match, Sight
from quadropolis_site.errors import Conflict, NotAllowed


class NotYet(NotAllowed):
    """It would give away what somebody has still before them."""

    page = "games/daily_refused.html"

    def __init__(self, message: str, daily: Daily) -> None:
        super().__init__(message)
        self.daily = daily


def knows(viewer: Any, daily: Daily) -> bool:
    """Whether there is nothing left to give away."""
    if daily.is_over:
        return True
    if not viewer.is_authenticated:
        return False
    own = Match.objects.over().filter(daily=daily, creator=viewer, sight=Sight.FIRST)
    return own.exists()


def may_look(viewer: Any, match: Match) -> bool:
    if match.daily is None or (viewer.is_authenticated and viewer.pk == match.creator_id):
        return True
    return knows(viewer, match.daily)


def check(viewer: Any, match: Match) -> None:
    if match.daily is not None and not may_look(viewer, match):
        raise NotYet(
            _(
                "This is somebody’s try at the city of the day. You can look at it when you have "
                "finished your own first sight, or when the day is over."
            ),
            match.daily,
        )


def check_seed(match: Match) -> None:
    """Whoever has played knows what they saw, but not the rest of the deal."""
    if not match.shows_seed:
        raise Conflict(
            _("The record holds the seed. You can have it when the day is over for everybody.")
        )
