"""Takes what looks best one move ahead, and never thinks about the others."""

from __future__ import annotations

from engine.game import Game, Move, View
from engine.rng import Rng


def choose(game: Game[Move], view: View[Move], rng: Rng, *, budget: float = 0) -> Move:
    """The move that the game appraises highest; chance decides among equals."""
    appraised = game.appraise(view)
    if not appraised:
        raise ValueError("it is not this seat's turn")
    best = max(value for value, _ in appraised)
    # Sorted by notation, so that the choice depends on the seed and not on the order of the list.
    return rng.choice(sorted((move for value, move in appraised if value == best), key=str))
