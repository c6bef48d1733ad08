"""Everything that the parts of the page are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.megalopolis.city import City
from engine.megalopolis.moves import Move
from engine.megalopolis.state import State
from engine.megalopolis.view import View
from games.presenters.megalopolis.choice import Choice, Links


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

    @property
    def after(self) -> View:
        """As the chosen move would leave it, if one is chosen."""
        return self.view.after(self.choice.move) if self.choice.move else self.view

    @property
    def city(self) -> City:
        return self.after.position.city
