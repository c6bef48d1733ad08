"""What a seat may know: the table, the top of the pile, and its own hand."""

from __future__ import annotations

from engine import game
from engine.game import Json, Setup
from engine.megalopolis import cities, rules, scoring
from engine.megalopolis.city import bits
from engine.megalopolis.moves import Move
from engine.megalopolis.scoring import Sheet
from engine.megalopolis.setups import hand_sizes
from engine.megalopolis.state import State

NO_CARD = 0


class View(game.View[Move]):
    """Of the other hands only the sizes, of the pile only the top card and how many there are.

    ``position`` is a state like any other, but for the cards that are hidden: other hands are
    empty in it, and in the pile stands ``NO_CARD``. Nothing is remembered: not which cards were
    passed on, nor which ones were drawn.
    """

    __slots__ = ("_seat", "_to_move", "position", "sizes")

    def __init__(self, state: State, seat: int | None) -> None:
        self._seat = seat
        self._to_move = state.to_move
        self.sizes = tuple(map(int.bit_count, state.hands))
        self.position = state.copy()
        self.position.hands = [
            hand if seat == owner else 0 for owner, hand in enumerate(state.hands)
        ]
        self.position.pile = tuple(
            card if place in (0, state.drawn) else NO_CARD for place, card in enumerate(state.pile)
        )

    @property
    def seat(self) -> int | None:
        return self._seat

    @property
    def to_move(self) -> int | None:
        return self._to_move

    @property
    def hand(self) -> int:
        """A mask of cards; a spectator has none."""
        return 0 if self._seat is None else self.position.hands[self._seat]

    def legal_moves(self) -> list[Move]:
        if self._seat is None or self._seat != self._to_move:
            return []
        return rules.placements(self.position.city, self.hand)

    def after(self, move: Move) -> View:
        other = View(self.position, self._seat)
        other._to_move, other.sizes = self._to_move, self.sizes
        other.position.play_card(move)
        return other

    def scores(self) -> tuple[int, ...]:
        return (scoring.points(self.position.goal, self.position.city),) * len(self.sizes)

    def sheet(self) -> Sheet:
        """Where the points come from, were it the end now."""
        return scoring.sheet(self.position.goal, self.position.city)

    def setup(self) -> Setup:
        position = self.position
        return {
            "first": position.first,
            "conditions": list(position.goal.conditions),
            "hands": [[None] * size for size in hand_sizes(len(self.sizes), position.first)],
            "pile": [card or None for card in position.pile],
        }

    def to_json(self) -> Json:
        position = self.position
        return {
            "seat": self._seat,
            "variant": position.goal.variant,
            "conditions": list(position.goal.conditions),
            "target": position.goal.target,
            "to_move": self._to_move,
            "first": position.first,
            "hand": bits(self.hand),
            "hand_sizes": list(self.sizes),
            "top": position.top,
            "pile": len(position.pile) - position.drawn,
            "placements": list(map(str, position.placed)),
            "city": cities.blocks(position.city),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        """The city follows from the placements."""
        position = self.position
        public = (position.goal, position.first, position.mover, position.placed, position.pile)
        return (self._seat, self._to_move, self.hand, self.sizes, position.drawn, *public)
