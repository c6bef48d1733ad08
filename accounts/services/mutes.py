"""Not having to read what somebody writes."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Mute, Player
from quadropolis_site.errors import ApplicationError


def mute(*, player: Player, muted: Player) -> None:
    """Everywhere and until it is undone; the muted one does not get to know."""
    if player == muted:
        raise ApplicationError(_("You can't mute yourself."))
    Mute.objects.get_or_create(player=player, muted=muted)


def unmute(*, player: Player, muted: Player) -> None:
    Mute.objects.filter(player=player, muted=muted).delete()
