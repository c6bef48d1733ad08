"""A move begun and not made yet, kept for when the player comes back."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import LONGEST_DRAFT, Match, Seat
from quadropolis_site.errors import ApplicationError, NotAllowed


def keep_draft(*, code: str, player: Player, seq: int, draft: str) -> None:
    """``draft`` is what was chosen so far, as an address query; an empty one is no draft.

    Whether it is legal is asked when it is shown: by then the position may be another one.
    """
    if len(draft) > LONGEST_DRAFT or not draft.isascii() or not draft.isprintable():
        raise ApplicationError(_("This can't be kept as a draft."))
    match = Match.objects.get(code=code)
    own = Seat.objects.held_by(player).filter(match=match)
    if not own.update(draft=draft, draft_seq=seq if draft else None):
        raise NotAllowed(_("You don't play in this match."))
