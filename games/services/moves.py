"""The one way a match goes on: people, bots and programs all come through here."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from engine import BadMove, IllegalMove
from games import replay
from games.models import Match, Move, Seat
from games.services import turns
from games.text import say
from quadropolis_site.errors import AgainstTheRules, ApplicationError, Conflict, NotAllowed


class StaleMove(Conflict):
    """The position has changed since this move was thought of."""

    code = "stale"


class UnreadableMove(ApplicationError):
    code = "unreadable"


@transaction.atomic
def play_move(*, code: str, player: Player, seq: int, text: str) -> Match:
    """Play a move for the player, in the position with this ``seq``."""
    match = _locked_running_match(code)
    seat = _seat_of(match, player)
    if match.seq != seq:
        raise StaleMove(_("Somebody moved meanwhile. Here is the new position."))
    if match.to_move != seat.index:
        raise NotAllowed(_("It is not your turn."))
    return _play(match, seat.index, text)


@transaction.atomic
def play_bot_move(*, match_id: int, seq: int, text: str) -> Match | None:
    """Play a bot's move, unless the match has gone on since it was thought of."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if not match.is_running or match.seq != seq or match.to_move is None:
        return None
    return _play(match, match.to_move, text)


@transaction.atomic
def resign(*, code: str, player: Player) -> Match:
    """Between two, the other one wins; with more, a bot plays on for the seat."""
    match = _locked_running_match(code)
    seat = _seat_of(match, player)
    seat.left_at = timezone.now()
    seat.save(update_fields=["left_at"])
    _append(match, seat.index, Move.Kind.RESIGN, "")
    turns.hand_over(match, replay.position(match), resigned=[seat.index])
    return match


def _play(match: Match, seat: int, text: str) -> Match:
    state = replay.position(match)
    try:
        move = match.rules.parse(text)
        state.play(move)
    except BadMove as error:
        raise UnreadableMove(say(error.text)) from error
    except IllegalMove as error:
        raise AgainstTheRules(say(error.text)) from error
    _append(match, seat, Move.Kind.MOVE, str(move))
    turns.hand_over(match, state)
    return match


def _append(match: Match, seat: int, kind: Move.Kind, text: str) -> None:
    match.seq += 1
    Move.objects.create(
        match=match, seq=match.seq, seat=seat, kind=kind, text=text, created_at=timezone.now()
    )


def _locked_running_match(code: str) -> Match:
    match = Match.objects.select_for_update().get(code=code)
    if match.is_open:
        raise Conflict(_("This match has not started yet."))
    if not match.is_running:
        raise Conflict(_("This match is over."))
    return match


def _seat_of(match: Match, player: Player) -> Seat:
    seat = match.seats.filter(player=player, left_at=None).first()
    if seat is None:
        raise NotAllowed(_("You don't play in this match."))
    return seat
