"""The simplest opponent: any legal move, each equally likely."""

from __future__ import annotations

from engine.game import Game, Move, View
from engine.rng import Rng


def choose(game: Game[Move], view: View[Move], rng: Rng, *, budget: float = 0) -> Move:
    moves = view.legal_moves()
    if not moves:
        raise ValueError("it is not this seat's turn")
    return rng.choice(moves)
