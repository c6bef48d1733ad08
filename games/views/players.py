"""Players: what they did here, and against whom."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.services.bots import bot_account_named
from games.history_forms import OpponentForm
from games.models import Match
from games.presenters.bots import introduce
from games.presenters.players import head_to_head, player_page
from games.reliability import reliability
from games.search import Search, find

MATCHES_SHOWN = 9


@require_safe
def player(request: HttpRequest, name: str) -> HttpResponse:
    shown = _named(name)
    running = Match.objects.public().played_by(shown).with_seats()
    context = {
        "shown": shown,
        "bot": introduce(shown.bot),
        "page": player_page(shown, request.GET.get("pool", "")),
        "running": running.order_by("-moved_at")[:MATCHES_SHOWN],
        "finished": _latest(shown),
        "streak": getattr(shown, "streak", None),
        "reliability": None if shown.is_bot else reliability(shown),
        "opponent_form": OpponentForm(shown),
    }
    return render(request, "games/player.html", context)


@require_safe
def player_opponent(request: HttpRequest, name: str) -> HttpResponse:
    """To the page of the two, if there is somebody of that name."""
    shown = _named(name)
    form = OpponentForm(shown, request.GET or None)
    if form.is_valid():
        return redirect("player-against", shown.username, form.cleaned_data["other"].username)
    status = 422 if form.errors else 200
    context = {"shown": shown, "form": form}
    return render(request, "games/player_opponent.html", context, status=status)


@require_safe
def player_against(request: HttpRequest, name: str, other: str) -> HttpResponse:
    shown, opponent = _named(name), _named(other)
    if shown == opponent:
        raise Http404
    context = {
        "shown": shown,
        "opponent": opponent,
        "balance": head_to_head(shown, opponent),
        "finished": _latest(shown, opponent),
    }
    return render(request, "games/player_against.html", context)


def _named(name: str) -> Player:
    """Also a bot that nobody has played against yet."""
    people = Player.objects.select_related("streak")
    return bot_account_named(name=name) or get_object_or_404(people, username__iexact=name)


def _latest(*players: Player) -> Sequence[Match]:
    return find(Search(players=players), before="", size=MATCHES_SHOWN).matches
