"""The games that this site has pages for; the engine may know more."""

from __future__ import annotations

import engine

GAMES = {name: engine.GAMES[name] for name in ("quadropolis", "megalopolis", "greenways")}
