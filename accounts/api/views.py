"""Log-in, tokens, notifications and preferences for programs."""

from __future__ import annotations

from datetime import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.serializers import (
    CreatedTokenSerializer,
    LogInSerializer,
    NewTokenSerializer,
    NoticeSerializer,
    PreferencesSerializer,
    SecretSerializer,
    TokenSerializer,
)
from accounts.models import Notice, Player, Token
from accounts.services import notices
from accounts.services.players import change_preferences
from accounts.services.tokens import create_token, create_token_for_log_in, revoke_token
from quadropolis_site.api.pages import PageQuery, page
from quadropolis_site.api.reading import body, query
from quadropolis_site.api.schema import ETAG, WITH_BODY, answers, page_of
from quadropolis_site.api.views import ApiView, PlayerRequest
from quadropolis_site.errors import ApplicationError

SECONDS_AFTER_WRONG_GUESSES = 300


class WrongPassword(ApplicationError):
    code = "wrong_password"
    status = 400


class LogIn(ApiView):
    authentication_classes: Any = ()
    permission_classes: Any = ()

    @extend_schema(
        tags=["account"],
        summary="A token for name and password",
        description="It may do everything. Better make one on the site that may do less.",
        request=LogInSerializer,
        responses=answers(*WITH_BODY, ok=SecretSerializer),
        auth=[],
    )
    def post(self, request: Request) -> Response:
        player = _log_in(request, body(request, LogInSerializer))
        return Response({"token": create_token_for_log_in(player=player)})


def _log_in(request: Request, given: dict[str, Any]) -> Player:
    """With the same brake on guessing as the page."""
    try:
        player = get_adapter().authenticate(request._request, **given)
    except ImmediateHttpResponse as error:
        raise Throttled(SECONDS_AFTER_WRONG_GUESSES) from error
    if not isinstance(player, Player) or not player.is_active:
        raise WrongPassword(_("This name and password don't belong together."))
    return player


class TokenList(ApiView):
    scope = Token.Scope.MANAGE

    @extend_schema(
        tags=["account"],
        summary="Your tokens, newest first",
        parameters=[PageQuery, ETAG],
        responses=answers(304, 400, ok=page_of(TokenSerializer)),
    )
    def get(self, request: PlayerRequest) -> Response:
        cursor = query(request, PageQuery).get("cursor")
        return Response(page(request, request.user.tokens.all(), _token, cursor=cursor))

    @extend_schema(
        tags=["account"],
        summary="Make a token",
        description="With a token: one that may do no more than it.",
        request=NewTokenSerializer,
        responses=answers(*WITH_BODY, 409, created=CreatedTokenSerializer),
    )
    def post(self, request: PlayerRequest) -> Response:
        asked = body(request, NewTokenSerializer)
        caller: Any = request.auth  # a token of ours, or nothing in a session
        token, secret = create_token(player=request.user, by=caller, **asked)
        return Response(_token(token) | {"token": secret}, status=201)


class TokenDetail(ApiView):
    scope = Token.Scope.MANAGE

    @extend_schema(
        tags=["account"],
        summary="Revoke a token",
        description="Also one that is gone already.",
        responses=answers(404, nothing=None),
    )
    def delete(self, request: PlayerRequest, token_id: int) -> HttpResponse:
        revoke_token(player=request.user, token_id=token_id)
        return HttpResponse(status=204)


def _token(token: Token) -> dict[str, Any]:
    return {
        "id": token.pk,
        "name": token.name,
        "scopes": token.scopes,
        "created_at": token.created_at,
        "used_at": token.used_at,
    }


class NoticeList(ApiView):
    @extend_schema(
        tags=["account"],
        summary="What you were told, newest first",
        parameters=[PageQuery, ETAG],
        responses=answers(304, 400, ok=page_of(NoticeSerializer)),
    )
    def get(self, request: PlayerRequest) -> Response:
        cursor = query(request, PageQuery).get("cursor")
        rows = Notice.objects.filter(player=request.user).select_related("club")
        return Response(page(request, rows, _notice, cursor=cursor))


class NoticesRead(ApiView):
    scope = Token.Scope.MANAGE

    @extend_schema(
        tags=["account"],
        summary="Mark all notifications as read",
        request=None,
        responses=answers(nothing=None),
    )
    def post(self, request: PlayerRequest) -> HttpResponse:
        notices.mark_read(player=request.user)
        return HttpResponse(status=204)


def _notice(notice: Notice) -> dict[str, Any]:
    return {
        "id": notice.pk,
        "event": notice.event,
        "match": None if notice.club else notice.topic,
        "club": notice.club.slug if notice.club else None,
        "seq": notice.seq,
        "created_at": notice.created_at,
        "read_at": notice.read_at,
    }


class Preferences(ApiView):
    scope = Token.Scope.MANAGE

    @extend_schema(
        tags=["account"],
        summary="Your preferences",
        parameters=[ETAG],
        responses=answers(304, ok=PreferencesSerializer),
    )
    def get(self, request: PlayerRequest) -> Response:
        return Response(_preferences(request.user))

    @extend_schema(
        tags=["account"],
        summary="Change some preferences",
        request=PreferencesSerializer,
        responses=answers(*WITH_BODY, ok=PreferencesSerializer),
    )
    def patch(self, request: PlayerRequest) -> Response:
        change_preferences(player=request.user, changes=body(request, PreferencesSerializer))
        return Response(_preferences(request.user))


def _preferences(player: Player) -> dict[str, Any]:
    return {
        "about": player.about,
        "time_zone": player.time_zone,
        "language": player.language,
        "quiet_from": _minute(player.quiet_from),
        "quiet_to": _minute(player.quiet_to),
        "free_days": player.free_days,
        "auto_vacation": player.auto_vacation,
        "digest_hour": player.digest_hour,
        "mails": notices.choices(player),
    }


def _minute(at: time | None) -> str | None:
    return f"{at:%H:%M}" if at else None
