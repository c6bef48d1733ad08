"""Computer players: each sees what its seat may see, and picks one of its legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from engine.bots import greedy, random, strong
from engine.game import Game, State, View
from engine.rng import Rng


class Bot(Protocol):
    def __call__(self, game: Game[Any], view: View[Any], rng: Rng, *, budget: float = ...) -> Any:
        """A legal move; ``budget`` is how many seconds it may compute, if it needs that long."""


BOTS: dict[str, Bot] = {
    "random": random.choose,
    "greedy": greedy.choose,
    "strong": strong.choose,
}


def play_out(game: Game[Any], state: State[Any], bots: Sequence[str], seed: str) -> Iterator[Any]:
    """Let the bots, one per seat, play the position to its end; yields their moves."""
    played = 0
    while (seat := state.to_move) is not None:
        move = BOTS[bots[seat]](game, state.observe(seat), Rng(f"{seed}:bot:{seat}:{played}"))
        state.play(move)
        played += 1
        yield move
