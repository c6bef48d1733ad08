"""Rest and vacation: when the clocks of a player stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import weeks
from accounts.forms import RestForm, VacationForm
from accounts.models import Player
from accounts.requests import PlayerRequest
from accounts.rest import QUIET_HOURS_PER_DAY, REST_HOURS_PER_WEEK, VACATION_DAYS_PER_YEAR
from accounts.services.rest import set_rest
from games.services.vacations import days_left, end_vacation, take_vacation
from quadropolis_site.errors import ApplicationError


@login_required
@require_http_methods(["GET", "POST"])
def rest(request: PlayerRequest) -> HttpResponse:
    form = _rest_form(request.user, request.POST or None)
    if form.is_valid() and _does(form, lambda: set_rest(player=request.user, **form.cleaned_data)):
        messages.success(
            request, _("Your hours of rest are saved. They count from your next turn.")
        )
        return redirect("rest")
    return _page(request, form, VacationForm(initial={"first_day": timezone.localdate()}))


@login_required
@require_POST
def vacation_new(request: PlayerRequest) -> HttpResponse:
    form = VacationForm(request.POST)
    if form.is_valid() and _does(
        form, lambda: take_vacation(player=request.user, **form.cleaned_data)
    ):
        messages.success(request, _("Enjoy your vacation! Your deadlines are moved."))
        return redirect("rest")
    return _page(request, _rest_form(request.user, None), form)


@login_required
@require_POST
def vacation_end(request: PlayerRequest, vacation_id: int) -> HttpResponse:
    end_vacation(player=request.user, vacation_id=vacation_id)
    messages.success(request, _("The vacation is ended. Your deadlines are moved."))
    return redirect("rest")


def _does(form: forms.Form, act: Callable[[], object]) -> bool:
    """What the service refuses is said above the form."""
    try:
        act()
    except ApplicationError as error:
        form.add_error(None, str(error.message))
    return form.is_valid()


def _rest_form(player: Player, data: Any) -> RestForm:
    names = ("quiet_from", "quiet_to", "free_days", "auto_vacation")
    return RestForm(data, initial={name: getattr(player, name) for name in names})


def _page(request: PlayerRequest, form: RestForm, vacation_form: VacationForm) -> HttpResponse:
    now = timezone.now()
    context = {
        "form": form,
        "vacation_form": vacation_form,
        "week": weeks.draw(request.user.rest),
        "now": now,
        "vacations": request.user.vacations.filter(ends_at__gt=now),
        "days_left": days_left(request.user),
        "days_per_year": VACATION_DAYS_PER_YEAR,
        "hours_per_day": QUIET_HOURS_PER_DAY,
        "hours_per_week": REST_HOURS_PER_WEEK,
    }
    status = 422 if form.errors or vacation_form.errors else 200
    return render(request, "accounts/rest.html", context, status=status)
