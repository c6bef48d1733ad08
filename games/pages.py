"""Pages by cursor: as cheap deep in the list as at its beginning."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Q, QuerySet

from games.models import Match

# Digits enough for the next centuries, and never more than dates and keys can hold.
CURSOR = re.compile(r"(?P<seconds>[0-9]{1,11}(\.[0-9]{1,6})?)-(?P<pk>[0-9]{1,18})")


@dataclass(frozen=True)
class Page:
    matches: Sequence[Match]
    next: str  # the cursor of the following page; empty on the last one


def cursor_page(found: QuerySet[Any, Any], *, before: str, size: int, match: str = "pk") -> Page:
    """Finished matches, newest first; a cursor that can't be read begins at the beginning.

    Where seats at finished matches were found, ``match`` is the field that names the match. First
    only the keys are read: indexes hold them, so that passing by what is not wanted costs little.
    """
    position = _read(before)
    if position is not None:
        found = found.filter(_earlier(*position, match))
    keys = found.order_by("-finished_at", f"-{match}").values_list("finished_at", match).distinct()
    # Through a cursor of the database, which reads no further than this; else several processes of
    # PostgreSQL may read ahead, each for itself.
    shown = list(keys[: size + 1].iterator())
    more = len(shown) > size
    pks = [pk for _finished_at, pk in shown[:size]]
    matches = Match.objects.filter(pk__in=pks).with_seats().newest()
    return Page(list(matches), _write(*shown[size - 1]) if more else "")


def _earlier(finished_at: datetime, pk: int, match: str) -> Q:
    """The first half says nothing new, but is what a database can look up."""
    same_moment = Q(**{"finished_at": finished_at, f"{match}__lt": pk})
    return Q(finished_at__lte=finished_at) & (Q(finished_at__lt=finished_at) | same_moment)


def _write(finished_at: datetime, pk: int) -> str:
    return f"{finished_at.timestamp():.6f}-{pk}"


def _read(cursor: str) -> tuple[datetime, int] | None:
    """As ``_write`` makes them; whatever else an address may say is none."""
    found = CURSOR.fullmatch(cursor)
    if found is None:
        return None
    return datetime.fromtimestamp(float(found["seconds"]), UTC), int(found["pk"])
