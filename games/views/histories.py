"""Finished matches to browse and search."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.history_forms import SearchForm
from games.search import find

MATCHES_PER_PAGE = 20


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """Finished matches, newest first."""
    form, before = SearchForm(request.GET), request.GET.get("before", "")
    context = {"form": form, "is_first": not before, "query": urlencode(form.query)}
    if not form.is_valid():
        return render(request, "games/matches.html", context, status=422)
    context["page"] = find(form.search(), before=before, size=MATCHES_PER_PAGE)
    return render(request, "games/matches.html", context)
