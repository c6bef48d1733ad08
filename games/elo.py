"""The rule of the ratings: Elo for two to four players, pair by pair.

Pure arithmetic in decimals, so that computing everything again gives the same digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal

START = Decimal(1500)
SCALE = Decimal(400)  # so many points more, and ten wins are expected for each loss
HUNDREDTH = Decimal("0.01")

PROVISIONAL_GAMES = 10
# Newcomers move fast to where they belong; after that a rating should be steady.
K_BY_GAMES = ((PROVISIONAL_GAMES, Decimal(40)), (30, Decimal(24)))
K_OF_OLD_HANDS = Decimal(16)

WIN, HALF, LOSS = Decimal(1), Decimal("0.5"), Decimal(0)

_EXACT = Context(prec=28)


@dataclass(frozen=True)
class Entrant:
    """Somebody in a match, as rated before it; equal ranks are a tie."""

    player: int
    rating: Decimal
    games: int
    rank: int


def k_factor(games: int) -> Decimal:
    """How far a single match can move a rating, by experience."""
    return next((k for below, k in K_BY_GAMES if games < below), K_OF_OLD_HANDS)


def expected(own: Decimal, other: Decimal) -> Decimal:
    """The share of points that the difference of ratings promises."""
    odds = _EXACT.power(Decimal(10), _EXACT.divide(other - own, SCALE))
    return _EXACT.divide(WIN, WIN + odds)


def outcome(own: int, other: int) -> Decimal:
    if own == other:
        return HALF
    return WIN if own < other else LOSS


def change(own: Entrant, opponents: Sequence[Entrant]) -> Decimal:
    """What the match adds to a rating: the surprise against each opponent, shared over them."""
    if not opponents:
        return Decimal("0.00")
    surprise = sum(
        (outcome(own.rank, other.rank) - expected(own.rating, other.rating) for other in opponents),
        start=Decimal(0),
    )
    return (k_factor(own.games) * surprise / len(opponents)).quantize(HUNDREDTH, context=_EXACT)
