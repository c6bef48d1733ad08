"""What a mail says. Those who know what a notice is about register how it is put into words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounts.models import Event, Notice, Player


@dataclass(frozen=True)
class Letter:
    """A mail made from ``emails/<template>.txt`` and ``.html``; ``lines`` say it in the daily one.

    ``url`` is a path of the site and leads to where one can answer.
    """

    subject: str
    url: str
    template: str
    context: Mapping[str, Any]
    lines: Sequence[str] = ()


Composer = Callable[[Notice], Letter | None]
Titles = Callable[[Player, Collection[str]], Mapping[str, str]]

# Each answers None if the notice is no longer true. Asked in the reader's language and time zone.
COMPOSERS: dict[Event, Composer] = {}
# What topics are called, for lists of notices.
TITLES: list[Titles] = []


def titles(reader: Player, topics: Collection[str]) -> dict[str, str]:
    return {topic: title for name in TITLES for topic, title in name(reader, topics).items()}
