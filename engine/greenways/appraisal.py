"""How good each move looks one move ahead: what the city would score after it.

The pile is left out: whatever is placed, one tile less is in it then.
"""

from __future__ import annotations

from engine.greenways import scoring
from engine.greenways.moves import Move
from engine.greenways.view import View


def appraise(view: View) -> list[tuple[float, Move]]:
    """Every legal move of the view's seat with its worth; none when it is not its turn."""
    return [(_points_after(view, move), move) for move in view.legal_moves()]


def _points_after(view: View, move: Move) -> int:
    city = view.position.city.copy()
    city.place(*move)
    return scoring.points(city, unused=0)
