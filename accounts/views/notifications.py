"""The list behind the bell, and which mails a player gets."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts import letters
from accounts.forms import NotificationsForm
from accounts.models import Event, Player
from accounts.requests import PlayerRequest
from accounts.services import notices as service
from accounts.subscriptions import DAILY, read_token


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notices(request: PlayerRequest) -> HttpResponse:
    """The newest first; a POST marks all of them as read."""
    if request.method == "POST":
        service.mark_read(player=request.user)
        return redirect("notices")
    shown = service.newest(request.user)
    titles = letters.titles(request.user, {notice.topic for notice in shown})
    rows = [{"notice": notice, "title": titles.get(notice.topic, notice.topic)} for notice in shown]
    has_unread = any(notice.read_at is None for notice in shown)
    return render(request, "accounts/notices.html", {"rows": rows, "has_unread": has_unread})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def notifications(request: PlayerRequest) -> HttpResponse:
    form = NotificationsForm(request.POST or None, player=request.user)
    if form.is_valid():
        service.choose(
            player=request.user, choices=form.choices, digest_hour=form.cleaned_data["digest_hour"]
        )
        messages.success(request, _("Your choice is saved."))
        return redirect("notifications")
    return render(request, "accounts/notifications.html", {"form": form})


@csrf_exempt  # mail programs post here on their own (RFC 8058); the address itself is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """A GET changes nothing: mail programs look at links before anybody clicks."""
    found = read_token(token)
    if found is None:
        raise Http404
    player_id, event = found
    player = get_object_or_404(Player, pk=player_id)
    if request.method == "POST":
        service.unsubscribe(player=player, event=event)
    what = _("The daily mail") if event == DAILY else Event(event).label
    context = {"what": what, "is_done": request.method == "POST"}
    return render(request, "accounts/unsubscribe.html", context)
