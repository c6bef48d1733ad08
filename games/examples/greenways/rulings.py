"""What we decided where the rule sheet is silent. Each stands in its section and in a list."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.examples.greenways.contents import TITLES


class Ruling(NamedTuple):
    section: str
    text: Promise

    @property
    def section_title(self) -> Promise:
        return TITLES[self.section]


RULINGS = {
    "turning": Ruling(
        "placing",
        _(
            "Tiles may be turned by quarter turns. Where turns give the same face, only the "
            "smallest number of them is written."
        ),
    ),
    "building": Ruling(
        "continuing",
        _("A building has nothing to continue, so it only needs to touch the city."),
    ),
    "sides": Ruling("apart", _("“Next to” means sides, not corners.")),
    "redraw": Ruling(
        "redraw",
        _(
            "The redraw happens by itself and is no move. The three go under the pile in the "
            "order in which they were drawn, and three are drawn from the top; that is repeated "
            "until one fits. If no tile in the pile or in hand fits anywhere, the match ends."
        ),
    ),
    "intersection": Ruling(
        "streets", _("An intersection is a tile with three or four street sides.")
    ),
    "longest": Ruling("longest", _("The longest corridor is the one with the most tiles.")),
    "both": Ruling("scoring", _("A tile with a street and a corridor counts for both.")),
    "deck": Ruling(
        "tiles", _("The rule sheet does not say how many of each there are: this mix is ours.")
    ),
}
