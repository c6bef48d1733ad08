from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import PreferencesForm
from accounts.requests import PlayerRequest
from accounts.services.players import update_preferences
from accounts.time_zones import UTC


@login_required
@require_http_methods(["GET", "POST"])
def preferences(request: PlayerRequest) -> HttpResponse:
    player = request.user
    form = PreferencesForm(
        request.POST or None,
        initial={
            "about": player.about,
            "time_zone": player.time_zone,
            "language": player.language,
        },
    )
    if form.is_valid():
        update_preferences(player=player, **form.cleaned_data)
        messages.success(request, _("Your preferences are saved."))
        return redirect("preferences")
    context = {"form": form, "is_utc": player.time_zone == UTC}
    return render(request, "accounts/preferences.html", context)
