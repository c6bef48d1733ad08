"""The clocks of a running match, as its page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from accounts import rest
from games.clocks import Bank
from games.clocks import from_text as read_clock
from games.models import Match, Seat
from games.services.clocks import standing
from games.text import rough_length, short_length


@dataclass(frozen=True)
class Pause:
    """The clock of whoever is to move stands."""

    until: datetime
    is_vacation: bool


@dataclass(frozen=True)
class TimeLeft:
    words: str
    short: str


@dataclass(frozen=True)
class Clocks:
    """``banks`` says for each seat what it has left, at tables where moves are paid from a bank."""

    banks: Sequence[TimeLeft | None]
    pause: Pause | None = None


def clocks(match: Match) -> Clocks:
    seats = match.seats_in_order()
    has_begun = match.is_running and not match.is_solo
    if not has_begun or match.to_move is None or match.moved_at is None:
        return Clocks([None] * len(seats))
    now, driver = timezone.now(), seats[match.to_move].driver
    if driver is None:
        return Clocks(_banks(match, seats, timedelta(0)))
    weekly, vacations = standing(match, driver)
    used = rest.running_time(match.moved_at, now, weekly, vacations)
    until = rest.stands_until(now, weekly, vacations)
    is_vacation = any(begin <= now < end for begin, end in vacations)
    return Clocks(_banks(match, seats, used), Pause(until, is_vacation) if until else None)


def _banks(match: Match, seats: Sequence[Seat], used: timedelta) -> list[TimeLeft | None]:
    if not isinstance(read_clock(match.clock), Bank):
        return [None] * len(seats)
    return [_bank(seat, used if seat.index == match.to_move else timedelta(0)) for seat in seats]


def _bank(seat: Seat, used: timedelta) -> TimeLeft | None:
    if seat.driver is None or seat.bank is None:
        return None
    left = max(seat.bank - used, timedelta(0))
    return TimeLeft(rough_length(left), short_length(left))
