"""Looking through a match that is over, or through a record: every position has its address."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from engine import EngineError
from engine import record as engine_record
from games import access
from games.models import ImportedRecord, Match
from games.presenters.replays import Film, match_film, record_film, reel, shot
from games.text import say
from quadropolis_site.errors import ApplicationError, Conflict


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


def match_that_is_over(request: HttpRequest, code: str) -> Match:
    """What was hidden stays hidden until then."""
    found = get_object_or_404(Match.objects.with_seats().prefetch_related("moves"), code=code)
    access.check(request.user, found)
    if found.setup is None:
        raise Http404
    if not found.is_over:
        raise Conflict(_("This match is not over yet. Afterwards you can look through it."))
    return found


@require_safe
def replay(request: HtmxRequest, code: str, number: int) -> HttpResponse:
    match = match_that_is_over(request, code)
    about = {"match": match, "jump": reverse("replay-jump", args=[code])}
    return _show(request, match_film(match), number, about)


@require_safe
def record_replay(request: HtmxRequest, code: str, number: int) -> HttpResponse:
    imported = get_object_or_404(ImportedRecord.objects.select_related("owner"), code=code)
    try:  # it was checked when it came, but perhaps by older rules
        record = engine_record.from_json(imported.record)
        engine_record.replay(record)
    except EngineError as error:
        raise ApplicationError(say(error.text)) from error
    about = {"imported": imported, "jump": reverse("record-jump", args=[code])}
    return _show(request, record_film(imported, record), number, about)


@require_safe
def replay_jump(request: HttpRequest, code: str) -> HttpResponse:
    """Where the slider leads to."""
    return redirect("replay", code, _number(request))


@require_safe
def record_jump(request: HttpRequest, code: str) -> HttpResponse:
    return redirect("record-replay", code, _number(request))


@vary_on_headers("HX-Request")
def _show(request: HtmxRequest, film: Film, number: int, about: dict[str, Any]) -> HttpResponse:
    """The page, or only what a step changes for htmx."""
    if number > film.last:
        raise Http404
    game = film.rules.name
    is_partial = bool(request.htmx) and not request.htmx.history_restore_request
    context = about | {
        "film": film,
        "shot": shot(film, number),
        "board_template": f"games/{game}/board.html",
        "is_partial": is_partial,
    }
    if is_partial:
        return render(request, "games/replay.html#replay", context)
    context |= {
        "boards_head": f"games/{game}/boards_head.html",
        "sprite": f"games/{game}/sprite.html",
        "reel": reel(film, number),
    }
    return render(request, "games/replay.html", context)


def _number(request: HttpRequest) -> int:
    text = request.GET.get("number", "")
    if not (text.isascii() and text.isdigit() and len(text) <= 5):
        raise Http404
    return int(text)
