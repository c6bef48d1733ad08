"""Shows each player the site in their own time zone and language."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.time_zones import known_zone

View = TypeVar("View", bound=Callable[..., HttpResponse])


def impersonal(view: View) -> View:
    """Marks a view that answers everybody alike, so that nobody need be looked up for it."""
    view.is_impersonal = True  # type: ignore[attr-defined]
    return view


class PreferencesMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()  # the language is chosen anew by LocaleMiddleware

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        if getattr(view, "is_impersonal", False) or not request.user.is_authenticated:
            return
        timezone.activate(known_zone(request.user.time_zone))
        translation.activate(request.user.language)
