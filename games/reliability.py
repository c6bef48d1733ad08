"""How much a table can rely on a player: matches finished, time-outs, time to move.

Counted are the seats that players took themselves. Whoever plays on for somebody else does them a
favour, which can't make anything worse.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, F, OuterRef, Q, Subquery, Sum

from accounts.models import Player
from games.models import Match, Move, Seat
from games.replay import LEAVING
from games.text import rough_length

FULL = 100
NEWCOMER_MATCHES = 5  # with fewer, there is nothing to judge by
MATCHES_LOOKED_AT = 10  # running ones, and as many finished ones
MOVES_LOOKED_AT = 100


@dataclass(frozen=True)
class Reliability:
    """Of all matches that are over, or that the player left; called off ones don't count."""

    matches: int
    stayed: int
    time_outs: int
    typical_time: timedelta | None

    @property
    def share(self) -> int:
        """Of matches finished without leaving, in whole percent, never rounded up."""
        return FULL * self.stayed // self.matches if self.matches else FULL

    @property
    def typical_time_words(self) -> str:
        return rough_length(self.typical_time) if self.typical_time is not None else ""


def reliability(player: Player) -> Reliability:
    counts = _counts(player)
    stayed = counts["games"] - counts["left"]
    return Reliability(counts["games"], stayed, counts["timed_out"], _typical(player))


def standing_of(player: Player) -> int:
    """What a table's minimum is held against."""
    counts = _counts(player)
    if counts["games"] < NEWCOMER_MATCHES:
        return FULL
    return Reliability(counts["games"], counts["games"] - counts["left"], 0, None).share


def _counts(player: Player) -> Counter[str]:
    """From the books, so that it takes no longer for whoever has played for years."""
    counted = {name: Sum(name, default=0) for name in ("games", "left", "timed_out")}
    in_company = player.tallies.filter(size__gt=1)  # who plays alone lets nobody wait
    return Counter(in_company.aggregate(**counted)) + _left_behind(player)


def _left_behind(player: Player) -> Counter[str]:
    """The matches that go on without the player are not in the books yet, but count at once."""
    departures = Move.objects.filter(
        match=OuterRef("match"), seat=OuterRef("index"), kind__in=list(LEAVING)
    )
    # How the seat was left first: what a substitute does later is not the player's.
    first = departures.order_by("seq").values("kind")[:1]
    seats = Seat.objects.unfinished().filter(player=player, left_at__isnull=False)
    how = seats.filter(match__status=Match.Status.RUNNING).annotate(how=Subquery(first))
    return Counter(
        how.aggregate(
            games=Count("pk"), left=Count("pk"), timed_out=Count("pk", Q(how=Move.Kind.TIME_OUT))
        )
    )


def _typical(player: Player) -> timedelta | None:
    """Half of the latest moves took less."""
    own = Move.objects.filter(
        Q(match__seats__left_at=None) | Q(created_at__lt=F("match__seats__left_at")),
        match__seats__in=_latest_seats(player),
        match__seats__index=F("seat"),
        took__isnull=False,
    )
    took = own.order_by("-created_at").values_list("took", flat=True)[:MOVES_LOOKED_AT]
    times = sorted(time for time in took if time is not None)
    return times[len(times) // 2] if times else None


def _latest_seats(player: Player) -> list[int]:
    own = Seat.objects.filter(player=player, match__size__gt=1, match__daily=None)
    unfinished = own.unfinished().order_by("-match")
    finished = own.exclude(finished_at=None).order_by("-finished_at", "-match")
    latest = (*unfinished[:MATCHES_LOOKED_AT], *finished[:MATCHES_LOOKED_AT])
    return [seat.pk for seat in latest]
