"""Finding a table: what waits for you, what is open to join, and announcing one yourself."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.requests import PlayerRequest
from games import demo
from games.forms import TableForm
from games.models import Match
from games.presenters.lobby import dashboard
from games.services.matches import create_table
from quadropolis_site.errors import ApplicationError

OPEN_TABLES_SHOWN = 50
RECENT_SHOWN = 6


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Your own matches first, then the tables that look for players."""
    tables = Match.objects.anyone_may_join().with_seats().order_by("-created_at")
    context: dict[str, Any] = {
        "open_tables": tables[:OPEN_TABLES_SHOWN],
        "recent": Match.objects.finished().public().with_seats().newest()[:RECENT_SHOWN],
    }
    if request.user.is_authenticated:
        own = Match.objects.seating(request.user).with_seats()
        context |= {
            "dashboard": dashboard(request.user),
            "own_tables": own.open_tables().order_by("-created_at")[:OPEN_TABLES_SHOWN],
            "invitations": Match.objects.inviting(request.user).with_seats()[:OPEN_TABLES_SHOWN],
            "open_tables": tables.not_seating(request.user)[:OPEN_TABLES_SHOWN],
        }
    else:
        context["demo_logins"] = demo.logins()
    return render(request, "games/lobby.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def table_new(request: PlayerRequest) -> HttpResponse:
    form = TableForm(request.POST or None, creator=request.user, club=request.GET.get("club", ""))
    if request.method == "POST" and form.is_valid():
        try:
            match = create_table(creator=request.user, terms=form.terms(), chairs=form.chairs)
        except ApplicationError as error:
            form.add_error(None, str(error.message))
        else:
            messages.success(
                request,
                _("The match has begun.") if match.is_running else _("The table is announced."),
            )
            return redirect(match)
    status = 422 if form.errors else 200
    return render(request, "games/table_new.html", {"form": form}, status=status)
