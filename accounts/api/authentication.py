"""Who is calling: a program with a token."""

from __future__ import annotations

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts.models import Player, Token
from accounts.services.tokens import PREFIX, find_token

KEYWORD = "token"


class TokenAuthentication(BaseAuthentication):
    def authenticate(self, request: Request) -> tuple[Player, Token] | None:
        given = request.headers.get("Authorization", "")
        keyword, _space, secret = given.partition(" ")
        if keyword.lower() != KEYWORD:
            _check_is_no_token(given)
            return None
        token = find_token(secret.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is not valid: it may have been revoked."))
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        return "Token"


def _check_is_no_token(given: str) -> None:
    """Else somebody would wonder why they are treated as a stranger."""
    if given.removeprefix("Bearer ").startswith(PREFIX):
        raise AuthenticationFailed(_("Write “Token” and a space before the token."))
