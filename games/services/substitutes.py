"""Playing on for somebody who left, instead of the bot."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games import replay
from games.models import Match, Move, Seat
from games.services import clocks, turns
from games.services.matches import check_membership, check_reliability, lock_player
from quadropolis_site.errors import Conflict, NotAllowed


@transaction.atomic
def claim_seat(*, code: str, player: Player, seat: int) -> Match:
    """The clock starts afresh; the rank at the end stays that of whoever left."""
    lock_player(player)
    match = Match.objects.select_for_update().get(code=code)
    if not match.is_running:
        raise Conflict(_("This match is not running."))
    if match.seat_of(player) is not None:
        raise NotAllowed(_("You have a seat in this match, or had one."))
    check_membership(match.club_id, player)
    check_reliability(match, player)
    claimed = _claimable(match, seat)
    turns.change_driver(claimed, player)
    claimed.bank = clocks.full(match)
    claimed.save()
    turns.append(match, seat, Move.Kind.SUBSTITUTE)
    turns.hand_over(match, replay.position(match), is_new_turn=seat == match.to_move)
    return match


def _claimable(match: Match, index: int) -> Seat:
    seat = next((one for one in match.seats_in_order() if one.index == index), None)
    if seat is None or not seat.is_claimable:
        raise Conflict(_("This seat is not free any more."))
    return seat
