"""Turns what went wrong for a known reason into a page that says so in one sentence."""

import logging
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django_prometheus.middleware import PrometheusAfterMiddleware
from redis.exceptions import RedisError

from quadropolis_site.errors import ApplicationError

logger = logging.getLogger(__name__)


class ApplicationErrorMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, ApplicationError):
            return None
        context = {"message": error.message, "error": error}
        return render(request, error.page, context, status=error.status)


class OutageMiddleware:
    """Without Redis nobody can be counted at the door, so nobody is let in; but we say so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, RedisError):
            return None
        logger.error("Redis does not answer", exc_info=error)
        return render(request, "503.html", status=503)


class CountingMiddleware(PrometheusAfterMiddleware):  # type: ignore[misc]
    """Whoever makes up methods shall not make up rows: they would be kept for ever."""

    def label_metric(
        self, metric: Any, request: HttpRequest, response: Any = None, **labels: Any
    ) -> Any:
        if "method" in labels:
            labels["method"] = self._method(request)
        return super().label_metric(metric, request, response, **labels)
