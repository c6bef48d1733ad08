"""Why a move is against the rules, in one sentence for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.megalopolis import rules
from engine.megalopolis.cards import FOOTPRINT, STRIDE
from engine.megalopolis.city import City, diagonal
from engine.megalopolis.moves import Move
from engine.text import Text
from engine.text import Text as _

if TYPE_CHECKING:
    from engine.megalopolis.state import State


def refusal(state: State, move: Move) -> Text | None:
    if state.to_move is None:
        return _("The match is over.")
    return hand_refusal(state, move.card) or placement_refusal(state.city, move)


def hand_refusal(state: State, card: int) -> Text | None:
    if state.hands[state.mover] >> card & 1:
        return None
    return _("Card {card} is not in the hand of the player to move.", card=card)


def placement_refusal(city: City, move: Move) -> Text | None:
    if rules.touches(city, move.x, move.y):
        return None
    where = f"{move.x},{move.y}"
    if _meets_corner(city, move.x - city.left, move.y - city.top):
        return _("At {place} the card meets the city only at a corner.", place=where)
    return _("At {place} the card does not touch the city.", place=where)


def _meets_corner(city: City, column: int, row: int) -> bool:
    """A card that only meets a corner lies within the margin around the city."""
    in_grid = 0 <= column < STRIDE and row >= 0
    return in_grid and bool(diagonal(FOOTPRINT << STRIDE * row + column) & city.built)
