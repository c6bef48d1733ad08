"""What people at a table write: to each other, and for themselves."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import reswap, retarget

from accounts.models import Player
from accounts.services import mutes
from games.models import Match
from games.presenters.chats import chat
from games.services import chats, notes
from games.views.match import PlayerMatchRequest, carry_out, players_only, read_number
from quadropolis_site.errors import ApplicationError, NotAllowed


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def match_chat(request: PlayerMatchRequest, code: str) -> HttpResponse:
    """The whole chat page by page; for htmx only the newest messages."""
    if request.method != "POST":
        return _show_chat(request, code)
    text = request.POST.get("text", "")
    return _act(request, code, lambda: chats.write(code=code, player=request.user, text=text))


@require_POST
@players_only
def match_report(request: PlayerMatchRequest, code: str) -> HttpResponse:
    number = read_number(request.POST.get("message", "")) or 0
    return _act(
        request, code, lambda: chats.report(code=code, player=request.user, message_id=number)
    )


@require_POST
@players_only
def match_mute(request: PlayerMatchRequest, code: str) -> HttpResponse:
    other = get_object_or_404(Player, username=request.POST.get("name", "").replace("\0", ""))
    change = mutes.unmute if request.POST.get("undo") else mutes.mute
    return _act(request, code, lambda: change(player=request.user, muted=other))


@require_POST
@players_only
def match_note(request: PlayerMatchRequest, code: str) -> HttpResponse:
    def save() -> None:
        notes.save_note(code=code, player=request.user, text=request.POST.get("note", ""))

    if not request.htmx:
        return carry_out(request, code, save, anchor="#note")
    try:
        save()
    except ApplicationError as error:
        return HttpResponse(str(error.message), "text/plain", status=error.status)
    except Match.DoesNotExist as error:
        raise Http404 from error
    return HttpResponse(_("Saved."), "text/plain")


def _act(request: PlayerMatchRequest, code: str, act: Callable[[], object]) -> HttpResponse:
    """With htmx, the chat is shown again, and why not, if something was refused."""
    if not request.htmx:
        return carry_out(request, code, act, anchor="#chat")
    try:
        act()
    except ApplicationError as error:
        return _show_chat(request, code, refusal=str(error.message), status=error.status)
    except Match.DoesNotExist as error:
        raise Http404 from error
    return _show_chat(request, code)


@never_cache
@vary_on_headers("HX-Request")
def _show_chat(
    request: PlayerMatchRequest, code: str, refusal: str = "", status: int = 200
) -> HttpResponse:
    found = get_object_or_404(Match.objects.with_seats(), code=code)
    if found.seat_of(request.user) is None:
        raise NotAllowed(_("Only the people at this table read and write its chat."))
    before = read_number(request.GET.get("before", ""))
    shown = chat(found, request.user, before)
    if shown.unread:
        chats.mark_read(match=found, player=request.user)
    context = {"match": found, "chat": shown, "refusal": refusal, "is_partial": request.htmx}
    if not request.htmx:
        return render(request, "games/match/chat_page.html", context, status=status)
    response = render(request, "games/match/chat.html", context, status=status)
    return retarget(reswap(response, "outerHTML"), "#match-chat")
