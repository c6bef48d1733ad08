"""Shows each player the site in their own time zone and language."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PreferencesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        language = request.user.language
        with timezone.override(_zone(request.user.time_zone)), translation.override(language):
            response = self.get_response(request)
        # LocaleMiddleware, which comes after us on the way out, would say its own.
        response.headers.setdefault("Content-Language", language)
        return response


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")  # the system forgot a zone that it once knew
