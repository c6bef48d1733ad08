"""A position of Megalopolis: compact, cheap to copy, played move by move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine import game
from engine.game import Outcome
from engine.megalopolis import descriptions, refusals, rules, scoring
from engine.megalopolis.city import City
from engine.megalopolis.moves import Move
from engine.megalopolis.scoring import Goal
from engine.text import Text

if TYPE_CHECKING:
    from engine.megalopolis.view import View


class State(game.State[Move]):
    """``pile`` holds all cards of the pile, also those drawn; ``drawn`` says how many these are."""

    __slots__ = ("city", "drawn", "first", "goal", "hands", "mover", "pile", "placed")

    goal: Goal
    first: int
    mover: int
    hands: list[int]  # by seat: a mask of cards
    pile: tuple[int, ...]
    drawn: int
    city: City
    placed: tuple[Move, ...]  # from the first card on

    def __init__(self, goal: Goal, first: int, hands: list[int], pile: tuple[int, ...]) -> None:
        self.goal = goal
        self.first = self.mover = first
        self.hands = hands
        self.pile = pile
        self.drawn = 1
        self.city = rules.NO_CITY
        self.placed = ()
        self.place(rules.first_placement(pile[0]))

    @property
    def to_move(self) -> int | None:
        return self.mover if self.hands[self.mover] else None

    @property
    def top(self) -> int | None:
        """The card that everybody sees on the pile."""
        return self.pile[self.drawn] if self.drawn < len(self.pile) else None

    def copy(self) -> State:
        other = State.__new__(State)
        other.goal = self.goal
        other.first = self.first
        other.mover = self.mover
        other.hands = self.hands[:]
        other.pile = self.pile
        other.drawn = self.drawn
        other.city = self.city
        other.placed = self.placed
        return other

    def legal_moves(self) -> list[Move]:
        return rules.placements(self.city, self.hands[self.mover])

    def refusal(self, move: Move) -> Text | None:
        return refusals.refusal(self, move)

    def describe(self, move: Move) -> Text:
        return descriptions.describe(self.city, move)

    def push(self, move: Move) -> None:
        """Play one card, pass the others to the left, draw; then it is the left one's turn."""
        self.play_card(move)
        left = (self.mover + 1) % len(self.hands)
        rules.pass_hand(self, left)
        rules.draw(self)
        self.mover = left

    def play_card(self, move: Move) -> None:
        self.hands[self.mover] &= ~(1 << move.card)
        self.place(move)

    def place(self, move: Move) -> None:
        self.city = self.city.with_card(move)
        self.placed += (move,)

    def outcome(self) -> Outcome | None:
        """The table wins together or loses together."""
        if self.to_move is not None:
            return None
        sheet = scoring.sheet(self.goal, self.city)
        players = len(self.hands)
        return Outcome(
            scores=(sheet.total,) * players,
            ranks=(1 if sheet.won else 2,) * players,
            details={"parts": sheet.parts, "target": sheet.target, "won": sheet.won},
        )

    def observe(self, seat: int | None) -> View:
        from engine.megalopolis.view import View

        return View(self, seat)
