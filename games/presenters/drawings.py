"""A position in a mail: tables with coloured cells in HTML, grids of letters in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CELL_WIDTH = 8
EDGE_WIDTH = 2
LONG_WORD = 7


@dataclass(frozen=True)
class Box:
    """A cell: what it is, and below it what is printed on it; without a ground, the table's own."""

    word: str = ""
    note: str = ""
    ground: str = ""
    is_new: bool = False

    @property
    def is_long(self) -> bool:
        return len(self.word) > LONG_WORD

    @property
    def marked_word(self) -> str:
        return f"*{self.word}" if self.is_new else self.word


@dataclass(frozen=True)
class Row:
    """``before`` and ``after`` stand outside of the grid."""

    boxes: Sequence[Box]
    before: Box = Box()
    after: Box = Box()


@dataclass(frozen=True)
class Grid:
    """``facts`` is one line about it, such as a score; ``colour`` is the owner's."""

    title: str
    facts: str
    above: Sequence[Box]
    rows: Sequence[Row]
    below: Sequence[Box] = ()
    colour: str = ""
    is_small: bool = False

    @property
    def has_edges(self) -> bool:
        """Whether its columns or rows have names."""
        return any(box != Box() for box in (*self.above, *(row.before for row in self.rows)))

    @property
    def has_after(self) -> bool:
        return any(row.after != Box() for row in self.rows)

    @property
    def has_new(self) -> bool:
        return any(box.is_new for row in self.rows for box in row.boxes)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self._lines())

    def _lines(self) -> Iterator[str]:
        rule = " " * (EDGE_WIDTH + 1) + "+" + ("-" * CELL_WIDTH + "+") * len(self.rows[0].boxes)
        if self.has_edges:
            yield _outside(self.above)
        yield rule
        for row in self.rows:
            yield _line(row.before.word, [box.marked_word for box in row.boxes], row.after.word)
            yield _line(row.before.note, [box.note for box in row.boxes], row.after.note)
            yield rule
        if self.below:
            yield _outside(self.below)


@dataclass(frozen=True)
class Drawing:
    """``stage`` is how far the match is, in words; ``legend`` explains the signs."""

    stage: str
    grids: Sequence[Grid]
    legend: Sequence[str]

    @property
    def has_new(self) -> bool:
        return any(grid.has_new for grid in self.grids)


def _outside(boxes: Sequence[Box]) -> str:
    words = (f"{box.word} {box.note}".strip().center(CELL_WIDTH) for box in boxes)
    return " " * (EDGE_WIDTH + 2) + " ".join(words)


def _line(before: str, words: Sequence[str], after: str) -> str:
    cells = "|".join(word[:CELL_WIDTH].ljust(CELL_WIDTH) for word in words)
    return f"{before[:EDGE_WIDTH]:{EDGE_WIDTH}} |{cells}| {after}"
