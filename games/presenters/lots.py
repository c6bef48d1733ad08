"""Cities in characters, to be pasted anywhere: a sign for every lot."""

from __future__ import annotations

from collections.abc import Mapping

EMPTY = "⬜"


def drawn(lots: Mapping[tuple[int, int], str]) -> list[str]:
    """Line by line, from signs by column and row, as far as there are any."""
    columns = [column for column, _row in lots]
    rows = [row for _column, row in lots]
    return [
        "".join(lots.get((column, row), EMPTY) for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    ]
