"""From what a seat may see to what the match page shows: cells, words and classes.

Templates compute nothing; a game's presenter and its folder of templates belong together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.presenters import quadropolis


@dataclass(frozen=True)
class Presenter:
    """``present`` makes the board; ``chapter`` heads the log from the n-th move on, if it does."""

    present: Callable[..., Any]
    chapter: Callable[[int, int], str]


PRESENTERS = {
    "quadropolis": Presenter(present=quadropolis.present, chapter=quadropolis.chapter),
}
