"""Quadropolis at a glance: variants, boards and the words of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from engine.game import Variant
from engine.text import Text as _

VERSION = 1
SITE_SIZE = 5
TURNS_PER_ROUND = 4
PLAYERS = (2, 3, 4)

OPTIONS = {"squares": _("Squares")}


class Kind(IntEnum):
    """The kinds of building."""

    TOWER = 0
    SHOP = 1
    SERVICE = 2
    PARK = 3
    SQUARE = 4
    FACTORY = 5
    HARBOR = 6
    OFFICE = 7
    MONUMENT = 8

    @property
    def word(self) -> str:
        return self.name.lower()


KIND_TITLES = {
    Kind.TOWER: _("tower block"),
    Kind.SHOP: _("shop"),
    Kind.SERVICE: _("public service"),
    Kind.PARK: _("park"),
    Kind.SQUARE: _("square"),
    Kind.FACTORY: _("factory"),
    Kind.HARBOR: _("harbor"),
    Kind.OFFICE: _("office tower"),
    Kind.MONUMENT: _("monument"),
}
KIND_BY_WORD = {kind.word: kind for kind in Kind}
EXPERT_ONLY = (Kind.OFFICE, Kind.MONUMENT)

# The lines of the score pad; a square is scored as a park.
LINE_TITLES = {
    **{kind.word: title for kind, title in KIND_TITLES.items() if kind != Kind.SQUARE},
    "inhabitants": _("idle inhabitants"),
    "energy": _("unused energy"),
}
CLASSIC_LINES = {
    word: title for word, title in LINE_TITLES.items() if KIND_BY_WORD.get(word) not in EXPERT_ONLY
}

VARIANTS = {
    "classic": Variant(_("Classic"), PLAYERS, CLASSIC_LINES),
    "expert": Variant(_("Expert"), PLAYERS, LINE_TITLES),
}


@dataclass(frozen=True)
class Board:
    """What the two modes print differently. Each row reads like the city board."""

    variant: str
    rounds: int
    architects: int
    common_architects: bool
    max_floors: int
    max_customers: int
    districts: tuple[str, ...]
    cell_numbers: tuple[str, ...] = ()


CLASSIC = Board(
    variant="classic",
    rounds=4,
    architects=4,
    common_architects=False,
    max_floors=4,
    max_customers=4,
    districts=("1122", "1122", "3344", "3344"),
)

EXPERT = Board(
    variant="expert",
    rounds=5,
    architects=5,
    common_architects=True,
    max_floors=5,
    max_customers=5,
    districts=("11422", "11422", "55433", "55433"),
    cell_numbers=("23113", "54254", "12312", "43554"),
)

BOARDS = {board.variant: board for board in (CLASSIC, EXPERT)}
