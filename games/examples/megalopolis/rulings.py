"""What we decided where the rulebook is silent. Each stands in its section and in a list."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.examples.megalopolis.contents import TITLES


class Ruling(NamedTuple):
    section: str
    text: Promise

    @property
    def section_title(self) -> Promise:
        return TITLES[self.section]


RULINGS = {
    "first_player": Ruling("setup", _("The first player is drawn at random.")),
    "one_move": Ruling(
        "turn", _("Choosing a card, showing it and placing it are one move on this site.")
    ),
    "memory": Ruling(
        "talking",
        _(
            "The site shows you your hand as it is now. Which cards you passed on is for you to "
            "remember; your note is a good place for that."
        ),
    ),
    "first_card": Ruling("placement", _("The first card may be covered completely.")),
    "cut": Ruling(
        "traffic",
        _("A road that a card cuts in two leaves two roads; only what can be seen counts."),
    ),
    "no_blocks": Ruling("boroughs", _("A type without any visible block scores nothing.")),
    "edge": Ruling(
        "scoring",
        _(
            "The edge of the city is every side of a block that faces an empty cell, also in a "
            "hole inside the city. A gap that only touches a corner is no edge."
        ),
    ),
    "road_end": Ruling(
        "condition-1",
        _(
            "A road ends at the edge if its last side faces an empty cell. Where it runs into a "
            "park, or into a block whose road does not meet it, it ends inside."
        ),
    ),
    "squares": Ruling("condition-4", _("Squares of all four types are counted together.")),
    "tie": Ruling(
        "condition-8",
        _("Of several residential groups of the same size, the best for the table counts."),
    ),
    "ring": Ruling(
        "condition-12", _("Of a ring all blocks are counted, and then half of them score.")
    ),
    "same_park": Ruling(
        "condition-13",
        _(
            "Two blocks of one group of parks are different parks; the same block at both ends is "
            "only one."
        ),
    ),
}
