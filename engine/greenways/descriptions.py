"""What a move does, in words for the log."""

from __future__ import annotations

from engine.greenways import tiles
from engine.greenways.meta import TILE_TITLES
from engine.greenways.moves import Move, place_of
from engine.text import Text
from engine.text import Text as _


def describe(move: Move) -> Text:
    x, y = place_of(move.cell)
    title = TILE_TITLES[tiles.TILES[move.tile].code]
    return _("places a tile at {x},{y}: {tile}", x=x, y=y, tile=title)
