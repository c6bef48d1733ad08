"""The city as small as a stamp, and how far the match is."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine import game
from engine.megalopolis.meta import CITY_CARDS
from engine.megalopolis.moves import Move
from engine.megalopolis.view import View
from games.presenters.megalopolis.plans import Frame, Plan, frame, plan

MARGIN = 0.1


@dataclass(frozen=True)
class Thumbnail:
    plan: Plan
    frame: Frame
    stage: str


def thumbnail(view: game.View[Move], seat: int) -> Thumbnail:
    """The same for every seat."""
    assert isinstance(view, View)
    drawn = plan(view.position.city)
    return Thumbnail(drawn, frame(drawn.blocks, MARGIN), stage(view))


def stage(view: View) -> str:
    return _("Card %(card)s of %(cards)s") % {
        "card": len(view.position.placed),
        "cards": CITY_CARDS,
    }
