"""Deadlines are rows: every few seconds a sweep looks for those that have passed.

Several sweeps may run at once. Each match is locked by one of them and looked at again then, so
that between a move and the sweep exactly one wins.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.db import transaction
from django.db.models import QuerySet

from games import notices
from games.models import Match, Move
from games.services import turns, vacations

logger = logging.getLogger(__name__)

SWEEP_BATCH = 200


def sweep_time_outs() -> int:
    """Act on all clocks that have run out; returns how many."""
    return _each(Match.objects.out_of_time().order_by("deadline"), run_out)


def sweep_warnings() -> int:
    """Warn everybody who has used most of their time; returns how many."""
    return _each(Match.objects.to_warn().order_by("warn_at"), warn)


def run_out(*, match_id: int) -> bool:
    """A day of vacation if there is one to spend, else the time-out."""
    return vacations.spend_day(match_id=match_id) or time_out(match_id=match_id)


@transaction.atomic
def time_out(*, match_id: int) -> bool:
    """Where nobody has moved at all, nobody is to blame. Else whoever is late leaves the seat."""
    match = _claimed(Match.objects.out_of_time(), match_id)
    if match is None or match.to_move is None:
        return False
    if not match.moves.filter(kind=Move.Kind.MOVE).exists():
        turns.call_off(match)
        return True
    seat = match.seats_in_order()[match.to_move]
    late = seat.driver
    turns.leave(match, seat, Move.Kind.TIME_OUT)
    if late is not None and match.is_running:
        notices.tell_time_out(match, late)
    return True


@transaction.atomic
def warn(*, match_id: int) -> bool:
    match = _claimed(Match.objects.to_warn(), match_id)
    if match is None:
        return False
    match.warn_at = None
    match.save(update_fields=["warn_at"])
    notices.tell_deadline_near(match)
    return True


def _each(due: QuerySet[Match], act: Callable[..., bool]) -> int:
    return sum(_attempt(act, pk) for pk in list(due.values_list("pk", flat=True)[:SWEEP_BATCH]))


def _attempt(act: Callable[..., bool], match_id: int) -> bool:
    """One match that can't be played any more must not keep all others waiting."""
    try:
        return act(match_id=match_id)
    except Exception:
        logger.exception("match %s: the clock could not be looked at", match_id)
        return False


def _claimed(due: QuerySet[Match], match_id: int) -> Match | None:
    """Unless somebody else is at it, or was first."""
    return due.select_for_update(skip_locked=True).filter(pk=match_id).first()
