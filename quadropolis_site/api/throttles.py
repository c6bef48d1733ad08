"""How much each caller may ask for, counted in Redis minute by minute."""

from __future__ import annotations

import time
from dataclasses import dataclass

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

WINDOW = 60  # seconds


@dataclass(frozen=True)
class Allowance:
    """What an answer says about it in its headers."""

    most: int
    left: int
    seconds: int  # until it is full again

    @property
    def headers(self) -> dict[str, str]:
        return {
            "RateLimit-Limit": str(self.most),
            "RateLimit-Remaining": str(self.left),
            "RateLimit-Reset": str(self.seconds),
        }


class PerCaller(BaseThrottle):
    """Each token for itself; else each player; strangers by their address.

    What costs more than other calls says so: ``cost`` is how many it counts as.
    """

    def allow_request(self, request: Request, view: APIView) -> bool:
        kind, who = _caller(request)
        most = settings.API_CALLS_PER_MINUTE[kind]
        window, since = divmod(int(time.time()), WINDOW)
        key = f"api-calls:{kind}:{who}:{window}"
        cache.add(key, 0, timeout=2 * WINDOW)
        used = cache.incr(key, getattr(view, "cost", 1))
        self.seconds = WINDOW - since
        view.allowance = Allowance(most, max(0, most - used), self.seconds)  # type: ignore[attr-defined]
        return used <= most

    def wait(self) -> float:
        return self.seconds


def _caller(request: Request) -> tuple[str, str]:
    if request.auth is not None:
        return "token", str(request.auth.pk)
    if request.user.is_authenticated:
        return "session", str(request.user.pk)
    return "stranger", get_adapter().get_client_ip(request._request)
