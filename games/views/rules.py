"""Pages to read: the rules of each game, and what this site is."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.catalogue import GAMES
from games.examples import PAGES
from games.presenters.boards import Link
from games.text import say


def rules(request: HttpRequest, game: str) -> HttpResponse:
    if game not in PAGES:
        raise Http404
    frame = {
        "rules": GAMES[game],
        "games": _links(game),
        "boards_head": f"games/{game}/boards_head.html",
        "sprite": f"games/{game}/sprite.html",
    }
    return render(request, f"games/rules/{game}.html", frame | PAGES[game]())


def about(request: HttpRequest) -> HttpResponse:
    return render(request, "games/about.html", {"games": _links("")})


def _links(shown: str) -> list[Link]:
    """To the rules of all games."""
    return [
        Link(say(GAMES[name].title), reverse("rules", args=[name]), name == shown) for name in PAGES
    ]
