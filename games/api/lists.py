"""Games, players, leaderboards, histories: what everybody may read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import Player
from games.api import shapes
from games.api.matches import shown_matches
from games.api.serializers import (
    ExportQuery,
    GameSerializer,
    HistoryQuery,
    LeaderboardQuery,
    MatchSummarySerializer,
    PlayerDetailSerializer,
    PlayerQuery,
    PlayerSerializer,
    ResultsQuery,
    StandingSerializer,
    TeamStandingSerializer,
)
from games.catalogue import GAMES
from games.history_forms import SearchForm
from games.models import Match, Rating, Standing
from games.presenters import leaderboards, results
from games.records import record_of
from games.reliability import reliability
from games.search import find
from quadropolis_site.api.pages import of, page
from quadropolis_site.api.reading import query
from quadropolis_site.api.schema import ETAG, answers, page_of
from quadropolis_site.api.views import ApiView

MATCHES_PER_PAGE = 20
LINES_PER_EXPORT = 1000
LINES_AT_ONCE = 100


class GameList(ApiView):
    is_public = True

    @extend_schema(
        tags=["games"],
        summary="What can be played",
        parameters=[ETAG],
        responses=answers(304, ok=GameSerializer(many=True)),
    )
    def get(self, request: Request) -> Response:
        return Response([game.to_json() for game in GAMES.values()])


class Leaderboard(ApiView):
    is_public = True

    @extend_schema(
        tags=["games"],
        summary="Ranked players",
        description=(
            "Where players don't compete, nobody has a rating, and the list is empty: what they "
            "reached is under `results/`."
        ),
        parameters=[LeaderboardQuery, ETAG],
        responses=answers(304, 400, 404, ok=page_of(StandingSerializer)),
    )
    def get(self, request: Request, game: str) -> Response:
        _check_game(game)
        asked = query(request, LeaderboardQuery)
        variant = asked.get("variant", "")
        if variant:
            _check_variant(game, variant)
        board = leaderboards.Asked(game, variant, asked.get("board", Standing.Board.ALL_TIME))
        cursor = asked.get("cursor")
        return Response(page(request, board.lines, shapes.standing, cursor=cursor, key="place"))


class ResultsBoard(ApiView):
    is_public = True

    @extend_schema(
        tags=["games"],
        summary="What was reached in a game that is no contest",
        description=(
            "By variant, the first one if none is named. Where players compete the list is empty: "
            "they are ranked under `leaderboards/`."
        ),
        parameters=[ResultsQuery, ETAG],
        responses=answers(304, 400, 404, ok=page_of(TeamStandingSerializer)),
    )
    def get(self, request: Request, game: str) -> Response:
        _check_game(game)
        asked = query(request, ResultsQuery)
        variant = asked.get("variant") or next(iter(GAMES[game].variants))
        _check_variant(game, variant)
        possible = results.sections(game, variant)
        section = asked.get("section", possible[0])
        if section not in possible:
            raise ValidationError({"section": ["The variant is not for so many players."]})
        board = asked.get("board", Standing.Board.ALL_TIME)
        lines = results.Asked(game, variant, board, has_bots=True, section=section).lines
        cursor = asked.get("cursor")
        return Response(page(request, lines, shapes.team_standing, cursor=cursor, key="place"))


def _check_game(game: str) -> None:
    if game not in GAMES:
        raise Http404


def _check_variant(game: str, variant: str) -> None:
    if variant not in GAMES[game].variants:
        raise ValidationError({"variant": ["The game has no such variant."]})


class PlayerList(ApiView):
    is_public = True

    @extend_schema(
        tags=["players"],
        operation_id="players_list",
        summary="Players, newest first",
        parameters=[PlayerQuery, ETAG],
        responses=answers(304, 400, ok=page_of(PlayerSerializer)),
    )
    def get(self, request: Request) -> Response:
        asked = query(request, PlayerQuery)
        rows = Player.objects.filter(deleted_at=None, is_active=True).select_related("owner")
        if "search" in asked:
            rows = rows.filter(username__istartswith=asked["search"])
        return Response(page(request, rows, shapes.player, cursor=asked.get("cursor")))


class PlayerDetail(ApiView):
    is_public = True

    @extend_schema(
        tags=["players"],
        summary="A player, with ratings",
        description="`me` is whoever asks.",
        parameters=[ETAG],
        responses=answers(304, 404, ok=PlayerDetailSerializer),
    )
    def get(self, request: Request, name: str) -> Response:
        if name.lower() == "me" and request.user.is_authenticated:
            name = request.user.username
        found = Player.objects.select_related("owner").get(username__iexact=name)
        known = reliability(found)
        ratings = Rating.objects.filter(player=found).order_by("pool")
        return Response(
            shapes.player(found)
            | {
                "ratings": [shapes.rating(line) for line in ratings],
                "matches": known.matches,
                "finished_percent": known.share,
            }
        )


class History(ApiView):
    is_public = True

    @extend_schema(
        tags=["matches"],
        summary="Search finished matches, latest first",
        parameters=[HistoryQuery, ETAG],
        responses=answers(304, 400, ok=page_of(MatchSummarySerializer)),
    )
    def get(self, request: Request) -> Response:
        asked = query(request, HistoryQuery)
        form = SearchForm({name: str(value) for name, value in asked.items()})
        if not form.is_valid():
            raise ValidationError(_plain(form))
        found = find(form.search(), before=asked.get("cursor", ""), size=MATCHES_PER_PAGE)
        codes = [match.code for match in found.matches]
        rows = shown_matches().filter(code__in=codes).newest()
        return Response(of(request, [shapes.summary(match) for match in rows], found.next))


def _plain(form: SearchForm) -> dict[str, list[str]]:
    return {name: [str(error) for error in errors] for name, errors in form.errors.items()}


class MatchExport(ApiView):
    is_public = True
    cost = 20

    @extend_schema(
        tags=["matches"],
        summary="Finished matches in bulk",
        description=(
            f"JSON lines, oldest first, at most {LINES_PER_EXPORT}: each has `number`, `code`, "
            "`finished_at`, `rated` and `record`. Go on with `after` = the last `number`; an "
            f"empty answer is the end. Counts as {cost} calls."
        ),
        parameters=[ExportQuery],
        responses={(200, "application/x-ndjson"): OpenApiTypes.STR} | answers(400),
    )
    def get(self, request: Request) -> HttpResponseBase:
        asked = query(request, ExportQuery)
        return StreamingHttpResponse(_lines(asked), content_type="application/x-ndjson")


def _lines(asked: dict[str, Any]) -> Iterator[str]:
    """A few at a time, so that neither side has to hold them all."""
    wanted = {name: asked[name] for name in ("game", "variant") if name in asked}
    rows = Match.objects.finished().public().filter(number__isnull=False, **wanted)
    last = asked.get("after", 0)
    for _batch in range(LINES_PER_EXPORT // LINES_AT_ONCE):
        batch = rows.filter(number__gt=last).order_by("number")[:LINES_AT_ONCE]
        found = list(batch.prefetch_related("moves", "seats__player"))
        for match in found:
            yield json.dumps(_line(match), cls=DjangoJSONEncoder, ensure_ascii=False) + "\n"
        if len(found) < LINES_AT_ONCE:
            return
        last = found[-1].number


def _line(match: Match) -> dict[str, Any]:
    return {
        "number": match.number,
        "code": match.code,
        "finished_at": match.finished_at,
        "rated": match.rated,
        "record": record_of(match).to_json(),
    }
