"""The way to a move: the step in words, turning and nudging the card, and the move itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.megalopolis import rules
from engine.megalopolis.moves import Move
from games.presenters.megalopolis.choice import CARD, CONFIRM, SPOT
from games.presenters.megalopolis.scene import Scene
from games.text import say


@dataclass(frozen=True)
class Nudge:
    """One block further, if the card may lie there."""

    name: str
    label: str
    href: str


@dataclass(frozen=True)
class Steps:
    """Where the player is on the way to a move; ``notation`` is the move once it is chosen."""

    step: str
    words: str
    anchor: str  # of the rules page
    back: str = ""
    turn: str = ""
    nudges: Sequence[Nudge] = ()
    notation: str = ""


def steps(scene: Scene) -> Steps | None:
    """Nothing for whoever only looks on."""
    return STEPS[scene.choice.step](scene) if scene.choice.step else None


def _card_step(scene: Scene) -> Steps:
    return Steps(CARD, _("Choose a card from your hand."), "turn")


def _spot_step(scene: Scene) -> Steps:
    card, turned, links = scene.choice.card, scene.choice.turned, scene.links
    assert card is not None
    return Steps(
        SPOT,
        _("Choose a spot for card %(card)s.") % {"card": card},
        "placement",
        back=links.anew,
        turn=links.card(card, not turned),
    )


def _confirm_step(scene: Scene) -> Steps:
    move, links = scene.choice.move, scene.links
    assert move is not None
    sentence = say(scene.position.describe(move))
    return Steps(
        CONFIRM,
        f"{sentence[:1].upper()}{sentence[1:]}.",
        "scoring",
        back=links.card(move.card, move.turned),
        turn=links.move(move._replace(turned=not move.turned)),
        nudges=_nudges(scene, move),
        notation=str(move),
    )


STEPS = {CARD: _card_step, SPOT: _spot_step, CONFIRM: _confirm_step}


def _nudges(scene: Scene, move: Move) -> list[Nudge]:
    to = {
        "west": (_("One block to the west"), -1, 0),
        "north": (_("One block to the north"), 0, -1),
        "south": (_("One block to the south"), 0, 1),
        "east": (_("One block to the east"), 1, 0),
    }
    city = scene.position.city
    return [
        Nudge(
            name,
            label,
            scene.links.move(move._replace(x=move.x + right, y=move.y + down))
            if rules.touches(city, move.x + right, move.y + down)
            else "",
        )
        for name, (label, right, down) in to.items()
    ]
