"""Who is best: leaderboards, high scores, and how ratings are made."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.catalogue import GAMES
from games.examples import ratings as examples
from games.presenters import leaderboards, results
from games.presenters.high_scores import high_scores as best


@require_safe
def leaderboard(request: HttpRequest, game: str) -> HttpResponse:
    """Of ratings, or of results where there is nobody to be rated against."""
    if game not in GAMES:
        raise Http404
    query = request.GET.dict()
    if not GAMES[game].is_contest:
        page = results.results(results.Asked.read(game, query), request.user)
        return render(request, "games/results.html", {"game": game, "page": page})
    board = leaderboards.leaderboard(leaderboards.Asked.read(game, query), request.user)
    return render(request, "games/leaderboard.html", {"game": game, "page": board})


@require_safe
def high_scores(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    page = best(game, request.GET.dict())
    return render(request, "games/high_scores.html", {"game": game, "page": page})


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    return render(request, "games/ratings.html", examples.page())
