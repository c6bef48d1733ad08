"""The clocks of a match: how much time there is for a move, and what is left after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from accounts.rest import DAY, HOUR, ZERO

MOST_PER_MOVE = 30 * DAY
MOST_IN_BANK = 60 * DAY
MOST_INCREMENT = 7 * DAY


@dataclass(frozen=True)
class PerMove:
    """The full time for every move."""

    limit: timedelta

    def __post_init__(self) -> None:
        _check_length("The time per move", self.limit, MOST_PER_MOVE)


@dataclass(frozen=True)
class Bank:
    """One store of time for all moves; every move made adds to it, up to a cap."""

    start: timedelta
    increment: timedelta
    cap: timedelta

    def __post_init__(self) -> None:
        _check_length("The cap of the bank", self.cap, MOST_IN_BANK)
        _check_length("The start of the bank", self.start, self.cap)
        _check_length("The increment", self.increment, MOST_INCREMENT)


Clock = PerMove | Bank


def _check_length(what: str, length: timedelta, most: timedelta) -> None:
    # The notation knows whole hours only.
    if length % HOUR:
        raise ValueError(f"{what} must be in whole hours.")
    if not HOUR <= length <= most:
        raise ValueError(f"{what} must be from 1h to {_length_text(most)}.")


_LENGTH = r"[0-9]{1,4}[dh]"
_NOTATION = re.compile(rf"({_LENGTH})(?:\+({_LENGTH})/({_LENGTH}))?")
_UNITS = {"d": DAY, "h": HOUR}


def from_text(text: str) -> Clock:
    """`3d` or `36h` for every move; `5d+24h/5d` is a bank: start, increment, cap."""
    match = _NOTATION.fullmatch(text)
    if match is None:
        raise ValueError('A clock is written like "3d", "36h" or "5d+24h/5d".')
    lengths = [_length(part) for part in match.groups() if part]
    return Bank(*lengths) if len(lengths) == 3 else PerMove(*lengths)


def to_text(clock: Clock) -> str:
    if isinstance(clock, PerMove):
        return _length_text(clock.limit)
    start, increment, cap = map(_length_text, (clock.start, clock.increment, clock.cap))
    return f"{start}+{increment}/{cap}"


def _length(text: str) -> timedelta:
    return int(text[:-1]) * _UNITS[text[-1]]


def _length_text(length: timedelta) -> str:
    """Whole days from two days up, like people say it: 24h, 36h, 2d."""
    if length >= 2 * DAY and not length % DAY:
        return f"{length // DAY}d"
    return f"{length // HOUR}h"


def first_bank(clock: Clock) -> timedelta:
    """What is on the clock when a match starts."""
    return clock.limit if isinstance(clock, PerMove) else clock.start


def budget(clock: Clock, bank_left: timedelta) -> timedelta:
    """What there is for the next move."""
    return clock.limit if isinstance(clock, PerMove) else bank_left


def after_move(clock: Clock, bank_left: timedelta, used: timedelta) -> timedelta:
    """What is on the clock after a move; a move accepted too late empties the bank first."""
    if bank_left < ZERO or used < ZERO:
        raise ValueError("Neither the time left nor the time used can be negative.")
    if isinstance(clock, PerMove):
        return clock.limit
    return min(max(bank_left - used, ZERO) + clock.increment, clock.cap)
