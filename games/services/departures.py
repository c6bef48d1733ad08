"""Leaving for good, without leaving anybody waiting."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.services.players import delete_account
from games.models import Match, Seat
from games.services.leaderboards import take_off_the_boards
from games.services.matches import decline_invitation, leave_table
from games.services.moves import resign


@transaction.atomic
def leave_everything_and_delete(*, player: Player) -> None:
    """Resign what runs, leave what has not begun, then forget the person: all of it or nothing."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    for bot in player.bots.filter(deleted_at=None):
        leave_everything_and_delete(player=bot)
    for match in _locked_matches(player):
        _leave(match, player)
    # What was said to others stays, under the name that is left; what was for oneself does not.
    Seat.objects.held_by(player).update(note="", draft="", draft_seq=None)
    player.imported_records.all().delete()
    delete_account(player=player)
    take_off_the_boards(player=player)


def _leave(match: Match, player: Player) -> None:
    seat = match.seat_of(player)
    if match.is_running and seat is not None and seat.is_driven_by(player):
        resign(code=match.code, player=player)
    if match.is_open:
        leaves = seat is not None or match.creator_id == player.pk
        service = leave_table if leaves else decline_invitation
        service(player=player, code=match.code)


def _locked_matches(player: Player) -> list[Match]:
    """In a fixed order, so that two people who leave at once don't wait for each other for ever."""
    seated = Q(seats__player=player, seats__left_at=None) | Q(seats__substitute=player)
    invited = Q(seats__invited=player, seats__player=None)
    running = Match.objects.running().filter(seated)
    unstarted = Match.objects.open_tables().filter(seated | invited | Q(creator=player))
    ids = {*running.values_list("pk", flat=True), *unstarted.values_list("pk", flat=True)}
    return list(Match.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
