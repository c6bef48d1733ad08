"""Computer players: each sees what its seat may see, and picks one of its legal moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.bots import greedy, random
from engine.game import Game, View
from engine.rng import Rng

Bot = Callable[[Game[Any], View[Any], Rng], Any]

BOTS: dict[str, Bot] = {"random": random.choose, "greedy": greedy.choose}
