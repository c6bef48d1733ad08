"""Clubs: who is in them, who leads, what was played. Everybody may read that, as on the pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Club
from games.api import shapes
from games.api.serializers import (
    ClubDetailSerializer,
    ClubQuery,
    ClubRatingSerializer,
    ClubResultQuery,
    ClubResultSerializer,
    ClubSeasonLineSerializer,
    ClubSeasonQuery,
    ClubSerializer,
    MemberSerializer,
)
from games.presenters.clubs import (
    LADDER_ORDER,
    SEASON_ORDER,
    ladder,
    results_page,
    season_lines,
)
from games.seasons import Season
from quadropolis_site.api.pages import PageQuery, of, page
from quadropolis_site.api.reading import query
from quadropolis_site.api.schema import ETAG, answers, page_of
from quadropolis_site.api.views import ApiView

TAGS = ["clubs"]


class ClubList(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        operation_id="clubs_list",
        summary="Clubs, newest first",
        parameters=[ClubQuery, ETAG],
        responses=answers(304, 400, ok=page_of(ClubSerializer)),
    )
    def get(self, request: Request) -> Response:
        asked = query(request, ClubQuery)
        rows = Club.objects.existing()
        if asked.get("mine"):
            rows = Club.objects.of(_member(request))
        rows = rows.with_members().with_role_of(request.user.pk)
        return Response(page(request, rows, shapes.club, cursor=asked.get("cursor")))


def _member(request: Request) -> Any:
    """An empty list would only hide that the token is missing."""
    if not request.user.is_authenticated:
        raise NotAuthenticated
    return request.user


class ClubDetail(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="A club",
        parameters=[ETAG],
        responses=answers(304, 404, ok=ClubDetailSerializer),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = Club.objects.existing().with_members().with_role_of(request.user.pk)
        return Response(shapes.club_detail(rows.get(slug=slug)))


def _found(slug: str) -> Club:
    return Club.objects.existing().get(slug=slug)


class ClubMembers(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="Members, in the order in which they first came",
        parameters=[PageQuery, ETAG],
        responses=answers(304, 400, 404, ok=page_of(MemberSerializer)),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = _found(slug).memberships.current().select_related("player")
        cursor = query(request, PageQuery).get("cursor")
        return Response(page(request, rows, shapes.member, cursor=cursor, key="pk"))


class ClubLadder(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="The ladder of a club",
        description="Members only; ratings begin at 1500 in each club.",
        parameters=[PageQuery, ETAG],
        responses=answers(304, 400, 404, ok=page_of(ClubRatingSerializer)),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = _placed(ladder(_found(slug)), LADDER_ORDER)
        cursor = query(request, PageQuery).get("cursor")
        return Response(page(request, rows, shapes.club_rating, cursor=cursor, key="place"))


class ClubSeason(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="A club's table of a season",
        description="A season is a quarter of the year.",
        parameters=[ClubSeasonQuery, ETAG],
        responses=answers(304, 400, 404, ok=page_of(ClubSeasonLineSerializer)),
    )
    def get(self, request: Request, slug: str) -> Response:
        club, asked = _found(slug), query(request, ClubSeasonQuery)
        now = Season.of(timezone.now())
        season = Season.read(asked["season"]) if "season" in asked else now
        rows = _placed(season_lines(club, season), SEASON_ORDER)
        cursor = asked.get("cursor")
        return Response(page(request, rows, shapes.club_season_line, cursor=cursor, key="place"))


def _placed(rows: QuerySet[Any], order: Sequence[str]) -> QuerySet[Any, Any]:
    """Counted from the top each time, which is not far: a club has only so many members."""
    placed: QuerySet[Any, Any] = rows.annotate(
        place=Window(RowNumber(), order_by=list(order)),
    )
    return placed


class ClubResults(ApiView):
    is_public = True

    @extend_schema(
        tags=TAGS,
        summary="What counts in a club, latest first",
        description="Matches between members, and games over the table once they are confirmed.",
        parameters=[ClubResultQuery, ETAG],
        responses=answers(304, 400, 404, ok=page_of(ClubResultSerializer)),
    )
    def get(self, request: Request, slug: str) -> Response:
        club, asked = _found(slug), query(request, ClubResultQuery)
        found = results_page(club, asked.get("cursor", ""))
        shown = [shapes.club_result(result) for result in found.results]
        return Response(of(request, shown, found.next))
