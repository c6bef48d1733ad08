"""What a move does, in words for the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.quadropolis import rules, tiles
from engine.quadropolis.meta import KIND_TITLES
from engine.quadropolis.moves import CELLS, DISCARD, NOTHING, PLACES, Move
from engine.text import Text
from engine.text import Text as _

if TYPE_CHECKING:
    from engine.quadropolis.state import State


def describe(state: State, move: Move) -> Text:
    where = {"architect": move.architect, "place": PLACES[move.place]}
    if move.cell == NOTHING:
        return _("architect {architect} at {place} finds an empty space", **where)
    tile = tiles.tile(state.site[rules.SPACE_REACHED[move.architect][move.place]])
    title = KIND_TITLES[tile.kind]
    if move.cell == DISCARD:
        return _("architect {architect} at {place} takes and discards: {tile}", tile=title, **where)
    sentence = _(
        "architect {architect} at {place} builds on {cell}: {tile}",
        tile=_stacked(state, move.cell, title),
        cell=CELLS[move.cell],
        **where,
    )
    return _("{sentence}, and gets the mayor", sentence=sentence) if tile.mayor else sentence


def _stacked(state: State, cell: int, title: Text) -> Text:
    city = state.cities[state.mover]
    if city[rules.EMPTY] >> cell & 1:
        return title
    return _("{tile}, floor {floor}", tile=title, floor=rules.floors(city, cell) + 1)
