"""Where a card may lie: the engine says whether, and why not."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.megalopolis import refusals, rules
from engine.megalopolis.moves import Move, parse
from games.examples.megalopolis.drawings import Example
from games.presenters.megalopolis.city import Outline, city_label
from games.presenters.megalopolis.plans import BLOCK, frame, plan
from games.text import say

MARGIN = 0.3
FIRST = parse("9@0,0")


@dataclass(frozen=True)
class Placement:
    """The second card, laid somewhere."""

    title: Promise
    text: Promise
    notation: str

    @property
    def move(self) -> Move:
        return parse(self.notation)

    def present(self) -> Example:
        before = rules.NO_CITY.with_card(FIRST)
        refusal = refusals.placement_refusal(before, self.move)
        drawn = plan(before.with_card(self.move))
        return Example(
            self.title,
            self.text,
            city_label(drawn.blocks),
            drawn,
            frame(drawn.blocks, MARGIN),
            card=Outline(self.move.x * BLOCK, self.move.y * BLOCK),
            verdict=say(refusal) if refusal else gettext("Allowed."),
            is_legal=refusal is None,
        )


PLACEMENTS = {
    "beside": Placement(
        _("Beside the city"),
        _("One shared side is enough, and the rows need not line up with the other card."),
        "12@2,1",
    ),
    "on_top": Placement(
        _("On top of it"),
        _("The new card covers two blocks. What lies below is gone for the score."),
        "12@0,-1",
    ),
    "corner": Placement(
        _("Only at a corner"),
        _("Two cards that meet at a corner share no side."),
        "12@2,2",
    ),
}
