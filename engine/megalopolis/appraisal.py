"""How good each move looks one move ahead: the score, were the match over after it.

Promises of what later cards could add were tried and hardly change how often the table wins.
"""

from __future__ import annotations

from engine.megalopolis import scoring
from engine.megalopolis.moves import Move
from engine.megalopolis.view import View


def appraise(view: View) -> list[tuple[float, Move]]:
    """Every legal move of the view's seat with its worth; none when it is not its turn."""
    goal, city = view.position.goal, view.position.city
    return [(scoring.points(goal, city.with_card(move)), move) for move in view.legal_moves()]
