"""What follows from a position: whose turn it is and until when, or how the match ended.

Used by the services inside their transactions; nothing else writes these columns.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from engine import State
from games import clocks, replay
from games.models import Match, Seat


def hand_over(match: Match, state: State[Any], resigned: Collection[int] = ()) -> None:
    """Bring the match row up to date with its position, and see to it that the next one moves."""
    found = replay.standing(match, state, resigned)
    now = timezone.now()
    match.status, match.to_move, match.result = found.status, found.to_move, found.result
    match.moved_at = now
    match.deadline = match.bot_due_at = None
    if found.result is not None:
        match.finished_at = now
        _write_result(match, found.result)
    else:
        match.deadline = now + clocks.budget(clocks.from_text(match.clock), timedelta())
        _call_bot_if_due(match)
    match.save()


def _write_result(match: Match, result: dict[str, Any]) -> None:
    """On the seats too, for lists and rankings."""
    seats = list(match.seats.all())
    for seat in seats:
        seat.score, seat.rank = result["scores"][seat.index], result["ranks"][seat.index]
    Seat.objects.bulk_update(seats, ["score", "rank"])


def _call_bot_if_due(match: Match) -> None:
    seats = match.seats.select_related("player")
    if any(seat.bot for seat in seats if seat.index == match.to_move):
        # The message is only the quick way; should it be lost, the sweep finds this date.
        match.bot_due_at = timezone.now() + timedelta(seconds=settings.BOT_TURN_LEASE_SECONDS)
        call_bot(match)


def call_bot(match: Match) -> None:
    from games.tasks import play_bot_turn

    match_id, seq = match.pk, match.seq

    def send() -> None:
        play_bot_turn.delay(match_id, seq)

    # Robust: the move stands even if the broker is away.
    transaction.on_commit(send, robust=True)
