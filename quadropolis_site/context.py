"""What every page may know about the site."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    return {"shows_mailbox": settings.SHOWS_MAILBOX}
