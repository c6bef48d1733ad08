"""How far the city is from its end: its rows and columns, and which of them lack greenery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.greenways import rules
from engine.greenways.city import City
from engine.greenways.meta import SPAN
from engine.greenways.moves import MIDDLE

MINUS = "−"


@dataclass(frozen=True)
class Line:
    """A row or a column, by its number from the start tile."""

    number: int
    is_green: bool

    @property
    def name(self) -> str:
        return str(self.number).replace("-", MINUS)


@dataclass(frozen=True)
class Lines:
    """All rows, or all columns."""

    lines: Sequence[Line]
    words: str
    needed: int = SPAN

    @property
    def count(self) -> int:
        return len(self.lines)

    @property
    def is_enough(self) -> bool:
        return self.count >= self.needed

    @property
    def bare(self) -> list[Line]:
        return [line for line in self.lines if not line.is_green]


@dataclass(frozen=True)
class Goal:
    rows: Lines
    columns: Lines
    is_complete: bool


def goal(city: City) -> Goal:
    rows = _lines(city.rows, city.green_rows)
    columns = _lines(city.columns, city.green_columns)
    return Goal(
        rows=Lines(rows, _row_words(rows)),
        columns=Lines(columns, _column_words(columns)),
        is_complete=rules.is_complete(city),
    )


def _lines(mask: int, green: int) -> list[Line]:
    return [
        Line(bit - MIDDLE, bool(green >> bit & 1))
        for bit in range(mask.bit_length())
        if mask >> bit & 1
    ]


def _row_words(rows: Sequence[Line]) -> str:
    count = ngettext("%(count)s row of %(span)s", "%(count)s rows of %(span)s", len(rows))
    return _sentence(count, rows, _("without greenery: row %(names)s"))


def _column_words(columns: Sequence[Line]) -> str:
    count = ngettext("%(count)s column of %(span)s", "%(count)s columns of %(span)s", len(columns))
    return _sentence(count, columns, _("without greenery: column %(names)s"))


def _sentence(count: str, lines: Sequence[Line], lacking: str) -> str:
    found = count % {"count": len(lines), "span": SPAN}
    bare = ", ".join(line.name for line in lines if not line.is_green)
    rest = lacking % {"names": bare} if bare else _("greenery in each")
    return f"{found}; {rest}"
