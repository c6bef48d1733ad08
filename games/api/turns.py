"""Whose turn it is, for programs that wait for theirs."""

from __future__ import annotations

import threading
import time

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.models import Player
from games.api import shapes
from games.api.matches import shown_matches
from games.api.serializers import MatchSummarySerializer, WaitQuery
from games.models import Match
from quadropolis_site.api.pages import page
from quadropolis_site.api.reading import query
from quadropolis_site.api.schema import ETAG, answers, page_of
from quadropolis_site.api.views import ApiView, PlayerRequest

LOOK_EVERY = 0.5  # seconds
# Whoever waits keeps a thread of the web server; the others are for everybody else.
_waiting: set[int] = set()  # players, each once: nobody takes all the places
_door = threading.Lock()


class TurnList(ApiView):
    @extend_schema(
        tags=["matches"],
        summary="Matches where it is your turn",
        description=(
            "With `wait`, the answer comes as soon as there is a turn, or after so many seconds "
            "with an empty list. If too many programs wait already, or one of the same player, it "
            "comes at once; `Retry-After` says when to ask again."
        ),
        parameters=[WaitQuery, ETAG],
        responses=answers(304, 400, ok=page_of(MatchSummarySerializer)),
    )
    def get(self, request: PlayerRequest) -> Response:
        asked = query(request, WaitQuery)
        has_waited = _wait_for_turn(request.user, asked.get("wait", 0))
        rows = shown_matches().filter(pk__in=Match.objects.waiting_on(request.user).order_by())
        found = page(request, rows, shapes.summary, cursor=asked.get("cursor"), key="pk")
        hint = {} if has_waited or found["results"] else {"Retry-After": "2"}
        return Response(found, headers=hint)


def _wait_for_turn(player: Player, seconds: int) -> bool:
    """Whether there is a turn or the time is over; not if there was no place to wait."""
    if not seconds:
        return True
    if not _takes_a_place(player.pk):
        return False
    try:
        end = time.monotonic() + seconds
        while not Match.objects.waiting_on(player).exists() and time.monotonic() < end:
            time.sleep(LOOK_EVERY)
        return True
    finally:
        _waiting.discard(player.pk)


def _takes_a_place(player: int) -> bool:
    with _door:
        if player in _waiting or len(_waiting) >= settings.API_MOST_WAITING:
            return False
        _waiting.add(player)
        return True
