"""The headings of the rules page. Other pages link to these ids, so they stay."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.examples.headings import contents

TITLES: dict[str, Promise] = {
    "overview": _("The game in a minute"),
    "setup": _("Set-up"),
    "round": _("A round"),
    "turn": _("Your turn"),
    "take": _("Take a tile"),
    "architects": _("Your architects"),
    "urbanist": _("The urbanist"),
    "build": _("Build it in your city"),
    "stacking": _("Stack tower blocks and office towers"),
    "receive": _("Receive what it shows"),
    "mayor": _("The mayor"),
    "scoring": _("Scoring your city"),
    "activation": _("Switching buildings on"),
    "tower": _("Tower blocks"),
    "shop": _("Shops"),
    "service": _("Public services"),
    "park": _("Parks"),
    "square": _("Squares"),
    "factory": _("Factories"),
    "harbor": _("Harbors"),
    "office": _("Office towers"),
    "monument": _("Monuments"),
    "penalties": _("Left-over inhabitants and energy"),
    "city": _("A whole city"),
    "winning": _("Who wins"),
    "variants": _("Ways to play"),
    "expert": _("Expert"),
    "squares": _("The Squares mini-expansion"),
    "reference": _("To look up"),
    "tiles": _("All the tiles"),
    "rulings": _("Our rulings"),
    "notation": _("How moves are written"),
}

CHAPTERS = {
    "overview": (),
    "setup": ("round",),
    "turn": ("take", "architects", "urbanist", "build", "stacking", "receive", "mayor"),
    "scoring": (
        "activation",
        "tower",
        "shop",
        "service",
        "park",
        "square",
        "factory",
        "harbor",
        "office",
        "monument",
        "penalties",
        "city",
        "winning",
    ),
    "variants": ("expert", "squares"),
    "reference": ("tiles", "rulings", "notation"),
}

CONTENTS = contents(TITLES, CHAPTERS)
