"""The city in characters: what stands on a tile, or else what leads across it."""

from __future__ import annotations

from collections.abc import Sequence

from engine import game
from engine.greenways.meta import Feature
from engine.greenways.moves import Move, place_of
from engine.greenways.tiles import FEATURE, GREEN_SIDES, STREET_SIDES
from engine.greenways.view import View
from games.presenters.lots import drawn

PARK, BUILDING, STREET, GREENERY, BOTH = "🌳", "🏠", "⬛", "🟩", "🟨"


def characters(view: game.View[Move], seat: int) -> list[str]:
    assert isinstance(view, View)
    faces = view.position.city.faces
    return drawn({place_of(cell): _sign(face) for cell, face in faces.items()}, _together)


def _sign(face: int) -> str:
    if FEATURE[face] != Feature.NONE:
        return PARK if FEATURE[face] == Feature.PARK else BUILDING
    if STREET_SIDES[face] and GREEN_SIDES[face]:
        return BOTH
    return STREET if STREET_SIDES[face] else GREENERY


def _together(signs: Sequence[str]) -> str:
    """A park is what a city is known by; else all that leads through, or only buildings."""
    if PARK in signs:
        return PARK
    ways = {sign for sign in signs if sign != BUILDING}
    if len(ways) > 1:
        return BOTH
    return ways.pop() if ways else BUILDING
