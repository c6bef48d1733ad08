"""Everything that the parts of the page are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.quadropolis.moves import Move
from engine.quadropolis.state import State
from engine.quadropolis.view import View
from games.presenters.quadropolis.choice import Choice, Links


@dataclass(frozen=True)
class Scene:
    """``recent`` are the moves to be marked, with their seats; a reader without a seat has none."""

    view: View
    names: Sequence[str]
    reader: int | None
    choice: Choice
    links: Links
    recent: Sequence[tuple[int, Move]]

    @property
    def position(self) -> State:
        return self.view.position
