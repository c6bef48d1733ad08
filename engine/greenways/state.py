"""A position of Greenways: the city, the tiles in hand, and the pile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import game
from engine.game import Outcome
from engine.greenways import descriptions, refusals, rules, scoring
from engine.greenways.city import City
from engine.greenways.meta import HAND
from engine.greenways.moves import Move
from engine.text import Text

if TYPE_CHECKING:
    from engine.greenways.view import View


class State(game.State[Move]):
    """``stack`` is the pile as it was dealt, and below it all that was ever put under it."""

    __slots__ = ("city", "drawn", "hand", "over", "stack")

    city: City
    stack: tuple[int, ...]
    drawn: int  # how many tiles of the stack are no longer in the pile
    hand: list[int]  # oldest first
    over: bool

    def __init__(self, pile: tuple[int, ...]) -> None:
        self.city = City()
        self.stack = pile
        self.drawn = 0
        self.hand = []
        self.over = False
        self.refill()
        self.redraw()

    @property
    def to_move(self) -> int | None:
        return None if self.over else 0

    @property
    def pile(self) -> tuple[int, ...]:
        return self.stack[self.drawn :]

    @property
    def unused(self) -> int:
        """How many tiles are left in the pile."""
        return len(self.stack) - self.drawn

    def copy(self) -> State:
        return self.with_city(self.city.copy())

    def with_city(self, city: City) -> State:
        """The same pile and hand beside another city, which is not copied."""
        other = State.__new__(State)
        other.city = city
        other.stack = self.stack
        other.drawn = self.drawn
        other.hand = self.hand[:]
        other.over = self.over
        return other

    def legal_moves(self) -> list[Move]:
        if self.over:
            return []
        kinds = dict.fromkeys(self.hand)
        return [move for tile in kinds for move in rules.placements(self.city, tile)]

    def refusal(self, move: Move) -> Text | None:
        return refusals.refusal(self, move)

    def describe(self, move: Move) -> Text:
        return descriptions.describe(move)

    def push(self, move: Move) -> None:
        self.city.place(*move)
        self.use(move.tile)
        if not self.over:
            self.redraw()

    def use(self, tile: int) -> None:
        """The tile was placed: another is drawn, unless that was the end.

        Of two equal tiles in hand it was the older one.
        """
        self.hand.remove(tile)
        self.over = rules.is_complete(self.city)
        if not self.over:
            self.refill()

    def refill(self) -> None:
        wanted = HAND - len(self.hand)
        self.hand += self.stack[self.drawn : self.drawn + wanted]
        self.drawn = min(self.drawn + wanted, len(self.stack))

    def redraw(self) -> None:
        """Others for three that don't fit, until one does; without any that fits, it is over."""
        while not rules.any_fits(self.city, self.hand):
            if not rules.any_fits(self.city, self.pile):
                self.over = True
                return
            self.stack += tuple(self.hand)
            self.hand = []
            self.refill()

    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        sheet = scoring.sheet(self.city, self.unused)
        return Outcome(scores=(sheet.total,), ranks=(1,), details={"parts": dict(sheet.parts)})

    def observe(self, seat: int | None) -> View:
        from engine.greenways.view import View

        return View(self, seat)
