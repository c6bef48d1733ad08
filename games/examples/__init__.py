"""What the rules pages show beside their words, by game: tables and examples from the engine."""

from collections.abc import Callable, Mapping
from typing import Any

from games.examples import greenways, megalopolis, quadropolis

PAGES: Mapping[str, Callable[[], dict[str, Any]]] = {
    "quadropolis": quadropolis.page,
    "megalopolis": megalopolis.page,
    "greenways": greenways.page,
}
