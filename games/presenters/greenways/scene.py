"""Everything that the parts of the page are made from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.greenways.city import City
from engine.greenways.moves import Move
from engine.greenways.state import State
from engine.greenways.view import View
from games.presenters.greenways.choice import Choice, Links


@dataclass(frozen=True)
class Scene:
    """``recent`` are the moves to be marked; ``after`` is what the chosen move would leave."""

    view: View
    after: View
    choice: Choice
    links: Links
    recent: Sequence[Move]

    @property
    def position(self) -> State:
        return self.view.position

    @property
    def city(self) -> City:
        """With the tile on trial, if there is one."""
        return self.after.position.city
