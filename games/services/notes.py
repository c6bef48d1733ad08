"""What players write down for themselves at a table."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import LONGEST_NOTE, Match, Seat
from quadropolis_site.errors import ApplicationError, NotAllowed


def save_note(*, code: str, player: Player, text: str) -> None:
    text = text.replace("\r\n", "\n").replace("\0", "").strip()
    if len(text) > LONGEST_NOTE:
        raise ApplicationError(
            _("A note has at most %(most)s characters.") % {"most": LONGEST_NOTE}
        )
    match = Match.objects.get(code=code)
    if not Seat.objects.held_by(player).filter(match=match).update(note=text):
        raise NotAllowed(_("You don't sit at this table."))
