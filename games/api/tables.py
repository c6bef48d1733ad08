"""From what a program asks for to what the services understand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Club, Player
from accounts.rest import DAY
from games.clocks import PerMove, to_text
from games.services.matches import Chair, TableTerms
from quadropolis_site.errors import ApplicationError

ME = "me"
AS_THEY_ARE = ("rated", "allows_vacation", "least_reliability", "is_private", "allows_bots")


def terms(asked: Mapping[str, Any]) -> TableTerms:
    """What is not said is the usual."""
    said = {name: asked[name] for name in AS_THEY_ARE if name in asked}
    if "days_per_move" in asked:
        said["clock"] = to_text(PerMove(asked["days_per_move"] * DAY))
    if "club" in asked:
        said["club_id"] = _club(asked["club"]).pk
    options = [name for name, is_on in asked.get("options", {}).items() if is_on]
    return TableTerms(game=asked["game"], variant=asked["variant"], options=options, **said)


def _club(slug: str) -> Club:
    found = Club.objects.existing().filter(slug=slug).first()
    if found is None:
        raise ApplicationError(_("There is no club “%(slug)s”.") % {"slug": slug})
    return found


def chair(asked: Mapping[str, Any], creator: Player) -> Chair:
    """``{"player": "me"}``, ``{"player": "bob"}``, ``{"bot": "greedy"}`` or ``{"open": true}``."""
    if len(asked) != 1 or asked.get("open") is False:
        raise ApplicationError(_("A seat is for a player, for a bot, or open: one of the three."))
    if "player" in asked:
        return _person(asked["player"], creator)
    return Chair(bot=asked.get("bot", ""))


def _person(name: str, creator: Player) -> Chair:
    if name.lower() in (ME, creator.username.lower()):
        return Chair(player=creator)
    invited = Player.objects.people().filter(username__iexact=name).first()
    if invited is None:
        raise ApplicationError(_("There is no player named “%(name)s”.") % {"name": name})
    return Chair(invited=invited)
