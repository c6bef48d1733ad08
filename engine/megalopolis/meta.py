"""Megalopolis at a glance: variants, kinds of block and the scoring conditions."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engine.game import Variant
from engine.text import Text
from engine.text import Text as _

VERSION = 1
CARDS = 18
CONDITIONS_PER_MATCH = 3
CITY_CARDS = CARDS - CONDITIONS_PER_MATCH
FIRST_HAND = 3
OTHER_HANDS = 1
PLAYERS = (1, 2, 3, 4)

VARIANTS = {
    "normal": Variant(_("Normal"), PLAYERS),
    "easy": Variant(_("Easy"), PLAYERS),
    "hard": Variant(_("Hard"), PLAYERS),
}


class Difficulty(NamedTuple):
    """What the variants change in the permanent scoring."""

    has_traffic: bool
    every_type: bool  # each type's largest group scores, not only the largest of all


DIFFICULTIES = {
    "normal": Difficulty(has_traffic=True, every_type=True),
    "easy": Difficulty(has_traffic=False, every_type=True),
    "hard": Difficulty(has_traffic=True, every_type=False),
}


class Kind(IntEnum):
    """The types of block."""

    COMMERCIAL = 0
    PARK = 1
    INDUSTRIAL = 2
    RESIDENTIAL = 3

    @property
    def letter(self) -> str:
        return self.name[0]

    @property
    def word(self) -> str:
        return self.name.lower()


KIND_BY_LETTER = {kind.letter: kind for kind in Kind}
KIND_TITLES = {
    Kind.COMMERCIAL: _("commercial block"),
    Kind.PARK: _("park"),
    Kind.INDUSTRIAL: _("industrial block"),
    Kind.RESIDENTIAL: _("residential block"),
}


class Condition(NamedTuple):
    """The back of a card: its number is also what it adds to the target score."""

    title: Text
    rule: Text


CONDITIONS = {
    1: Condition(
        _("The Outskirts"),
        _("Each road: −1 if at least one end lies at the edge of the city, otherwise +1."),
    ),
    2: Condition(
        _("Bloom Boom"), _("Each row and each column: +1 with exactly 3 parks, −1 without any.")
    ),
    3: Condition(_("Go Green"), _("+1 per park, −3 per industrial block.")),
    4: Condition(
        _("Block Party"),
        _("Squares of 2 × 2 blocks of one type: −8 for none, +3 for each, at most 7 in all."),
    ),
    5: Condition(
        _("Stacks and Scrapers"),
        _("+2 per industrial block with nothing but commercial and industrial blocks beside it."),
    ),
    6: Condition(
        _("Master Planned"),
        _("The blocks of the largest residential group minus those of the largest industrial one."),
    ),
    7: Condition(
        _("Central Perks"), _("+1 per park inside the city, −2 per park at the edge of the city.")
    ),
    8: Condition(
        _("The 'Burbs"),
        _("Beside the largest residential group: +1 per park, −2 per industrial block."),
    ),
    9: Condition(
        _("Concrete Jungle"),
        _("+1 per industrial block with another one diagonally next to it."),
    ),
    10: Condition(
        _("The Strip"), _("+1 per commercial block in the row or column that has the most.")
    ),
    11: Condition(
        _("Mini Marts"),
        _("+2 per commercial block whose road goes on into a residential block at both ends."),
    ),
    12: Condition(_("Superhighway"), _("Half the blocks of the longest road, rounded down.")),
    13: Condition(_("Park Hopping"), _("+3 per road whose two ends meet two different parks.")),
    14: Condition(_("Looping Lanes"), _("+1 per block of every road that is a ring.")),
    15: Condition(
        _("Skid Row"),
        _("+2 per residential block with at least two industrial blocks beside it."),
    ),
    16: Condition(
        _("Morning Commute"),
        _("+2 per road through at least one residential and one commercial block."),
    ),
    17: Condition(
        _("Tourist Traps"),
        _("+1 per side of a commercial block that lies at the edge of the city."),
    ),
    18: Condition(
        _("Sprawlopolis"),
        _("The blocks in the fullest row plus the blocks in the fullest column."),
    ),
}
