"""Whether the site is well, for those who run it. None of this is for the public net."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.db import connection
from django.db.models import Min
from django.db.utils import Error as DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from redis import Redis
from redis.exceptions import RedisError

from accounts.middleware import impersonal
from accounts.models import Notice
from games.models import Match

QUEUES = ("celery", "bots")
FORWARDED = ("X-Forwarded-For", "X-Real-Ip", "Forwarded")  # a proxy brought it: from anywhere
View = Callable[[HttpRequest], HttpResponse]


def internal(view: View) -> View:
    """Answers only those who come from our own networks, and not through a proxy."""

    @impersonal
    @require_safe
    @never_cache
    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        if any(name in request.headers for name in FORWARDED) or not _is_near(request):
            raise Http404
        return view(request)

    return wrapped


def _is_near(request: HttpRequest) -> bool:
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in ipaddress.ip_network(near) for near in settings.INTERNAL_NETWORKS)


@internal
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers."""
    return HttpResponse("ok\n", content_type="text/plain")


@internal
def readyz(request: HttpRequest) -> HttpResponse:
    """Everything that a player's move needs is there, and no work is left lying."""
    parts: dict[str, Any] = {"database": _database(), "broker": _broker()}
    if parts["database"]:
        parts |= overdue()
    most = settings.READY_MOST_OVERDUE_SECONDS
    late = [name for name, value in parts.items() if name.endswith("_seconds") and value > most]
    is_ready = parts["database"] and parts["broker"] and not late
    return JsonResponse(parts | {"ready": is_ready}, status=200 if is_ready else 503)


@internal
def metrics(request: HttpRequest) -> HttpResponse:
    """Of all web processes, if they share a folder; and what the database knows."""
    counted: CollectorRegistry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    shown = generate_latest(counted) + generate_latest(SITE)
    return HttpResponse(shown, content_type=CONTENT_TYPE_LATEST)


def overdue() -> dict[str, float]:
    """How long the oldest of each kind of due work has been waiting, in seconds."""
    running = Match.objects.running()
    mails = Notice.objects.filter(mail=Notice.Mail.DUE)
    return {
        "queue_age_seconds": _age(running.aggregate(at=Min("bot_due_at"))["at"]),
        "overdue_deadlines_seconds": _age(running.aggregate(at=Min("deadline"))["at"]),
        "overdue_mails_seconds": _age(mails.aggregate(at=Min("mail_due_at"))["at"]),
    }


def _age(moment: datetime | None) -> float:
    if moment is None:
        return 0.0
    return max(0.0, round((timezone.now() - moment).total_seconds(), 1))


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _broker() -> bool:
    try:
        with Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
            return bool(client.ping())
    except RedisError:
        return False


def _queue_lengths() -> dict[str, int]:
    with Redis.from_url(settings.REDIS_URL, socket_timeout=2) as client:
        return {queue: int(client.llen(queue)) for queue in QUEUES}


class SiteCollector(Collector):
    """Asked when the metrics are, so it can't be out of date; what is away is left out."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = GaugeMetricFamily("quadropolis_up", "Whether it answers.", labels=["part"])
        parts = {"database": _database(), "broker": _broker()}
        for part, answers in parts.items():
            up.add_metric([part], answers)
        yield up
        if parts["database"]:
            yield from _matches()
        if parts["broker"]:
            yield _queues()


def _matches() -> Iterator[GaugeMetricFamily]:
    for name, seconds in overdue().items():
        yield GaugeMetricFamily(f"quadropolis_{name}", "Of the oldest.", value=seconds)
    late = Match.objects.out_of_time().count()
    yield GaugeMetricFamily("quadropolis_overdue_deadlines", "Clocks run out.", value=late)
    for status, rows in (
        ("open", Match.objects.open_tables()),
        ("running", Match.objects.running()),
    ):
        yield GaugeMetricFamily(
            f"quadropolis_matches_{status}", f"Matches that are {status}.", value=rows.count()
        )


def _queues() -> GaugeMetricFamily:
    queues = GaugeMetricFamily("quadropolis_queue_length", "Messages.", labels=["queue"])
    for queue, length in _queue_lengths().items():
        queues.add_metric([queue], length)
    return queues


SITE = CollectorRegistry(auto_describe=False)
SITE.register(SiteCollector())
