from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.forms import DeleteAccountForm
from accounts.requests import PlayerRequest
from games.services.departures import leave_everything_and_delete


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "POST"])
def account_delete(request: PlayerRequest) -> HttpResponse:
    form = DeleteAccountForm(request.POST or None, player=request.user)
    if form.is_valid():
        leave_everything_and_delete(player=request.user)
        logout(request)
        messages.success(
            request, _("Your account is deleted. Thank you for having played with us.")
        )
        return redirect("lobby")
    return render(request, "accounts/delete.html", {"form": form})
