"""What follows from a position: whose turn it is and until when, or how the match ended.

Used by the services inside their transactions; nothing else writes these columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from engine import State
from engine.record import result
from games.models import Match, Seat


def hand_over(match: Match, state: State[Any]) -> None:
    """Bring the match row up to date with its position, and see to it that the next one moves."""
    outcome = state.outcome()
    if outcome is not None:
        finish(match, result(outcome))
        return
    now = timezone.now()
    match.to_move = state.to_move
    match.moved_at = now
    match.deadline = now + timedelta(days=match.days_per_move)
    match.bot_due_at = None
    if any(seat.index == match.to_move and seat.bot for seat in _seats(match)):
        # The message below is only the quick way; should it be lost, the sweep finds this date.
        match.bot_due_at = now + timedelta(seconds=settings.BOT_TURN_LEASE_SECONDS)
        call_bot(match)
    match.save()


def finish(match: Match, result: dict[str, Any]) -> None:
    """The end: the result on the match, and on the seats for lists and rankings."""
    match.status = Match.Status.FINISHED
    match.finished_at = match.moved_at = timezone.now()
    match.result = result
    match.to_move = match.deadline = match.bot_due_at = None
    match.save()
    seats = _seats(match)
    for seat in seats:
        seat.score, seat.rank = result["scores"][seat.index], result["ranks"][seat.index]
    Seat.objects.bulk_update(seats, ["score", "rank"])


def call_bot(match: Match) -> None:
    from games.tasks import play_bot_turn

    transaction.on_commit(partial(play_bot_turn.delay, match.pk, match.seq))


def _seats(match: Match) -> Sequence[Seat]:
    return list(match.seats.select_related("player"))
