"""Tokens: what programs log in with."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import LONGEST_TOKEN_NAME, Player, Token
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed

MOST_TOKENS = 20
MOST_LOG_INS = 10
PREFIX = "qp_"  # so that a token is known for one wherever it turns up
USE_NOTED_EVERY = timedelta(minutes=1)
ALL_SCOPES = tuple(Token.Scope.values)


@transaction.atomic
def create_token(
    *, player: Player, name: str, scopes: Collection[str], by: Token | None = None
) -> tuple[Token, str]:
    """The row, and the secret, which is never shown again; ``by`` is the token that asks for it."""
    _lock(player)
    _check(name, scopes)
    if by is not None and not set(scopes) <= set(by.scopes):
        raise NotAllowed(_("A token can’t make one that may do more than itself."))
    if player.tokens.filter(is_from_log_in=False).count() >= MOST_TOKENS:
        raise Conflict(
            _("You have %(count)s tokens already; revoke some of them first.")
            % {"count": MOST_TOKENS}
        )
    return _make(player, name, scopes, is_from_log_in=False)


@transaction.atomic
def create_token_for_log_in(*, player: Player) -> str:
    """For somebody who gave name and password; of several, only the latest go on working."""
    _lock(player)
    _check_is_confirmed(player)
    _token, secret = _make(player, str(_("Log-in by a program")), ALL_SCOPES, is_from_log_in=True)
    kept = player.tokens.filter(is_from_log_in=True)[:MOST_LOG_INS].values_list("pk", flat=True)
    player.tokens.filter(is_from_log_in=True).exclude(pk__in=list(kept)).delete()
    return secret


def revoke_token(*, player: Player, token_id: int) -> None:
    """Of the player, or of a bot of theirs; gone is gone, so once more does no harm."""
    tokens = Token.objects.filter(pk=token_id)
    (tokens.filter(player=player) | tokens.filter(player__owner=player)).delete()


def find_token(secret: str) -> Token | None:
    """That this secret belongs to, and whose player may still come in; its use is noted."""
    token = Token.objects.select_related("player").filter(digest=_digest(secret)).first()
    if token is None or not token.player.is_active or token.player.is_deleted:
        return None
    now = timezone.now()
    if token.used_at is None or token.used_at < now - USE_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token


def _make(
    player: Player, name: str, scopes: Collection[str], *, is_from_log_in: bool
) -> tuple[Token, str]:
    secret = PREFIX + secrets.token_urlsafe(32)
    token = Token.objects.create(
        player=player,
        name=name,
        digest=_digest(secret),
        scopes=[scope for scope in ALL_SCOPES if scope in scopes],
        is_from_log_in=is_from_log_in,
        created_at=timezone.now(),
    )
    return token, secret


def _digest(secret: str) -> str:
    """Quick, because there is nothing to guess: the secret is 32 random bytes."""
    return hashlib.sha256(secret.encode(errors="replace")).hexdigest()


def _lock(player: Player) -> None:
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _check(name: str, scopes: Collection[str]) -> None:
    if not name.strip() or len(name) > LONGEST_TOKEN_NAME:
        raise ApplicationError(
            _("Give the token a name of at most %(most)s characters.")
            % {"most": LONGEST_TOKEN_NAME}
        )
    if not scopes or not set(scopes) <= set(ALL_SCOPES):
        raise ApplicationError(_("Choose at least one of: %s.") % ", ".join(ALL_SCOPES))


def _check_is_confirmed(player: Player) -> None:
    addresses = EmailAddress.objects.filter(user=player)
    if addresses.exists() and not addresses.filter(verified=True).exists():
        raise NotAllowed(_("Confirm your e-mail address first; we have sent you a mail."))
