"""The accounts that bots play under."""

from __future__ import annotations

from accounts.models import Player


def bot_account(*, bot: str) -> Player:
    """The account of this bot of the engine, made when it is first needed."""
    found = Player.objects.filter(bot=bot).first()
    if found is None:
        found, _ = Player.objects.get_or_create(
            bot=bot, defaults={"username": f"{bot.capitalize()}-Robot", "password": "!"}
        )
    return found
