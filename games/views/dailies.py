"""The city of the day: today's cities, what came of those of any day, and trying them."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import PlayerRequest
from games import access, dailies
from games.catalogue import GAMES
from games.models import Daily, Sight
from games.presenters.dailies import LINES_PER_PAGE, table, the_day, today
from games.services.dailies import begin_try, deal_today


@never_cache
@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    return render(request, "games/daily.html", {"page": today(deal_today(), request.user)})


@never_cache
@require_safe
def daily_day(request: HttpRequest, day: date) -> HttpResponse:
    return render(request, "games/daily_day.html", {"page": the_day(_cities(day), request.user)})


@never_cache
@require_safe
def daily_table(request: HttpRequest, day: date, game: str, sight: str) -> HttpResponse:
    """One of the tables as a whole, page by page."""
    found = get_object_or_404(Daily, day=day, game=game)
    if sight not in Sight.values:
        raise Http404
    if not access.knows(request.user, found):
        return redirect(found)
    after = request.GET.get("after", "")
    shown = table(found, Sight(sight), request.user, after=after, size=LINES_PER_PAGE)
    title = GAMES[game].title
    context = {"daily": found, "title": title, "table": shown, "is_first": not after}
    return render(request, "games/daily_table.html", context)


@require_POST
def daily_play(request: PlayerRequest, day: date, game: str) -> HttpResponse:
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("daily"))
    try:
        match = begin_try(player=request.user, day=day, game=game)
    except Daily.DoesNotExist as error:
        raise Http404 from error
    if request.POST.get("sight") == Sight.FIRST and not match.is_first_sight:
        messages.info(request, _("This day is over, so your try counts as practice."))
    return redirect(match)


def _cities(day: date) -> list[Daily]:
    """In the order of the plan; neither of days to come nor of those before the first."""
    cities = deal_today() if day == dailies.today() else list(Daily.objects.filter(day=day))
    if not cities:
        raise Http404
    order = [plan.game for plan in dailies.PLANS]
    return sorted(cities, key=lambda city: order.index(city.game))
