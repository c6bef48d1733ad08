"""The score calculator, for people with the real box."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url

from games.calculators import CALCULATORS
from games.presenters.quadropolis.calculator import calculator as quadropolis
from games.views.replay import HtmxRequest

PAGES = {"quadropolis": quadropolis}


@require_safe
@vary_on_headers("HX-Request")
def calculator(request: HtmxRequest, game: str) -> HttpResponse:
    """The whole city is in the address: nothing is kept here, and the link keeps it."""
    if game not in CALCULATORS:
        raise Http404
    page = PAGES[game](request.GET.dict(), reverse("calculator", args=[game]))
    context = {"page": page, "address": request.build_absolute_uri(page.link)}
    response = render(request, f"games/{game}/calculator.html", context)
    if request.htmx:  # a click also brings numbers that were typed since, after those of its link
        push_url(response, page.here)
    return response
