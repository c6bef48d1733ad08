"""Only on a site on one's own machine: the addresses exist only there."""

from __future__ import annotations

from pathlib import Path

from csp.decorators import csp_replace
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.mailbox import MAILS_PER_PAGE, Mail, find_mail, newest_mails

LONGEST_NUMBER = 6
HARMLESS = {"default-src": ["'none'"], "style-src": ["'unsafe-inline'"], "sandbox": []}


@require_safe
@never_cache
def mailbox(request: HttpRequest) -> HttpResponse:
    page = _page(request.GET.get("page", ""))
    mails = newest_mails(_folder(), page)
    older = page + 1 if len(mails) == MAILS_PER_PAGE else None
    return render(request, "accounts/mailbox.html", {"mails": mails, "older": older})


@require_safe
@never_cache
def mail(request: HttpRequest, file: str, index: int) -> HttpResponse:
    return render(request, "accounts/mail.html", {"mail": _find(file, index)})


@require_safe
@never_cache
@csp_replace(HARMLESS)  # type: ignore[arg-type]
def mail_html(request: HttpRequest, file: str, index: int) -> HttpResponse:
    """As a mail program would show it: colours, links, nothing that runs."""
    return HttpResponse(_find(file, index).html)


def _page(asked: str) -> int:
    is_number = asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_NUMBER
    return max(int(asked), 1) if is_number else 1


def _find(file: str, index: int) -> Mail:
    found = find_mail(_folder(), file, index)
    if found is None:
        raise Http404
    return found


def _folder() -> Path:
    if not settings.SHOWS_MAILBOX:
        raise Http404
    return Path(settings.EMAIL_FILE_PATH)
