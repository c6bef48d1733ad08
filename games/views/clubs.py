"""Clubs: finding one, founding one, its page, its members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import JOIN_EVENTS, Club, Membership
from accounts.requests import PlayerRequest
from accounts.services import clubs as service
from accounts.services.notices import mark_club_read
from games.club_forms import AnnouncementForm, ClubForm, RequestForm
from games.presenters.clubs import (
    Reader,
    club_page,
    grid,
    ladder_page,
    members_page,
    season_page,
)
from quadropolis_site.errors import ApplicationError

CLUBS_PER_PAGE = 30


def reader_of(request: HttpRequest, slug: str) -> Reader:
    club = get_object_or_404(Club.objects.existing(), slug=slug)
    if not request.user.is_authenticated:
        return Reader(club, None, None)
    return Reader(club, request.user, service.membership(club=club, player=request.user))


def show_section(
    request: HttpRequest, reader: Reader, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """``name`` is that of the address and of the template."""
    frame = {"reader": reader, "club": reader.club, "sections": reader.sections(name)}
    template = f"games/clubs/{name}.html"
    return render(request, template, frame | context, status=status)


@require_safe
def clubs(request: HttpRequest) -> HttpResponse:
    """Your own, and all of them by name."""
    found = Club.objects.existing().with_members().order_by("name")
    context: dict[str, Any] = {
        "page": Paginator(found, CLUBS_PER_PAGE).get_page(request.GET.get("page"))
    }
    if request.user.is_authenticated:
        context["own"] = Club.objects.of(request.user).order_by("name")
    return render(request, "games/clubs/list.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_new(request: PlayerRequest) -> HttpResponse:
    return _ask(
        request,
        ClubForm(request.POST or None),
        _("Found a club"),
        lambda said: service.found_club(player=request.user, **said),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_edit(request: PlayerRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    service.require_organiser(club=reader.club, player=request.user)
    initial = {"name": reader.club.name, "about": reader.club.about}
    return _ask(
        request,
        ClubForm(request.POST or None, initial=initial),
        _("Describe the club"),
        lambda said: service.describe_club(by=request.user, slug=slug, **said),
    )


def _ask(
    request: PlayerRequest, form: ClubForm, title: str, act: Callable[[dict[str, Any]], Club]
) -> HttpResponse:
    if form.is_valid():
        try:
            return redirect(act(form.cleaned_data))
        except ApplicationError as error:
            form.add_error(None, str(error.message))
    status = 422 if form.errors else 200
    return render(request, "games/clubs/form.html", {"form": form, "title": title}, status=status)


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    if reader.player is not None:
        mark_club_read(player=reader.player, club=reader.club, events=JOIN_EVENTS)
    return _show_club(request, reader)


def _show_club(
    request: HttpRequest, reader: Reader, status: int = 200, **forms: Any
) -> HttpResponse:
    """With what was written before, if it was refused."""
    context: dict[str, Any] = {
        "page": club_page(reader),
        "announcement_form": AnnouncementForm(),
        "request_form": RequestForm(),
    }
    if reader.is_member:
        path = reverse("club-join", args=[reader.club.slug, reader.club.join_key])
        context["join_link"] = request.build_absolute_uri(path)
    return show_section(request, reader, "club", context | forms, status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def club_join(request: PlayerRequest, slug: str, key: str) -> HttpResponse:
    """A GET changes nothing: programs look at links before anybody clicks."""
    reader = reader_of(request, slug)
    if request.method == "POST":
        service.join_by_link(player=request.user, slug=slug, key=key)
        messages.success(request, _("Welcome to the club!"))
        return redirect(reader.club)
    if reader.is_member:
        return redirect(reader.club)
    service.check_link(club=reader.club, key=key)
    return render(request, "games/clubs/join.html", {"club": reader.club})


@login_required
@require_POST
def club_ask(request: PlayerRequest, slug: str) -> HttpResponse:
    form = RequestForm(request.POST)
    if not form.is_valid():
        return _show_club(request, reader_of(request, slug), 422, request_form=form)
    service.ask_to_join(player=request.user, slug=slug, text=form.cleaned_data["text"])
    messages.success(request, _("An organiser of the club will answer."))
    return redirect("club", slug)


@login_required
@require_POST
def club_answer(request: PlayerRequest, slug: str, request_id: int) -> HttpResponse:
    accepts = request.POST.get("answer") == "accept"
    service.answer_request(by=request.user, slug=slug, request_id=request_id, accepts=accepts)
    return redirect("club", slug)


@login_required
@require_POST
def club_leave(request: PlayerRequest, slug: str) -> HttpResponse:
    left = service.leave_club(player=request.user, slug=slug)
    messages.success(request, _("You have left the club. Your results stay."))
    return redirect("clubs") if left.closed_at else redirect(left)


@login_required
@require_POST
def club_link(request: PlayerRequest, slug: str) -> HttpResponse:
    service.renew_link(by=request.user, slug=slug)
    messages.success(request, _("There is a new link; the old one opens no longer."))
    return redirect("club", slug)


@login_required
@require_POST
def club_announce(request: PlayerRequest, slug: str) -> HttpResponse:
    form = AnnouncementForm(request.POST)
    if form.is_valid():
        service.announce(by=request.user, slug=slug, text=form.cleaned_data["text"])
        return redirect("club", slug)
    reader = reader_of(request, slug)
    service.require_organiser(club=reader.club, player=request.user)
    return _show_club(request, reader, 422, announcement_form=form)


@login_required
@require_POST
def announcement_remove(request: PlayerRequest, slug: str, announcement_id: int) -> HttpResponse:
    service.remove_announcement(by=request.user, slug=slug, announcement_id=announcement_id)
    return redirect("club", slug)


@require_safe
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    page = members_page(reader.club, request.GET.get("page", ""))
    return show_section(request, reader, "club-members", {"page": page, "roles": Membership.Role})


@login_required
@require_POST
def member_role(request: PlayerRequest, slug: str, name: str) -> HttpResponse:
    role = request.POST.get("role", "")
    service.set_role(by=request.user, slug=slug, name=name, role=role)
    return redirect("club-members", slug)


@login_required
@require_POST
def member_remove(request: PlayerRequest, slug: str, name: str) -> HttpResponse:
    service.remove_member(by=request.user, slug=slug, name=name)
    return redirect("club-members", slug)


@require_safe
def club_ladder(request: HttpRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    page, lines = ladder_page(reader, request.GET.get("page", ""))
    return show_section(request, reader, "club-ladder", {"page": page, "lines": lines})


@require_safe
def club_grid(request: HttpRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    shown = grid(reader.club, request.GET.get("rows", ""), request.GET.get("columns", ""))
    return show_section(request, reader, "club-grid", {"grid": shown})


@require_safe
def club_season(request: HttpRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    asked, page = request.GET.get("season", ""), request.GET.get("page", "")
    shown = season_page(reader.club, asked, page)
    return show_section(request, reader, "club-season", {"season": shown, "asked": asked})
