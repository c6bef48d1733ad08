"""The one way a match goes on: people, bots and programs all come through here."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from engine import BadMove, IllegalMove
from games import replay
from games.models import Match, Move, Seat
from games.services import clocks, turns
from games.text import say
from quadropolis_site.errors import AgainstTheRules, ApplicationError, Conflict, NotAllowed


class StaleMove(Conflict):
    """The position has changed since this move was thought of."""

    code = "stale"


class UnreadableMove(ApplicationError):
    code = "unreadable"


@transaction.atomic
def play_move(*, code: str, player: Player, seq: int, text: str) -> Match:
    """Play a move for the player, in the position with this ``seq``.

    Also after the deadline, as long as nobody has acted on that: see ``clocks.stop_turn``.
    """
    match = _locked_running_match(code)
    seat = _seat_of(match, player)
    if match.seq != seq:
        raise StaleMove(_("Somebody moved meanwhile. Here is the new position."))
    if match.to_move != seat.index:
        raise NotAllowed(_("It is not your turn."))
    return _play(match, seat, text)


@transaction.atomic
def play_bot_move(*, match_id: int, seq: int, text: str) -> Match | None:
    """Play a bot's move, unless the match has gone on since it was thought of."""
    match = Match.objects.select_for_update().get(pk=match_id)
    if not match.is_running or match.seq != seq or match.to_move is None:
        return None
    return _play(match, match.seats_in_order()[match.to_move], text)


@transaction.atomic
def resign(*, code: str, player: Player) -> Match:
    """In a duel the other one wins; else a bot plays on for the seat, if there are others."""
    match = _locked_running_match(code)
    seat = _seat_of(match, player)
    if match.is_solo:
        turns.call_off(match)
    else:
        turns.leave(match, seat, Move.Kind.RESIGN)
    return match


def _play(match: Match, seat: Seat, text: str) -> Match:
    state = replay.position(match)
    try:
        move = match.rules.parse(text)
        state.play(move)
    except BadMove as error:
        raise UnreadableMove(say(error.text)) from error
    except IllegalMove as error:
        raise AgainstTheRules(say(error.text)) from error
    took = clocks.stop_turn(match, seat)
    turns.append(match, seat.index, Move.Kind.MOVE, str(move), took)
    turns.hand_over(match, state)
    return match


def _locked_running_match(code: str) -> Match:
    match = Match.objects.select_for_update().get(code=code)
    if match.is_open:
        raise Conflict(_("This match has not started yet."))
    if match.is_cancelled:
        raise Conflict(_("This match was called off."))
    if not match.is_running:
        raise Conflict(_("This match is over."))
    return match


def _seat_of(match: Match, player: Player) -> Seat:
    """The seat that the player plays for, not only sat on."""
    seat = match.seat_of(player)
    if seat is None:
        raise NotAllowed(_("You don't play in this match."))
    if not seat.is_driven_by(player):
        raise NotAllowed(_("You have left this match; somebody else plays for you now."))
    return seat
