"""What follows from a position: whose turn it is and until when, or how the match ended.

Used by the services inside their transactions; nothing else writes these columns.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.models import Player
from engine import State
from games import notices, replay
from games.models import Match, Move, Proposal, Seat
from games.services import clocks, tries
from quadropolis_site.messages import send_on_commit


def append(
    match: Match, seat: int, kind: Move.Kind, text: str = "", took: timedelta | None = None
) -> None:
    """The next row of the log."""
    match.seq += 1
    Move.objects.create(
        match=match,
        seq=match.seq,
        seat=seat,
        kind=kind,
        text=text,
        took=took,
        created_at=timezone.now(),
    )


def hand_over(match: Match, state: State[Any], *, is_new_turn: bool = True) -> None:
    """Bring the match row up to date with its position, and see to it that the next one moves.

    Where something else than a move was written, the clock of whoever is to move runs on.
    """
    close_proposal(match)
    found = replay.standing(match, state)
    match.status, match.to_move, match.result = found.status, found.to_move, found.result
    if found.result is not None:
        _finish(match, found.result)
        return
    if is_new_turn:
        clocks.start_turn(match)
    _call_bot_if_due(match)
    match.save()
    if is_new_turn:
        notices.tell_turn(match)


def leave(match: Match, seat: Seat, kind: Move.Kind) -> None:
    """Whoever plays for the seat resigned or was too late; except in a duel, a bot plays on."""
    seat.left_at = seat.left_at or timezone.now()
    if seat.substitute_id is not None:
        change_driver(seat, None)
    seat.save()
    append(match, seat.index, kind)
    hand_over(match, replay.position(match), is_new_turn=seat.index == match.to_move)


def change_driver(seat: Seat, substitute: Player | None) -> None:
    """Notes and drafts are for the eyes of whoever wrote them."""
    seat.substitute = substitute
    seat.note = seat.draft = ""
    seat.draft_seq = seat.chat_read_at = None


def call_off(match: Match, by: Player | None = None) -> None:
    """Nobody wins and nobody loses."""
    match.status, match.to_move = Match.Status.CANCELLED, None
    clocks.stop(match)
    match.save()
    notices.tell_called_off(match, by)


def close_proposal(match: Match) -> None:
    """It was about another position."""
    if match.proposals.filter(status=Proposal.Status.OPEN).update(status=Proposal.Status.OUTDATED):
        notices.withdraw_proposal(match)


def call_bot(match: Match) -> None:
    from games.tasks import play_bot_turn

    send_on_commit(play_bot_turn, match.pk, match.seq)


def _call_bookkeeper() -> None:
    from games.tasks import enter_finished_matches

    send_on_commit(enter_finished_matches)


def _finish(match: Match, result: dict[str, Any]) -> None:
    assert match.started_at is not None
    match.finished_at = match.moved_at = timezone.now()
    match.lasted = match.finished_at - match.started_at
    match.best_score = max(result["scores"])
    clocks.stop(match)
    tries.settle(match, result)
    _write_result(match, result)
    match.save()
    notices.tell_finished(match)
    _call_bookkeeper()


def _write_result(match: Match, result: dict[str, Any]) -> None:
    """On the seats too, for lists and rankings."""
    seats = list(match.seats.all())
    for seat in seats:
        seat.score, seat.rank = result["scores"][seat.index], result["ranks"][seat.index]
    for seat in {seat.player_id: seat for seat in reversed(seats)}.values():
        seat.finished_at = match.finished_at  # once for a bot that sits twice
    Seat.objects.bulk_update(seats, ["score", "rank", "finished_at"])


def _call_bot_if_due(match: Match) -> None:
    match.bot_due_at = None
    seats = match.seats.select_related("player")
    if any(seat.bot for seat in seats if seat.index == match.to_move):
        # The message is only the quick way; should it be lost, the sweep finds this date.
        match.bot_due_at = timezone.now() + timedelta(seconds=settings.BOT_TURN_LEASE_SECONDS)
        call_bot(match)
