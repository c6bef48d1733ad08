"""The headings of the rules page. Other pages link to these ids, so they stay."""

from typing import cast

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext_lazy as _

from engine.megalopolis.meta import CONDITIONS
from games.examples.headings import contents
from games.presenters.megalopolis.scores import anchor, title


def _numbered_title(number: int) -> str:
    return f"{number} {title(str(number))}"


CONDITION_TITLES: dict[str, Promise] = {
    anchor(str(number)): cast("Promise", lazy(_numbered_title, str)(number))
    for number in CONDITIONS
}
TITLES: dict[str, Promise] = {
    "overview": _("The game in a minute"),
    "setup": _("Set-up"),
    "turn": _("Your turn"),
    "placement": _("Placing a card"),
    "talking": _("Talking at the table"),
    "scoring": _("Scoring the city"),
    "boroughs": _("Boroughs"),
    "traffic": _("Traffic"),
    "winning": _("Winning and losing"),
    "conditions": _("The eighteen conditions"),
    "variants": _("Easy and hard"),
    "reference": _("To look up"),
    "cards": _("All the cards"),
    "rulings": _("Our rulings"),
    "notation": _("How moves are written"),
    **CONDITION_TITLES,
}

CHAPTERS = {
    "overview": (),
    "setup": (),
    "turn": ("placement", "talking"),
    "scoring": ("boroughs", "traffic", "winning"),
    "conditions": tuple(CONDITION_TITLES),
    "variants": (),
    "reference": ("cards", "rulings", "notation"),
}


CONTENTS = contents(TITLES, CHAPTERS)
