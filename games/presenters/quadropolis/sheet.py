"""The score sheet of a city, and what a move would change on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.quadropolis import scoring
from engine.quadropolis.meta import KIND_BY_WORD, LINE_TITLES
from engine.quadropolis.moves import CELLS
from engine.quadropolis.rules import STACKED
from games.presenters.changes import Change
from games.text import say

PENALTIES = ("inhabitants", "energy")


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


def rows(sheet: scoring.Sheet) -> list[Row]:
    return [
        _row(word, sheet) for word in LINE_TITLES if any(line.kind == word for line in sheet.lines)
    ]


def _row(word: str, sheet: scoring.Sheet) -> Row:
    lines = [line for line in sheet.lines if line.kind == word]
    return Row(
        symbol=symbol(word),
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
        Change(symbol(word), _title(word), before.scores[word], after.scores[word])
        for word in LINE_TITLES
    )
    return [change for change in found if change.difference]


def symbol(word: str) -> str:
    if word == "inhabitants":
        return "person"
    if word in KIND_BY_WORD and KIND_BY_WORD[word] in STACKED:
        return f"{word}-2"
    return word


def _title(word: str) -> str:
    return say(LINE_TITLES[word])
