"""The match page: a table before the start, then the boards, then the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect, HttpResponseStopPolling, replace_url
from django_htmx.middleware import HtmxDetails

from accounts.middleware import impersonal
from accounts.models import Player
from games.models import Match
from games.presenters.matches import match_page
from games.services import matches, moves
from quadropolis_site.errors import ApplicationError

LARGEST_SEQ = 9999


class MatchRequest(HttpRequest):
    user: Player | AnonymousUser
    htmx: HtmxDetails


class PlayerMatchRequest(MatchRequest):
    user: Player


def players_only(
    view: Callable[[PlayerMatchRequest, str], HttpResponse],
) -> Callable[[PlayerMatchRequest, str], HttpResponse]:
    """Whoever is not logged in is asked to, and then comes back to the match."""

    @wraps(view)
    def wrapped(request: PlayerMatchRequest, code: str) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, code)
        login = redirect_to_login(_address(code))
        return HttpResponseClientRedirect(login.url) if request.htmx else login

    return wrapped


@require_safe
def match(request: MatchRequest, code: str) -> HttpResponse:
    return _show(request, code)


@impersonal
@require_safe
def match_poll(request: HttpRequest, code: str) -> HttpResponse:
    """Has anything happened since this ``seq``? Asked often: it must cost next to nothing."""
    now = Match.objects.filter(code=code).values_list("status", "seq").first()
    if now is None:
        raise Http404
    status, seq = now
    if status in (Match.Status.FINISHED, Match.Status.CANCELLED):
        return HttpResponseStopPolling(headers={"HX-Refresh": "true"})
    seen = (request.GET.get("status", Match.Status.RUNNING), request.GET.get("seq"))
    if seen == (status, str(seq)):
        return HttpResponse(status=204)
    return redirect("match", code)


@require_POST
@players_only
def match_play(request: PlayerMatchRequest, code: str) -> HttpResponse:
    def play() -> None:
        text = request.POST.get("move", "")
        moves.play_move(code=code, player=request.user, seq=_seq(request), text=text)

    return _do(request, code, play)


@require_POST
@players_only
def match_resign(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return _do(request, code, lambda: moves.resign(code=code, player=request.user))


@require_POST
@players_only
def match_join(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return _do(request, code, lambda: matches.join_table(code=code, player=request.user))


@require_POST
@players_only
def match_leave(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return _do(request, code, lambda: matches.leave_table(code=code, player=request.user))


@require_POST
@players_only
def match_decline(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return _do(request, code, lambda: matches.decline_invitation(code=code, player=request.user))


def _do(request: PlayerMatchRequest, code: str, act: Callable[[], object]) -> HttpResponse:
    """A refusal is said above the position as it is now, with what was chosen still chosen."""
    try:
        act()
    except Match.DoesNotExist as error:
        raise Http404 from error
    except ApplicationError as error:
        return _show(request, code, refusal=str(error.message), status=error.status)
    return redirect("match", code)


@never_cache
@vary_on_headers("HX-Request")
def _show(request: MatchRequest, code: str, refusal: str = "", status: int = 200) -> HttpResponse:
    """The page, or only its board for htmx."""
    found = get_object_or_404(Match.objects.with_seats(), code=code)
    is_partial = bool(request.htmx) and not request.htmx.history_restore_request
    context = _context(request, found) | {"refusal": refusal, "is_partial": is_partial}
    template = "games/match.html#match-board" if is_partial else "games/match.html"
    response = render(request, template, context, status=status)
    if request.method == "POST":
        replace_url(response, f"{_address(code)}?{request.GET.urlencode()}")
    return response


def _context(request: MatchRequest, found: Match) -> dict[str, Any]:
    seat = found.seat_of(request.user)
    context: dict[str, Any] = {"match": found, "seat": seat, "seq": found.seq}
    if found.setup is None:
        is_invited = any(
            chair.is_free and chair.invited_id == request.user.pk
            for chair in found.seats_in_order()
            if request.user.is_authenticated
        )
        return context | {"body": "games/match/table.html", "is_invited": is_invited}
    page = match_page(found, seat, request.GET.dict())
    return context | {
        "body": "games/match/boards.html",
        "page": page,
        "seq": page.seq,
        "sprite": f"games/{found.game}/sprite.html",
        "board_template": f"games/{found.game}/board.html",
    }


def _address(code: str) -> str:
    return Match(code=code).get_absolute_url()


def _seq(request: HttpRequest) -> int:
    text = request.POST.get("seq", "")
    if not (text.isascii() and text.isdigit()) or int(text[:5]) > LARGEST_SEQ:
        raise ApplicationError(_("The page did not say which position the move is for. Try again."))
    return int(text)
