"""What a club has played: lists, games over the table, files."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import RESULT_EVENTS
from accounts.requests import PlayerRequest
from accounts.services.clubs import require_organiser
from accounts.services.notices import mark_club_read
from games.club_forms import ImportForm, ResultForm
from games.models import LONGEST_OBJECTION, ClubResult
from games.presenters.clubs import results_page, undecided
from games.services import club_results as service
from games.services.club_files import COLUMNS, MOST_BYTES, Report, export_results, import_results
from games.views.clubs import reader_of, show_section
from quadropolis_site.errors import ApplicationError, NotAllowed


@require_safe
def club_results(request: HttpRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    before = request.GET.get("before", "")
    if reader.player is not None:
        mark_club_read(player=reader.player, club=reader.club, events=RESULT_EVENTS)
    context = {
        "page": results_page(reader.club, before),
        "is_first": not before,
        "undecided": undecided(reader),
        "longest_objection": LONGEST_OBJECTION,
    }
    return show_section(request, reader, "club-results", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def result_new(request: PlayerRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    if not reader.is_member:
        raise NotAllowed(_("You are not a member of this club."))
    form = ResultForm(request.POST or None, initial={"name_1": request.user.username})
    if form.is_valid():
        try:
            result = service.enter_result(by=request.user, slug=slug, played=form.played())
        except ApplicationError as error:
            form.add_error(None, str(error.message))
        else:
            messages.success(request, _said(result))
            return redirect("club-results", slug)
    status = 422 if form.errors else 200
    return show_section(request, reader, "club-result-new", {"form": form}, status)


def _said(result: ClubResult) -> str:
    if result.is_counted:
        return _("The result counts.")
    return _("The result is entered. It counts when the others confirm it.")


@login_required
@require_POST
def result_answer(request: PlayerRequest, slug: str, result_id: int) -> HttpResponse:
    result = service.answer_result(
        player=request.user,
        slug=slug,
        result_id=result_id,
        confirms=request.POST.get("answer") == "confirm",
        objection=request.POST.get("objection", "")[:LONGEST_OBJECTION],
    )
    messages.success(
        request, _("The result counts.") if result.is_counted else _("Your answer is kept.")
    )
    return redirect("club-results", slug)


@login_required
@require_POST
def result_decide(request: PlayerRequest, slug: str, result_id: int) -> HttpResponse:
    accepts = request.POST.get("decision") == "accept"
    service.decide_result(by=request.user, slug=slug, result_id=result_id, accepts=accepts)
    return redirect("club-results", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def results_import(request: PlayerRequest, slug: str) -> HttpResponse:
    reader = reader_of(request, slug)
    require_organiser(club=reader.club, player=request.user)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form, report = ImportForm(*sent), None
    if form.is_valid():
        data = form.cleaned_data["file"].read(MOST_BYTES + 1)
        try:
            report = import_results(by=request.user, slug=slug, data=data)
        except ApplicationError as error:
            form.add_error(None, str(error.message))
    if report is not None and report.is_done:
        messages.success(request, _imported(report))
        return redirect("club-results", slug)
    status = 422 if form.errors or report else 200
    context = {"form": form, "report": report, "columns": ",".join(COLUMNS)}
    return show_section(request, reader, "club-results-import", context, status)


def _imported(report: Report) -> str:
    words = ngettext(
        "%(count)s result was imported.", "%(count)s results were imported.", report.lines
    )
    return words % {"count": report.lines}


class _Echo:
    """What csv writes goes straight to the reader."""

    def write(self, line: str) -> str:
        return line


@require_safe
def results_file(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    club = reader_of(request, slug).club
    writer = csv.writer(_Echo())
    lines: Iterator[str] = (writer.writerow(row) for row in export_results(club))
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{club.slug}-results.csv"'
    return response
