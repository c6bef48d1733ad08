"""The match page: a table before the start, then the boards, then the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import HttpResponseClientRedirect, HttpResponseStopPolling, replace_url
from django_htmx.middleware import HtmxDetails

from accounts.middleware import impersonal
from accounts.models import Player
from accounts.services import notices
from games import access
from games.models import LONGEST_MESSAGE, LONGEST_NOTE, Match, Message, Proposal, Seat
from games.presenters import PRESENTERS
from games.presenters.agreements import is_alone, offers, question
from games.presenters.chats import chat
from games.presenters.lobby import next_match
from games.presenters.matches import MatchPage, match_page
from games.presenters.rating_changes import rating_changes
from games.presenters.shares import share
from games.presenters.vacancies import vacancies
from games.services import chats, drafts, matches, moves
from quadropolis_site.errors import ApplicationError

LARGEST_SEQ = 9999
LONGEST_NUMBER = 15


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
    return show(request, code)


@impersonal
@require_safe
def match_poll(request: MatchRequest, code: str) -> HttpResponse:
    """Has anything happened since? Asked often: it must cost next to nothing.

    That somebody wrote something is no secret; what it is, the reader's own request must ask for.
    """
    now = _news(code)
    if now is None:
        raise Http404
    if int(now.pop("daily")):
        access.check(request.user, Match.objects.select_related("daily").get(code=code))
    seen = {"status": str(Match.Status.RUNNING), "seq": ""} | request.GET.dict()
    new = {name for name in now.keys() & seen.keys() if now[name] != seen[name]}
    if "status" in new and now["status"] in (Match.Status.FINISHED, Match.Status.CANCELLED):
        return HttpResponseStopPolling(headers={"HX-Refresh": "true"})
    if new - {"chat"}:
        return redirect("match", code)
    return redirect("match-chat", code) if new else HttpResponse(status=204)


def _news(code: str) -> dict[str, str] | None:
    """As the page writes it into the address it asks."""
    proposals = Proposal.objects.in_question(OuterRef("seq")).filter(match=OuterRef("pk"))
    messages = Message.objects.filter(match=OuterRef("pk")).order_by("-pk")
    now = (
        Match.objects.filter(code=code)
        .values(
            "status",
            "seq",
            "daily",
            proposal=Subquery(proposals.values("pk")[:1]),
            chat=Subquery(messages.values("pk")[:1]),
        )
        .first()
    )
    return now and {name: str(value or 0) for name, value in now.items()}


@require_POST
@players_only
def match_play(request: PlayerMatchRequest, code: str) -> HttpResponse:
    def play() -> None:
        text = request.POST.get("move", "")
        moves.play_move(code=code, player=request.user, seq=_seq(request), text=text)

    return carry_out(request, code, play)


@require_POST
@players_only
def match_draft(request: PlayerMatchRequest, code: str) -> HttpResponse:
    """Kept by itself after every step, or by a button."""

    def keep() -> None:
        draft = request.POST.get("draft", "")
        drafts.keep_draft(code=code, player=request.user, seq=_seq(request), draft=draft)

    response = carry_out(request, code, keep)
    is_by_itself = request.htmx and not request.htmx.boosted
    return HttpResponse(status=204) if is_by_itself and response.status_code == 302 else response


@require_POST
@players_only
def match_resign(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return carry_out(request, code, lambda: moves.resign(code=code, player=request.user))


@require_POST
@players_only
def match_join(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return carry_out(request, code, lambda: matches.join_table(code=code, player=request.user))


@require_POST
@players_only
def match_leave(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return carry_out(request, code, lambda: matches.leave_table(code=code, player=request.user))


@require_POST
@players_only
def match_decline(request: PlayerMatchRequest, code: str) -> HttpResponse:
    return carry_out(
        request, code, lambda: matches.decline_invitation(code=code, player=request.user)
    )


def carry_out(
    request: PlayerMatchRequest, code: str, act: Callable[[], object], anchor: str = ""
) -> HttpResponse:
    """A refusal is said above the position as it is now, with what was chosen still chosen."""
    try:
        act()
    except Match.DoesNotExist as error:
        raise Http404 from error
    except ApplicationError as error:
        return show(request, code, refusal=str(error.message), status=error.status)
    return redirect(_address(code) + anchor)


@never_cache
@vary_on_headers("HX-Request")
def show(request: MatchRequest, code: str, refusal: str = "", status: int = 200) -> HttpResponse:
    """The page, or only its board for htmx."""
    found = get_object_or_404(
        Match.objects.with_seats().prefetch_related("moves").select_related("rematch"), code=code
    )
    access.check(request.user, found)
    is_partial = bool(request.htmx) and not request.htmx.history_restore_request
    context = _context(request, found, is_partial) | {"refusal": refusal, "is_partial": is_partial}
    template = "games/match.html#match-board" if is_partial else "games/match.html"
    response = render(request, template, context, status=status)
    if request.method == "POST":
        replace_url(response, f"{_address(code)}?{request.GET.urlencode()}")
    return response


def _context(request: MatchRequest, found: Match, is_partial: bool) -> dict[str, Any]:
    seat = found.seat_of(request.user)
    context: dict[str, Any] = {
        "match": found,
        "seat": seat,
        "seq": found.seq,
        "boards_head": f"games/{found.game}/boards_head.html",
    }
    if request.user.is_authenticated and not request.GET:  # else it is a step of a move
        notices.mark_read(player=request.user, topic=found.code)
    if found.setup is None:
        is_invited = any(
            chair.is_free and chair.invited_id == request.user.pk
            for chair in found.seats_in_order()
            if request.user.is_authenticated
        )
        return context | {"body": "games/match/table.html", "is_invited": is_invited}
    page = match_page(found, request.user, request.GET.dict())
    context |= {
        "body": "games/match/boards.html",
        "page": page,
        "vacancies": vacancies(found, request.user),
        "seq": page.seq,
        "rating_changes": rating_changes(found),
        "sprite": f"games/{found.game}/sprite.html",
        "board_template": f"games/{found.game}/board.html",
    }
    if found.is_finished and not is_partial:
        context["share"] = share(found)
    if seat is not None and request.user.is_authenticated:
        context |= _for_the_table(found, seat, request.user, page)
        if not is_partial:  # htmx leaves what is there
            context |= _talk(found, seat, request.user)
    return context


def _for_the_table(found: Match, seat: Seat, player: Player, page: MatchPage) -> dict[str, Any]:
    return {
        "question": question(found, seat) if page.plays else None,
        "offers": offers(found, seat) if page.plays else [],
        "is_alone": is_alone(found, seat),
        "next_match": None if page.is_turn else next_match(player, found),
    }


def _talk(found: Match, seat: Seat, player: Player) -> dict[str, Any]:
    """The chat, which counts as read once it is shown, and the reader's own note."""
    shown = chat(found, player)
    if shown.unread:
        chats.mark_read(match=found, player=player)
    is_holder = seat.holder == player
    return {
        "chat": shown,
        "has_note": is_holder,
        "note": seat.note if is_holder else "",
        "manners": PRESENTERS[found.game].manners,
        "longest_message": LONGEST_MESSAGE,
        "longest_note": LONGEST_NOTE,
    }


def _address(code: str) -> str:
    return reverse("match", args=[code])


def read_number(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    return int(text) if is_number else None


def _seq(request: HttpRequest) -> int:
    seq = read_number(request.POST.get("seq", ""))
    if seq is None or seq > LARGEST_SEQ:
        raise ApplicationError(_("The page did not say which position the move is for. Try again."))
    return seq
