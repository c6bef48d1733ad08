"""Finding finished matches, newest first, among any number of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Sum

from accounts.models import Player
from games.models import Match, Seat, Tally
from games.pages import Page, cursor_page


@dataclass(frozen=True)
class Search:
    """What is looked for; what is not said does not matter. ``until`` is the first moment after."""

    game: str = ""
    variant: str = ""
    players: Sequence[Player] = ()
    since: datetime | None = None
    until: datetime | None = None
    least_score: int | None = None  # of the best city
    most_score: int | None = None
    least_moves: int | None = None
    most_moves: int | None = None
    least_time: timedelta | None = None
    most_time: timedelta | None = None


def find(search: Search, *, before: str, size: int) -> Page:
    if search.players:
        return cursor_page(_seats(search), before=before, size=size, match="match_id")
    found = Match.objects.finished().public().filter(**_dates(search), **_facts(search))
    return cursor_page(found, before=before, size=size)


def _seats(search: Search) -> QuerySet[Seat]:
    """Of whoever has played less: theirs are soon looked through, whatever else is asked for."""
    first, *others = sorted(search.players, key=_matches_played)
    matches = {"status": Match.Status.FINISHED, "is_private": False} | _facts(search)
    seats = Seat.objects.filter(
        player=first,
        finished_at__isnull=False,
        **_dates(search),
        **{f"match__{name}": value for name, value in matches.items()},
    )
    for other in others:
        seats = seats.filter(Exists(Seat.objects.filter(match=OuterRef("match"), player=other)))
    return seats


def _matches_played(player: Player) -> int:
    """As the books say, who need not be quite up to date for this."""
    return Tally.objects.filter(player=player).aggregate(all=Sum("games"))["all"] or 0


def _dates(search: Search) -> dict[str, Any]:
    return _said({"finished_at__gte": search.since, "finished_at__lt": search.until})


def _facts(search: Search) -> dict[str, Any]:
    return _said(
        {
            "game": search.game or None,
            "variant": search.variant or None,
            "best_score__gte": search.least_score,
            "best_score__lte": search.most_score,
            "seq__gte": search.least_moves,
            "seq__lte": search.most_moves,
            "lasted__gte": search.least_time,
            "lasted__lte": search.most_time,
        }
    )


def _said(conditions: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in conditions.items() if value is not None}
