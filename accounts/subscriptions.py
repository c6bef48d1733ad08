"""The links by which players stop mails without logging in: signed, for one player and event."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import Player

SALT = "accounts.unsubscribe"
DAILY = "daily"  # in the place of an event: all that comes in the daily mail


def unsubscribe_url(player: Player, event: str) -> str:
    token = signing.dumps([player.pk, event], salt=SALT)
    path = reverse("unsubscribe", args=[token])
    return f"{settings.SITE_URL}{path}"


def read_token(token: str) -> tuple[int, str] | None:
    """The player and the event. Tokens never expire: people keep mails for years."""
    try:
        player_id, event = signing.loads(token, salt=SALT)
    except signing.BadSignature:
        return None
    return player_id, event
