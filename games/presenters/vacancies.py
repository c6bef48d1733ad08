"""Seats whose players left: a bot plays on until somebody takes them over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games import replay
from games.models import Match, Seat


@dataclass(frozen=True)
class Vacancy:
    seat: Seat
    is_readers: bool
    words: str


def vacancies(match: Match, reader: Any) -> list[Vacancy]:
    if not match.is_running:
        return []
    return [_vacancy(match, seat, reader) for seat in match.seats_in_order() if seat.is_claimable]


def _vacancy(match: Match, seat: Seat, reader: Any) -> Vacancy:
    is_late = seat.index in replay.departures(match).get("timed_out", [])
    if seat.player == reader:
        words = _words_for_the_late() if is_late else _words_for_the_resigned()
        last = _("You will be last among the people.") if match.is_contest else ""
        return Vacancy(seat, True, f"{words} {last}".rstrip())
    words = (
        _("%(name)s ran out of time, and a bot plays on.")
        if is_late
        else _("%(name)s resigned, and a bot plays on.")
    )
    return Vacancy(seat, False, words % {"name": seat.player})


def _words_for_the_late() -> str:
    return _("Your time ran out, so a bot plays on for you.")


def _words_for_the_resigned() -> str:
    return _("You resigned, so a bot plays on for you.")
