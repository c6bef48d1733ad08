"""The score sheet of a city, and what a move would change on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.quadropolis import scoring
from engine.quadropolis.meta import KIND_BY_WORD, KIND_TITLES
from engine.quadropolis.moves import CELLS
from engine.quadropolis.rules import STACKED
from games.text import say

PENALTIES = ("inhabitants", "energy")
ROWS = (*scoring.LINE_KINDS, *PENALTIES)


@dataclass(frozen=True)
class Reason:
    cell: str
    points: int
    words: str


@dataclass(frozen=True)
class Row:
    """The points of one kind, where they come from, and where the rules page speaks of it."""

    symbol: str
    title: str
    anchor: str
    points: int
    reasons: Sequence[Reason]


@dataclass(frozen=True)
class Change:
    """Before and after a move; ``symbol`` and ``title`` say of what."""

    symbol: str
    title: str
    before: int
    after: int

    @property
    def difference(self) -> int:
        return self.after - self.before

    @property
    def signed(self) -> str:
        return f"{self.difference:+d}".replace("-", "−") if self.difference else "±0"

    @property
    def trend(self) -> str:
        return "better" if self.difference > 0 else "worse" if self.difference else "same"


def rows(sheet: scoring.Sheet) -> list[Row]:
    return [_row(word, sheet) for word in ROWS if any(line.kind == word for line in sheet.lines)]


def _row(word: str, sheet: scoring.Sheet) -> Row:
    lines = [line for line in sheet.lines if line.kind == word]
    return Row(
        symbol=_symbol(word),
        title=_title(word),
        anchor="penalties" if word in PENALTIES else word,
        points=sum(line.points for line in lines),
        reasons=[_reason(line) for line in lines],
    )


def _reason(line: scoring.Line) -> Reason:
    cell = "" if line.cell is None else CELLS[line.cell]
    return Reason(cell, line.points, say(line.reason))


def changes(before: scoring.Sheet, after: scoring.Sheet) -> list[Change]:
    """Kind by kind, only what differs."""
    found = (
        Change(_symbol(word), _title(word), before.scores[word], after.scores[word])
        for word in ROWS
    )
    return [change for change in found if change.difference]


def _symbol(word: str) -> str:
    if word == "inhabitants":
        return "person"
    if word in KIND_BY_WORD and KIND_BY_WORD[word] in STACKED:
        return f"{word}-2"
    return word


def _title(word: str) -> str:
    if word == "inhabitants":
        return _("idle inhabitants")
    if word == "energy":
        return _("unused energy")
    return say(KIND_TITLES[KIND_BY_WORD[word]])
