"""Why a move is against the rules, in one sentence for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.greenways import rules, tiles
from engine.greenways.city import City
from engine.greenways.meta import DIRECTIONS, SIDE_TITLES, TILE_TITLES, Side
from engine.greenways.moves import Move, place_of
from engine.text import Text
from engine.text import Text as _

if TYPE_CHECKING:
    from engine.greenways.state import State


def refusal(state: State, move: Move) -> Text | None:
    if state.over:
        return _("The match is over.")
    return hand_refusal(state, move.tile) or placement_refusal(state.city, move)


def hand_refusal(state: State, tile: int) -> Text | None:
    if tile in state.hand:
        return None
    title = TILE_TITLES[tiles.TILES[tile].code]
    return _("You don't have this tile in your hand: {tile}.", tile=title)


def placement_refusal(city: City, move: Move) -> Text | None:
    return turns_refusal(move) or place_refusal(city, move) or completion_refusal(city, move)


def turns_refusal(move: Move) -> Text | None:
    fewest = tiles.FEWEST_TURNS[move.face]
    if move.turns == fewest:
        return None
    return _(
        "The tile looks the same with {turns} quarter turns: write {notation}.",
        turns=fewest,
        notation=str(Move(tiles.face(move.tile, fewest), move.cell)),
    )


def place_refusal(city: City, move: Move) -> Text | None:
    if move.cell in city.faces:
        x, y = place_of(move.cell)
        return _("There is already a tile at {x},{y}.", x=x, y=y)
    if move.cell not in city.fringe:
        return _("The tile would not touch the city.")
    around = city.fringe[move.cell]
    if not rules.sides_match(move.face, around):
        return _mismatch(move.face, around)
    if not rules.continues(move.face, around):
        return _("The tile would continue neither a street nor a corridor.")
    if not rules.parks_apart(move.face, around):
        return _("A park may not lie next to a park.")
    if not rules.buildings_apart(move.face, around):
        return _("A building may not lie next to a building.")
    return None


def _mismatch(face: int, around: int) -> Text:
    direction, own, other = next(
        (direction, own, rules.side_met(around, direction))
        for direction, own in enumerate(tiles.SIDES[face])
        if rules.side_met(around, direction) not in (0, own)
    )
    return _(
        "In the {direction} the tile has {own}, and its neighbour there has {other}.",
        direction=DIRECTIONS[direction],
        own=SIDE_TITLES[own],
        other=SIDE_TITLES[Side(other)],
    )


def completion_refusal(city: City, move: Move) -> Text | None:
    _fit, street, corridor = next(
        fit for fit in rules.fits(move.tile, city.fringe[move.cell]) if fit[0] == move.face
    )
    if street and rules.completes_bare_street(city, *move):
        return _("The tile would complete a street that has no intersection.")
    if corridor and rules.completes_bare_corridor(city, *move):
        return _("The tile would complete a corridor that has no park.")
    return None
