"""What the people at a table agree upon: taking back, calling off, playing once more."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.models import Match
from games.services import proposals, rematches
from games.views.match import (
    PlayerMatchRequest,
    carry_out,
    players_only,
    read_number,
    show,
)
from quadropolis_site.errors import ApplicationError


@require_POST
@players_only
def match_propose(request: PlayerMatchRequest, code: str) -> HttpResponse:
    back_to = read_number(request.POST.get("back_to", ""))
    kind = request.POST.get("kind", "")
    return carry_out(
        request,
        code,
        lambda: proposals.propose(code=code, player=request.user, kind=kind, back_to=back_to),
    )


@require_POST
@players_only
def match_answer(request: PlayerMatchRequest, code: str) -> HttpResponse:
    yes = request.POST.get("answer") == "yes"
    number = read_number(request.POST.get("proposal", "")) or 0

    def answer() -> None:
        proposals.answer(code=code, player=request.user, proposal_id=number, yes=yes)

    return carry_out(request, code, answer)


@require_POST
@players_only
def match_rematch(request: PlayerMatchRequest, code: str) -> HttpResponse:
    try:
        return redirect(rematches.offer_rematch(code=code, player=request.user))
    except Match.DoesNotExist as error:
        raise Http404 from error
    except ApplicationError as error:
        return show(request, code, refusal=str(error.message), status=error.status)
