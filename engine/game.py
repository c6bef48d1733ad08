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
from engine.rng import Rng
from engine.text import Text
from engine.text import Text as _

Json = Any
Setup = dict[str, Json]
Move = TypeVar("Move")


@dataclass(frozen=True)
class Variant:
    """A way to play the game, the numbers of players it is for, and what a score is made of."""

    title: Text
    players: tuple[int, ...]
    kinds: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True)
class Terms:
    """What is agreed before a match starts."""

    variant: str
    players: int
    options: frozenset[str] = frozenset()


class Outcome(NamedTuple):
    """How a match ended; scores and ranks are in the order of seats.

    Where the game has a target, ``details`` says which (``target``) and whether it was ``won``.
    """

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


class Foresight(ABC, Generic[Move]):
    """A position to think ahead in, with guesses in place of what the thinking seat can't know."""

    __slots__ = ()

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat whose turn it is, or ``None`` where there is nothing more to foresee."""

    @abstractmethod
    def candidates(self, most: int) -> Sequence[Move]:
        """The most promising moves of the seat to move, best first; at least one."""

    @abstractmethod
    def after(self, move: Move) -> Self:
        """What follows from one of the candidates, without changing this."""

    @abstractmethod
    def worths(self) -> Sequence[float]:
        """By seat, what it tries to make as large as it can."""


@dataclass(frozen=True)
class Game(ABC, Generic[Move]):
    """The rules of one game. ``version`` grows when a rules fix would change finished matches.

    ``is_contest``: players are ranked against each other, each by their own score. If not, they
    share one score, also if there is only one of them; ``has_target``: with it they win or lose.
    """

    name: str
    title: Text
    version: int
    variants: Mapping[str, Variant]
    options: Mapping[str, Text] = field(default_factory=dict)
    is_contest: bool = True
    has_target: bool = False

    @property
    def has_winners(self) -> bool:
        return self.is_contest or self.has_target

    def to_json(self) -> Json:
        """What can be played, for programs."""
        return {
            "game": self.name,
            "version": self.version,
            "variants": [
                {"variant": name, "players": list(variant.players)}
                for name, variant in self.variants.items()
            ],
            "options": list(self.options),
        }

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
            raise self._wrong_number(terms, variant)
        for option in sorted(terms.options - set(self.options)):
            raise BadTerms(_('{game} has no option "{option}".', game=self.name, option=option))

    def _wrong_number(self, terms: Terms, variant: Variant) -> BadTerms:
        least, most = min(variant.players), max(variant.players)
        names = {"game": self.name, "variant": terms.variant}
        if least == most:
            words = _(
                "{game} {variant} is a game for {most}, not for {players}.",
                most=most,
                players=terms.players,
                **names,
            )
            return BadTerms(words)
        return BadTerms(
            _(
                "{game} {variant} is for {least} to {most} players, not {players}.",
                least=least,
                most=most,
                players=terms.players,
                **names,
            )
        )

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
    def foresee(self, view: View[Move], rng: Rng) -> Sequence[Foresight[Move]]:
        """The view's position to think ahead in, for the seat to move.

        What is hidden from the seat and matters is drawn by ``rng``, anew for each of them, so
        that all are equally likely; where nothing does, one is enough. They offer the same
        candidates.
        """

    @abstractmethod
    def score(self, city: Mapping[str, Json]) -> Json:
        """The score of a final city, with where the points come from."""

    def points_by_kind(self, details: Mapping[str, Json]) -> Sequence[Mapping[str, int]]:
        """By seat, the score in parts, from the details of an outcome; nothing without details.

        Where players share one score, once for all of them.
        """
        return ()


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Ranks from what is compared, more being better; equals share one, the next is skipped."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)
