"""Finished matches, and who played them."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from games.models import Match, Seat
from games.pages import cursor_page

MATCHES_PER_PAGE = 20
PLAYER_MATCHES_SHOWN = 20


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Finished matches, newest first."""
    found = Match.objects.finished().public().with_seats()
    page = cursor_page(found, before=request.GET.get("before", ""), size=MATCHES_PER_PAGE)
    return render(request, "games/matches.html", {"page": page})


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    shown = get_object_or_404(Player, username__iexact=name)
    own = Match.objects.seating(shown).public().with_seats()
    context = {
        "shown": shown,
        "running": own.running().order_by("-moved_at")[:PLAYER_MATCHES_SHOWN],
        "finished": own.finished().newest()[:PLAYER_MATCHES_SHOWN],
        "figures": Seat.objects.finished_by(shown).figures(),
    }
    return render(request, "games/player.html", context)
