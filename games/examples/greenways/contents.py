"""The headings of the rules page. Other pages link to these ids, so they stay."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.examples.headings import contents

TITLES: dict[str, Promise] = {
    "overview": _("The game in a minute"),
    "setup": _("Set-up"),
    "turn": _("Your turn"),
    "placing": _("Placing a tile"),
    "continuing": _("It continues something"),
    "completing": _("Nothing bare is completed"),
    "apart": _("Parks and buildings keep apart"),
    "redraw": _("When nothing fits"),
    "end": _("The end"),
    "scoring": _("The score"),
    "streets": _("A: streets with an intersection"),
    "greenery": _("B: corridors with a park"),
    "parks": _("C: parks"),
    "longest": _("D: the longest corridor"),
    "unused": _("E: unused tiles"),
    "city": _("A whole city"),
    "reference": _("To look up"),
    "tiles": _("All the tiles"),
    "rulings": _("Our rulings"),
    "notation": _("How moves are written"),
}

CHAPTERS = {
    "overview": (),
    "setup": (),
    "turn": ("placing", "continuing", "completing", "apart", "redraw", "end"),
    "scoring": ("streets", "greenery", "parks", "longest", "unused", "city"),
    "reference": ("tiles", "rulings", "notation"),
}

CONTENTS = contents(TITLES, CHAPTERS)
