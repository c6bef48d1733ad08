"""Leaving for good, without leaving anybody waiting."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from accounts.services.players import delete_account
from games.models import Match
from games.services.matches import decline_invitation, leave_table
from games.services.moves import resign


@transaction.atomic
def leave_everything_and_delete(*, player: Player) -> None:
    """Resign what runs, leave what has not begun, then forget the person: all of it or nothing."""
    Player.objects.select_for_update().get(pk=player.pk)
    for match in _locked_matches(player):
        _leave(match, player)
    delete_account(player=player)


def _leave(match: Match, player: Player) -> None:
    seat = match.seat_of(player)
    if match.is_running and seat is not None and seat.left_at is None:
        resign(code=match.code, player=player)
    if match.is_open:
        leaves = seat is not None or match.creator_id == player.pk
        service = leave_table if leaves else decline_invitation
        service(player=player, code=match.code)


def _locked_matches(player: Player) -> list[Match]:
    """In a fixed order, so that two people who leave at once don't wait for each other for ever."""
    seated = Q(seats__player=player, seats__left_at=None)
    invited = Q(seats__invited=player, seats__player=None)
    running = Match.objects.running().filter(seated)
    unstarted = Match.objects.open_tables().filter(seated | invited | Q(creator=player))
    ids = {*running.values_list("pk", flat=True), *unstarted.values_list("pk", flat=True)}
    return list(Match.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
