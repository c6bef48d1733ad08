"""Everything the rules page of Megalopolis shows that is not prose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.megalopolis import meta
from engine.megalopolis.conditions import SQUARE_POINTS
from engine.megalopolis.meta import Kind
from engine.megalopolis.scoring import BOROUGHS, TRAFFIC
from games.examples.megalopolis.contents import CONTENTS, TITLES
from games.examples.megalopolis.drawings import Example
from games.examples.megalopolis.placements import PLACEMENTS
from games.examples.megalopolis.rulings import RULINGS, Ruling
from games.examples.megalopolis.scorings import SCORINGS
from games.presenters.megalopolis.hand import card
from games.presenters.megalopolis.scores import anchor, rule, title
from games.text import unsigned

TURNED_CARD = 9
# How each looks, its letter, and what stands there.
KINDS = (
    ("commercial-NS", Kind.COMMERCIAL.letter, _("commercial: shops and offices")),
    ("park-0", Kind.PARK.letter, _("park: the only one without a road")),
    ("industrial-NS", Kind.INDUSTRIAL.letter, _("industrial: halls and tanks")),
    ("residential-NS", Kind.RESIDENTIAL.letter, _("residential: homes")),
)
BLOCK_PARTY = "4"


@dataclass(frozen=True)
class Condition:
    number: str
    anchor: str
    title: str
    rule: str
    squares: list[tuple[int, str]]  # what so many of them are worth
    example: Example
    rulings: list[Ruling]


def page() -> dict[str, Any]:
    return {
        "titles": TITLES,
        "contents": CONTENTS,
        "rulings": RULINGS,
        "least": min(meta.PLAYERS),
        "most": max(meta.PLAYERS),
        "all_cards": meta.CARDS,
        "conditions_per_match": meta.CONDITIONS_PER_MATCH,
        "city_cards": meta.CITY_CARDS,
        "first_hand": meta.FIRST_HAND,
        "kinds": KINDS,
        "placements": {name: placed.present() for name, placed in PLACEMENTS.items()},
        "as_printed": card(TURNED_CARD, turned=False),
        "turned": card(TURNED_CARD, turned=True),
        "boroughs": SCORINGS[BOROUGHS].present(BOROUGHS),
        "traffic": SCORINGS[TRAFFIC].present(TRAFFIC),
        "conditions": [_condition(str(number)) for number in meta.CONDITIONS],
        "cards": [card(number, turned=False) for number in meta.CONDITIONS],
    }


def _condition(number: str) -> Condition:
    return Condition(
        number,
        anchor(number),
        title(number),
        rule(number, "normal"),
        _squares() if number == BLOCK_PARTY else [],
        SCORINGS[number].present(number),
        [ruling for ruling in RULINGS.values() if ruling.section == anchor(number)],
    )


def _squares() -> list[tuple[int, str]]:
    return [(count, unsigned(points)) for count, points in enumerate(SQUARE_POINTS)]
