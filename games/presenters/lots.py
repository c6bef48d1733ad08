"""Cities in characters, to be pasted anywhere: a sign for every lot, or for some that lie together.

A messenger on a phone breaks lines that are longer than a dozen signs, and with them the picture.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

EMPTY = "⬜"
MOST = 12  # signs in a row, and rows

Lots = Mapping[tuple[int, int], str]


def commonest(signs: Sequence[str]) -> str:
    return Counter(signs).most_common(1)[0][0]


def drawn(lots: Lots, together: Callable[[Sequence[str]], str] = commonest) -> list[str]:
    """Line by line, from signs by column and row, as far as there are any.

    Of a large city each sign stands for as many lots as it must; ``together`` says which one.
    """
    left, top = min(column for column, _ in lots), min(row for _, row in lots)
    right, bottom = max(column for column, _ in lots), max(row for _, row in lots)
    each = 1 + max(right - left, bottom - top) // MOST  # columns, and rows
    found: dict[tuple[int, int], list[str]] = defaultdict(list)
    for (column, row), sign in sorted(lots.items()):
        found[(column - left) // each, (row - top) // each].append(sign)
    signs = {place: together(within) for place, within in found.items()}
    columns, rows = 1 + (right - left) // each, 1 + (bottom - top) // each
    return [
        "".join(signs.get((column, row), EMPTY) for column in range(columns)) for row in range(rows)
    ]
