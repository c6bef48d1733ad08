"""The reader's hand, the pile, and how many cards the others hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.megalopolis.city import bits
from engine.megalopolis.moves import Move
from games.presenters.megalopolis.city import block_words
from games.presenters.megalopolis.plans import Plan, card_plan
from games.presenters.megalopolis.scene import Scene


@dataclass(frozen=True)
class Card:
    """``label`` says what is on it; without ``href`` there is nothing to choose."""

    number: int
    plan: Plan
    label: str
    href: str = ""
    is_chosen: bool = False


@dataclass(frozen=True)
class Holder:
    """Somebody at the table, and how many cards they hold: not which."""

    seat: int
    name: str
    cards: int


@dataclass(frozen=True)
class Hand:
    """``cards`` are the reader's own; ``top`` is the card that everybody sees on the pile.

    Whoever plays alone needs no list of the holders.
    """

    cards: Sequence[Card]
    top: Card | None
    pile: int
    holders: Sequence[Holder]


def hand(scene: Scene) -> Hand:
    position = scene.position
    return Hand(
        cards=[_own_card(scene, number) for number in bits(scene.view.hand)],
        top=card(position.top, turned=False) if position.top else None,
        pile=len(position.pile) - position.drawn,
        holders=[
            Holder(seat, name, size)
            for seat, (name, size) in enumerate(zip(scene.names, scene.view.sizes, strict=True))
            if len(scene.names) > 1
        ],
    )


def card(number: int, *, turned: bool) -> Card:
    drawn = card_plan(number, turned)
    blocks = "; ".join(block_words(block) for block in drawn.blocks)
    label = _("Card %(number)s: %(blocks)s") % {"number": number, "blocks": blocks}
    return Card(number, drawn, label)


def _own_card(scene: Scene, number: int) -> Card:
    """As it will lie; another one would lie on the spot that is chosen already."""
    choice, links = scene.choice, scene.links
    shown = card(number, turned=choice.turned)
    if not choice.step:
        return shown
    if choice.move:
        href = links.move(Move(number, choice.move.x, choice.move.y, choice.turned))
    else:
        href = links.card(number, choice.turned)
    return Card(number, shown.plan, shown.label, href, number == choice.card)
