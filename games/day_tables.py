"""The tables of a day: whoever has played, the best first; equals share a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from games.models import Daily, Match, MatchQuerySet, Sight

LONGEST_CURSOR = 30


@dataclass(frozen=True)
class Entry:
    place: int
    match: Match


@dataclass(frozen=True)
class Page:
    """``next`` is the cursor of what follows; empty if nothing does."""

    entries: Sequence[Entry]
    next: str


def page(daily: Daily, sight: Sight, *, after: str = "", size: int) -> Page:
    """As cheap deep in the table as at its beginning; a cursor that can't be read begins there."""
    everybody, position = entries(daily, sight), _read(after)
    found = everybody.filter(_behind(*position)) if position else everybody
    shown = list(found.order_by("-daily_score", "pk").select_related("creator")[: size + 1])
    more = len(shown) > size
    return Page(_placed(everybody, shown[:size]), _write(shown[size - 1]) if more else "")


def own_entry(daily: Daily, sight: Sight, player: Player) -> Entry | None:
    everybody = entries(daily, sight)
    own = everybody.filter(creator=player).select_related("creator").first()
    return None if own is None else Entry(1 + _better(everybody, own), own)


def entries(daily: Daily, sight: Sight) -> MatchQuerySet:
    """Of practice, the best try of each player."""
    tries = Match.objects.finished().filter(daily=daily, sight=sight)
    if sight == Sight.FIRST:
        return tries
    own = tries.filter(creator=OuterRef("creator"))
    better = own.filter(
        Q(daily_score__gt=OuterRef("daily_score"))
        | Q(daily_score=OuterRef("daily_score"), pk__lt=OuterRef("pk"))
    )
    return tries.filter(~Exists(better))


def _placed(everybody: MatchQuerySet, shown: Sequence[Match]) -> list[Entry]:
    if not shown:
        return []
    first = shown[0]
    place = 1 + _better(everybody, first)
    before = everybody.filter(daily_score=first.daily_score, pk__lt=first.pk).count()
    placed: list[Entry] = []
    for position, match in enumerate(shown, place + before):
        if placed and placed[-1].match.daily_score != match.daily_score:
            place = position
        placed.append(Entry(place, match))
    return placed


def _better(everybody: MatchQuerySet, match: Match) -> int:
    return everybody.filter(daily_score__gt=match.daily_score).count()


def _behind(score: int, pk: int) -> Q:
    return Q(daily_score__lt=score) | Q(daily_score=score, pk__gt=pk)


def _write(match: Match) -> str:
    return f"{match.daily_score}_{match.pk}"


def _read(cursor: str) -> tuple[int, int] | None:
    score, _, pk = cursor[:LONGEST_CURSOR].partition("_")
    try:
        return int(score), int(pk)
    except ValueError:
        return None
