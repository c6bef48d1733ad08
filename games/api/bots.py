"""Programs that play under a name of their own."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from accounts.api.serializers import NewBotSerializer, RegisteredBotSerializer
from accounts.models import Token
from accounts.services.bots import own_bot, register_bot
from games.api import shapes
from games.api.serializers import PlayerSerializer
from games.services.departures import leave_everything_and_delete
from quadropolis_site.api.pages import PageQuery, page
from quadropolis_site.api.reading import body, query
from quadropolis_site.api.schema import ETAG, WITH_BODY, answers, page_of
from quadropolis_site.api.views import ApiView, PlayerRequest

TAGS = ["bots"]


class BotList(ApiView):
    scope = Token.Scope.MANAGE

    @extend_schema(
        tags=TAGS,
        summary="Your bots",
        parameters=[PageQuery, ETAG],
        responses=answers(304, 400, ok=page_of(PlayerSerializer)),
    )
    def get(self, request: PlayerRequest) -> Response:
        rows = request.user.bots.filter(deleted_at=None).select_related("owner")
        cursor = query(request, PageQuery).get("cursor")
        return Response(page(request, rows, shapes.player, cursor=cursor))

    @extend_schema(
        tags=TAGS,
        summary="Register a bot",
        description="The answer holds its token, which is never shown again.",
        request=NewBotSerializer,
        responses=answers(*WITH_BODY, 409, created=RegisteredBotSerializer),
    )
    def post(self, request: PlayerRequest) -> Response:
        asked = body(request, NewBotSerializer)
        bot, secret = register_bot(owner=request.user, **asked)
        return Response({"name": bot.username, "token": secret}, status=201)


class BotDetail(ApiView):
    scope = Token.Scope.MANAGE

    @extend_schema(
        tags=TAGS,
        summary="Retire a bot",
        description="It resigns what runs and leaves the rest, and its tokens end.",
        responses=answers(404, nothing=None),
    )
    def delete(self, request: PlayerRequest, name: str) -> HttpResponse:
        leave_everything_and_delete(player=own_bot(owner=request.user, name=name))
        return HttpResponse(status=204)
