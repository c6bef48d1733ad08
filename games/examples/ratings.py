"""The page about ratings: a worked example, computed by the rule itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from games import elo
from games.books import (
    BEST_CITIES,
    BEST_OF_A_KIND,
    MOST_RATED_AGAINST_A_BOT,
)
from games.elo import Entrant

NAMES = ("Alice", "Bob", "Charlie")
TABLE = (
    Entrant(0, Decimal(1600), 50, rank=2),
    Entrant(1, Decimal(1500), 15, rank=1),
    Entrant(2, Decimal(1400), 3, rank=3),
)


@dataclass(frozen=True)
class Comparison:
    name: str
    outcome: Decimal
    expected: Decimal

    @property
    def surprise(self) -> Decimal:
        return self.outcome - self.expected


@dataclass(frozen=True)
class Worked:
    name: str
    rank: int
    before: Decimal
    games: int
    k: Decimal
    comparisons: Sequence[Comparison]
    change: Decimal

    @property
    def surprise(self) -> Decimal:
        """What is shared over the opponents."""
        return sum((one.surprise for one in self.comparisons), start=Decimal(0))

    @property
    def after(self) -> Decimal:
        return self.before + self.change


def page() -> dict[str, Any]:
    newcomers, settled = elo.K_BY_GAMES
    return {
        "start": elo.START,
        "scale": elo.SCALE,
        "provisional": elo.PROVISIONAL_GAMES,
        "k_of_newcomers": newcomers,
        "k_of_settled": settled,
        "k_of_old_hands": elo.K_OF_OLD_HANDS,
        "most_against_a_bot": MOST_RATED_AGAINST_A_BOT,
        "best_cities": BEST_CITIES,
        "best_of_a_kind": BEST_OF_A_KIND,
        "example": [_worked(entrant) for entrant in sorted(TABLE, key=lambda one: one.rank)],
    }


def _worked(own: Entrant) -> Worked:
    opponents = [other for other in TABLE if other != own]
    return Worked(
        name=NAMES[own.player],
        rank=own.rank,
        before=own.rating,
        games=own.games,
        k=elo.k_factor(own.games),
        comparisons=[_compared(own, other) for other in opponents],
        change=elo.change(own, opponents),
    )


def _compared(own: Entrant, other: Entrant) -> Comparison:
    return Comparison(
        name=NAMES[other.player],
        outcome=elo.outcome(own.rank, other.rank),
        expected=elo.expected(own.rating, other.rating),
    )
