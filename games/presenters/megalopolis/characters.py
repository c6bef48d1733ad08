"""The city in characters."""

from __future__ import annotations

from engine import game
from engine.megalopolis.moves import Move
from engine.megalopolis.view import View
from games.presenters.lots import drawn
from games.presenters.megalopolis.plans import plan

SIGNS = {"commercial": "🏪", "park": "🌳", "industrial": "🏭", "residential": "🏠"}


def characters(view: game.View[Move], seat: int) -> list[str]:
    """The same for every seat."""
    assert isinstance(view, View)
    blocks = plan(view.position.city).blocks
    return drawn({(block.column, block.row): SIGNS[block.kind] for block in blocks})
