"""Rules of city-building board games: pure Python, no clock, no I/O.

A match is a set-up and a list of moves; everything else is computed from them.
"""

from __future__ import annotations

from typing import Any

from engine.errors import BadMove, BadRecord, BadTerms, EngineError, IllegalMove
from engine.game import Game, Outcome, State, Terms, Variant, View
from engine.greenways import GAME as GREENWAYS
from engine.megalopolis import GAME as MEGALOPOLIS
from engine.quadropolis import GAME as QUADROPOLIS
from engine.rng import Rng, commitment
from engine.text import Text

GAMES: dict[str, Game[Any]] = {game.name: game for game in (QUADROPOLIS, MEGALOPOLIS, GREENWAYS)}

__all__ = [
    "GAMES",
    "BadMove",
    "BadRecord",
    "BadTerms",
    "EngineError",
    "Game",
    "IllegalMove",
    "Outcome",
    "Rng",
    "State",
    "Terms",
    "Text",
    "Variant",
    "View",
    "commitment",
]
