"""Greenways at a glance: its variant and the words of the rule sheet."""

from __future__ import annotations

from enum import IntEnum

from engine.game import Variant
from engine.text import Text as _

VERSION = 1
HAND = 3  # tiles that lie face up before the player
SPAN = 8  # rows, and columns, that the city needs for the game to end
POINTS_PER_PARK = 2

# Of the score, A to E.
PART_TITLES = {
    "streets": _("streets with an intersection"),
    "greenery": _("corridors with a park"),
    "parks": _("parks"),
    "longest": _("longest corridor"),
    "unused": _("unused tiles"),
}
VARIANTS = {"solo": Variant(_("Solo"), (1,), PART_TITLES)}


class Side(IntEnum):
    """What a tile shows at one of its sides. 0 is left for a side that nothing is known of."""

    NEITHER = 1
    STREET = 2
    GREENERY = 3


class Feature(IntEnum):
    """What else a tile may show."""

    NONE = 0
    PARK = 1
    BUILDING = 2


DIRECTIONS = (_("north"), _("east"), _("south"), _("west"))
SIDE_TITLES = {
    Side.NEITHER: _("neither street nor greenery"),
    Side.STREET: _("a street"),
    Side.GREENERY: _("greenery"),
}
TILE_TITLES = {
    "street-straight": _("straight street"),
    "street-curve": _("street curve"),
    "street-tee": _("street junction"),
    "street-cross": _("street crossroads"),
    "street-end": _("street end"),
    "green-straight": _("straight greenery"),
    "green-curve": _("greenery curve"),
    "green-tee": _("greenery junction"),
    "green-end": _("greenery end"),
    "park-end": _("park at the end of greenery"),
    "park-straight": _("park on straight greenery"),
    "park-curve": _("park on a greenery curve"),
    "park-tee": _("park on a greenery junction"),
    "crossing": _("street across greenery"),
    "twin-curve": _("street curve and greenery curve"),
    "street-and-green": _("street end and greenery end"),
    "building": _("building"),
}
