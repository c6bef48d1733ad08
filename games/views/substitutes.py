"""Playing on for somebody who left, by the link of the match."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.services import substitutes
from games.views.match import PlayerMatchRequest, carry_out, players_only
from quadropolis_site.errors import ApplicationError


@require_POST
@players_only
def match_substitute(request: PlayerMatchRequest, code: str) -> HttpResponse:
    def claim() -> None:
        substitutes.claim_seat(code=code, player=request.user, seat=_seat(request))

    return carry_out(request, code, claim)


def _seat(request: PlayerMatchRequest) -> int:
    text = request.POST.get("seat", "")
    if len(text) != 1 or not (text.isascii() and text.isdigit()):
        raise ApplicationError(_("The page did not say which seat you want. Try again."))
    return int(text)
