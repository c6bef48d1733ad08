"""Matches for programs: finding, announcing, joining, playing. On the services of the pages."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from games import access
from games.api import shapes, tables
from games.api.serializers import (
    MatchQuery,
    MatchSerializer,
    MatchSummarySerializer,
    NewMatchSerializer,
    NewMoveSerializer,
    RecordSerializer,
)
from games.models import Match, MatchQuerySet, Seat
from games.records import record_as_seen_by
from games.services import matches, moves
from quadropolis_site.api.conditional import unchanged
from quadropolis_site.api.pages import page
from quadropolis_site.api.reading import body, query
from quadropolis_site.api.schema import ETAG, WITH_BODY, answers, page_of
from quadropolis_site.api.views import ApiView, PlayerRequest
from quadropolis_site.errors import Conflict

TAGS = ["matches"]


def shown_matches() -> MatchQuerySet:
    """With all that ``shapes.summary`` looks at."""
    return Match.objects.with_seats().prefetch_related("seats__player__owner")


def found(code: str) -> Match:
    return shown_matches().get(code=code)


def looked_at(request: Request, code: str) -> Match:
    match = found(code)
    access.check(request.user, match)
    return match


def shown(request: Request, code: str, status: int = 200) -> Response:
    return Response(shapes.detail(looked_at(request, code), request.user), status=status)


class MatchList(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        operation_id="matches_list",
        summary="Matches, newest first",
        description="Private ones only if they are your own.",
        parameters=[MatchQuery, ETAG],
        responses=answers(304, 400, ok=page_of(MatchSummarySerializer)),
    )
    def get(self, request: Request) -> Response:
        asked = query(request, MatchQuery)
        rows = _visible(request.user).filter(_conditions(asked, request.user))
        return Response(page(request, rows, shapes.summary, cursor=asked.get("cursor")))

    @extend_schema(
        tags=TAGS,
        summary="Announce a match",
        description="It starts at once if nobody is missing.",
        request=NewMatchSerializer,
        responses=answers(*WITH_BODY, created=MatchSerializer),
    )
    def post(self, request: PlayerRequest) -> Response:
        asked = body(request, NewMatchSerializer)
        match = matches.create_table(
            creator=request.user,
            terms=tables.terms(asked),
            chairs=[tables.chair(seat, request.user) for seat in asked["seats"]],
        )
        return shown(request, match.code, status=201)


def _visible(caller: Any) -> MatchQuerySet:
    """A club announces its tables to its members."""
    for_everybody = Q(is_private=False) & (Q(club=None) | ~Q(status=Match.Status.OPEN))
    if not caller.is_authenticated:
        return shown_matches().filter(for_everybody)
    for_members = Q(is_private=False, club__in=Club.objects.of(caller))
    own = Seat.objects.filter(Q(player=caller) | Q(invited=caller) | Q(substitute=caller))
    is_own = Exists(own.filter(match=OuterRef("pk")))
    return shown_matches().filter(for_everybody | for_members | is_own)


def _conditions(asked: dict[str, Any], caller: Any) -> Q:
    found = Q(**{name: asked[name] for name in ("game", "variant", "status") if name in asked})
    if "player" in asked:
        name = asked["player"]
        if name.lower() == tables.ME and caller.is_authenticated:
            name = caller.username
        seats = Seat.objects.filter(player__username__iexact=name)
        found &= Q(pk__in=seats.values("match"))
    return found


class MatchDetail(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="A match as you may see it",
        parameters=[ETAG],
        responses=answers(304, 404, ok=MatchSerializer),
    )
    def get(self, request: Request, code: str) -> HttpResponseBase:
        etag = shapes.etag(code, request.user)  # read first: what changes meanwhile is seen next
        answer = unchanged(request, etag)
        if answer is not None:
            return answer
        match = looked_at(request, code)
        return Response(shapes.detail(match, request.user), headers={"ETag": etag})


class MatchJoin(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Take an open seat",
        description="The match starts when all are taken.",
        request=None,
        responses=answers(404, 409, ok=MatchSerializer),
    )
    def post(self, request: PlayerRequest, code: str) -> Response:
        matches.join_table(player=request.user, code=code)
        return shown(request, code)


class MatchLeave(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Leave a table before the start",
        description="The table closes with whoever announced it.",
        request=None,
        responses=answers(404, 409, ok=MatchSerializer),
    )
    def post(self, request: PlayerRequest, code: str) -> Response:
        matches.leave_table(player=request.user, code=code)
        return shown(request, code)


class MatchMoves(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Play a move",
        request=NewMoveSerializer,
        responses=answers(*WITH_BODY, 404, 409, 422, created=MatchSerializer),
    )
    def post(self, request: PlayerRequest, code: str) -> Response:
        asked = body(request, NewMoveSerializer)
        moves.play_move(code=code, player=request.user, seq=asked["seq"], text=asked["move"])
        return shown(request, code, status=201)


class MatchResign(ApiView):
    @extend_schema(
        tags=TAGS,
        summary="Resign",
        description="Of two rivals the other one wins; else a bot plays on.",
        request=None,
        responses=answers(404, 409, ok=MatchSerializer),
    )
    def post(self, request: PlayerRequest, code: str) -> Response:
        moves.resign(code=code, player=request.user)
        return shown(request, code)


class MatchRecord(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="The record of a match",
        description="While it runs, without the seed and without what is hidden from you.",
        parameters=[ETAG],
        responses=answers(304, 404, 409, ok=RecordSerializer),
    )
    def get(self, request: Request, code: str) -> Response:
        match = looked_at(request, code)
        if match.setup is None:
            raise Conflict(_("This match has not started yet."))
        seat = match.seat_of(request.user)
        return Response(record_as_seen_by(seat.index if seat else None, match).to_json())
