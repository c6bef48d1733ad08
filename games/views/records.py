"""Matches as files: records to keep, and records to bring along."""

from __future__ import annotations

import json

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from accounts.middleware import impersonal
from accounts.requests import PlayerRequest
from engine.game import Json
from games import access
from games.history_forms import RecordForm
from games.models import ImportedRecord, Match
from games.records import record_of
from games.services.records import MOST_BYTES, MOST_RECORDS, import_record
from games.views.replay import match_that_is_over
from quadropolis_site.errors import ApplicationError

A_WEEK = 7 * 24 * 3600


def keep(response: HttpResponse, match: Match) -> HttpResponse:
    """What is over changes no more; but a week only: players may leave, and with them their names.

    What not everybody may see is for the readers' own browsers to keep.
    """
    is_for_all = not match.is_private and match.shows_seed
    who = {"public": True} if is_for_all else {"private": True}
    patch_cache_control(response, max_age=A_WEEK, immutable=True, **who)
    return response


@impersonal
@require_safe
@conditional_page
def match_record(request: HttpRequest, code: str) -> HttpResponse:
    match = match_that_is_over(request, code)
    access.check_seed(match)
    return keep(_download(record_of(match).to_json(), code), match)


@impersonal
@require_safe
@conditional_page
def record_file(request: HttpRequest, code: str) -> HttpResponse:
    return _download(get_object_or_404(ImportedRecord, code=code).record, code)


def _download(record: Json, code: str) -> HttpResponse:
    response = HttpResponse(json.dumps(record, ensure_ascii=False), "application/json")
    response["Content-Disposition"] = f'attachment; filename="{record["game"]}-{code}.json"'
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def record_import(request: PlayerRequest) -> HttpResponse:
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = RecordForm(*sent)
    if form.is_valid():
        try:
            data = form.data_to_import(MOST_BYTES)
            return redirect(import_record(owner=request.user, data=data))
        except ApplicationError as error:
            form.add_error(None, str(error.message))
    context = {
        "form": form,
        "records": request.user.imported_records.order_by("-created_at"),
        "most_records": MOST_RECORDS,
    }
    status = 422 if form.errors else 200
    return render(request, "games/record_import.html", context, status=status)
