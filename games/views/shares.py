"""Pictures of finished matches, for other sites to show."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import conditional_page, require_safe

from accounts.middleware import impersonal
from games.models import Match
from games.presenters.shares import share_png, share_svg
from games.views.records import keep
from games.views.replay import match_that_is_over


@impersonal
@require_safe
@conditional_page
def match_svg(request: HttpRequest, code: str) -> HttpResponse:
    match = _finished(request, code)
    return keep(HttpResponse(share_svg(match), "image/svg+xml"), match)


@impersonal
@require_safe
@conditional_page
def match_png(request: HttpRequest, code: str) -> HttpResponse:
    match = _finished(request, code)
    return keep(HttpResponse(share_png(match), "image/png"), match)


def _finished(request: HttpRequest, code: str) -> Match:
    match = match_that_is_over(request, code)
    if not match.is_finished:
        raise Http404
    return match
