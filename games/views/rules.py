"""Pages to read: the rules of each game, and what this site is."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.examples import PAGES


def rules(request: HttpRequest, game: str) -> HttpResponse:
    if game not in PAGES:
        raise Http404
    return render(request, f"games/rules/{game}.html", PAGES[game]())


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about.html")
