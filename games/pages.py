"""Pages by cursor: as cheap deep in the list as at its beginning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q

from games.models import Match, MatchQuerySet


@dataclass(frozen=True)
class Page:
    matches: Sequence[Match]
    next: str  # the cursor of the following page; empty on the last one


def cursor_page(found: MatchQuerySet, *, before: str, size: int) -> Page:
    """Finished matches, newest first; a cursor that can't be read begins at the beginning."""
    position = _read(before)
    if position is not None:
        finished_at, pk = position
        found = found.filter(Q(finished_at__lt=finished_at) | Q(finished_at=finished_at, pk__lt=pk))
    matches = list(found.newest()[: size + 1])
    more = len(matches) > size
    return Page(matches[:size], _write(matches[size - 1]) if more else "")


def _write(match: Match) -> str:
    assert match.finished_at is not None
    return f"{match.finished_at.timestamp():.6f}-{match.pk}"


def _read(cursor: str) -> tuple[datetime, int] | None:
    seconds, _, pk = cursor.partition("-")
    try:
        return datetime.fromtimestamp(float(seconds), UTC), int(pk)
    except (ValueError, OverflowError, OSError):
        return None
