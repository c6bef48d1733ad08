"""What every page may know about the site."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.services.notices import unread


def site(request: HttpRequest) -> dict[str, Any]:
    def unread_notices() -> int:
        """Counted only by a page with a bell, and not by what htmx puts into it."""
        return unread(request.user).count() if request.user.is_authenticated else 0

    return {"shows_mailbox": settings.SHOWS_MAILBOX, "unread_notices": unread_notices}
