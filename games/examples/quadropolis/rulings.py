"""What we decided where the rulebooks are silent. Each stands in its section and in a list."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.examples.quadropolis.contents import TITLES


class Ruling(NamedTuple):
    section: str
    text: Promise

    @property
    def section_title(self) -> Promise:
        return TITLES[self.section]


RULINGS = {
    "face_down": Ruling(
        "setup",
        _(
            "A face-down tile can't be taken, and its space counts as empty. Everybody sees which "
            "spaces hold one; what is printed on it stays secret until the match is over."
        ),
    ),
    "empty_space": Ruling(
        "take",
        _(
            "You may send an architect to an empty space even when another place would reach a "
            "tile."
        ),
    ),
    "supply": Ruling(
        "receive", _("Inhabitants and energy never run out: the supply is unlimited.")
    ),
    "assignment": Ruling(
        "activation",
        _(
            "You are never asked to hand out inhabitants and energy. At the end, and in every "
            "“score now”, the site finds the assignment that is best for you: most points, then "
            "most inhabitants placed, then fewest empty cells. It is exact: nobody could do "
            "better by hand."
        ),
    ),
    "ties": Ruling(
        "activation",
        _(
            "Where several assignments are equally good, the site always picks the same one: "
            "buildings nearer to the start (a1, b1, … then a2, b2, …) are switched on first, and "
            "the earliest shops get the most customers."
        ),
    ),
    "leaving_off": Ruling(
        "activation",
        _("You may leave a building off on purpose. Beside a monument that can pay."),
    ),
    "wasted": Ruling(
        "penalties",
        _(
            "Inhabitants and energy put on a building that stays off count as left over, not as "
            "placed."
        ),
    ),
    "office_group": Ruling(
        "office",
        _(
            "Office towers belong to one group when you can walk from one to the other across "
            "shared edges, around corners too."
        ),
    ),
    "large_group": Ruling(
        "office", _("A group of more than five office towers scores like a group of five.")
    ),
    "empty_cells": Ruling(
        "winning",
        _("Empty cells are counted after the buildings that stay off have been removed."),
    ),
    "shared_rank": Ruling(
        "winning",
        _(
            "Players who are still level share the rank, and the next rank is skipped: two winners "
            "are followed by a third place."
        ),
    ),
    "expert_tiles": Ruling(
        "tiles",
        _(
            "Which of the tiles that only Expert uses are left out at smaller tables is our "
            "reconstruction, except for the monuments. What is printed on them is the published "
            "game’s."
        ),
    ),
}
