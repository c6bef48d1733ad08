"""What every game offers, whatever it is about: a match is a set-up and a list of moves.

A game is a folder with one object of a ``Game`` subclass, listed in ``engine.GAMES``. Nothing
outside that folder knows what a tile, a card or a city is: moves are opaque values with a
notation, positions are ``State`` objects, and what a seat may see is a ``View``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Self, TypeVar

from engine.errors import BadTerms, IllegalMove
from engine.text import Text
from engine.text import Text as _

Json = Any
Setup = dict[str, Json]
Move = TypeVar("Move")


@dataclass(frozen=True)
class Variant:
    """A way to play the game, and the numbers of players it is for."""

    title: Text
    players: tuple[int, ...]


@dataclass(frozen=True)
class Terms:
    """What is agreed before a match starts."""

    variant: str
    players: int
    options: frozenset[str] = frozenset()


class Outcome(NamedTuple):
    """How a match ended; scores and ranks are in the order of seats."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    details: Mapping[str, Json]


class View(ABC, Generic[Move]):
    """What one seat, or a spectator (seat ``None``), may know of a position.

    Views of positions that differ only in what is hidden from the seat are equal.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def seat(self) -> int | None: ...

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose turn it is, or ``None`` when the match is over."""

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """The moves of this view's seat; none when it is not its turn."""

    @abstractmethod
    def after(self, move: Move) -> Self:
        """What the seat would see once its move is made and before anybody else does anything."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """What each seat would score if the match ended now."""

    @abstractmethod
    def setup(self) -> Setup:
        """The set-up as far as this seat knows it; what is hidden is ``None`` or left out."""

    @abstractmethod
    def to_json(self) -> Json:
        """The whole view for programs."""


class State(ABC, Generic[Move]):
    """A position. Everything in it was computed from the set-up and the moves."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose turn it is, or ``None`` when the match is over."""

    @abstractmethod
    def copy(self) -> Self: ...

    @abstractmethod
    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, each once; empty only when the match is over."""

    @abstractmethod
    def refusal(self, move: Move) -> Text | None:
        """Why the rules don't allow the move now, in one sentence; ``None`` if they do."""

    @abstractmethod
    def describe(self, move: Move) -> Text:
        """What a legal move does, in words, for a log that names the player beside it."""

    @abstractmethod
    def push(self, move: Move) -> None:
        """Play a move that is known to be legal, such as one of ``legal_moves``."""

    def play(self, move: Move) -> None:
        """Play a move that may come from anywhere; raises ``IllegalMove`` and changes nothing."""
        refusal = self.refusal(move)
        if refusal is not None:
            raise IllegalMove(refusal)
        self.push(move)

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended, or ``None`` while it runs."""

    @abstractmethod
    def observe(self, seat: int | None) -> View[Move]:
        """What the seat, or a spectator, may know."""


@dataclass(frozen=True)
class Game(ABC, Generic[Move]):
    """The rules of one game. ``version`` grows when a rules fix would change finished matches."""

    name: str
    title: Text
    version: int
    variants: Mapping[str, Variant]
    options: Mapping[str, Text] = field(default_factory=dict)

    def check(self, terms: Terms) -> None:
        """Raise ``BadTerms`` if no match can be played on these terms."""
        variant = self.variants.get(terms.variant)
        if variant is None:
            raise BadTerms(
                _(
                    'Unknown variant "{variant}": {game} has {known}.',
                    variant=terms.variant,
                    game=self.name,
                    known=", ".join(self.variants),
                )
            )
        if terms.players not in variant.players:
            raise BadTerms(
                _(
                    "{game} {variant} is for {least} to {most} players, not {players}.",
                    game=self.name,
                    variant=terms.variant,
                    least=min(variant.players),
                    most=max(variant.players),
                    players=terms.players,
                )
            )
        for option in sorted(terms.options - set(self.options)):
            raise BadTerms(_('{game} has no option "{option}".', game=self.name, option=option))

    @abstractmethod
    def deal(self, terms: Terms, seed: str) -> Setup:
        """All that chance decides, from the seed alone, as the JSON of a record."""

    @abstractmethod
    def start(self, terms: Terms, setup: Setup) -> State[Move]:
        """The first position; raises ``BadRecord`` if the set-up is not one of this game."""

    @abstractmethod
    def parse(self, notation: str) -> Move:
        """The move that is written like this, legal or not; raises ``BadMove`` if unreadable."""

    @abstractmethod
    def appraise(self, view: View[Move]) -> Sequence[tuple[float, Move]]:
        """How good each legal move looks to the view's seat, one move ahead: more is better."""

    @abstractmethod
    def score(self, city: Mapping[str, Json]) -> Json:
        """The score of a final city, with where the points come from."""


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from what is compared, more being better; equals share one, the next is skipped."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)
