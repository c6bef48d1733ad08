"""When a player's clock stands, and how time passes around it: pure, exact to the microsecond.

Time is used up only while the clock runs: it stands in a player's quiet hours, on free weekdays and
in vacations. Moments are aware datetimes of any zone, answers are in UTC, spans are half-open.

Quiet hours and free weekdays are read off the player's wall clock. Where that clock is turned:
- a time it skips means the instant it was turned at;
- of a time it shows twice, a rest begins at the first and ends at the second: in doubt it stands.
So a day of rest lasts 23 or 25 hours when the day does, and a night never falls into two pieces.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Span = tuple[datetime, datetime]

ZERO = timedelta(0)
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MIDNIGHT = time(0)
FOREVER = datetime.max.replace(tzinfo=UTC)

REST_HOURS_PER_WEEK = 96
QUIET_HOURS_PER_DAY = 12
VACATION_DAYS_PER_YEAR = 30


@dataclass(frozen=True)
class Quiet:
    """A daily interval of local time; `end` is on the next day unless it is later than `begin`."""

    begin: time
    end: time

    @property
    def length(self) -> timedelta:
        begin, end = (datetime.combine(date.min, at) for at in (self.begin, self.end))
        return end - begin + (DAY if self.wraps else ZERO)

    @property
    def wraps(self) -> bool:
        return self.end <= self.begin


@dataclass(frozen=True)
class Rest:
    """When a player's clock stands every week; weekdays count from Monday, 0."""

    zone: str = "UTC"
    quiet: Quiet | None = None
    free_days: frozenset[int] = frozenset()


NO_REST = Rest()


def to_json(rest: Rest) -> dict[str, Any]:
    quiet = rest.quiet and [rest.quiet.begin.isoformat(), rest.quiet.end.isoformat()]
    return {"zone": rest.zone, "quiet": quiet, "free_days": sorted(rest.free_days)}


def from_json(data: Mapping[str, Any]) -> Rest:
    quiet = Quiet(*map(time.fromisoformat, data["quiet"])) if data["quiet"] else None
    return Rest(data["zone"], quiet, frozenset(data["free_days"]))


def rest_hours_per_week(rest: Rest) -> float:
    """Free days in full, and the quiet hours of the others, in a week of 168 hours."""
    return _rest_per_week(rest) / HOUR


def _rest_per_week(rest: Rest) -> timedelta:
    quiet = rest.quiet.length if rest.quiet else ZERO
    free = len(rest.free_days)
    return free * DAY + (7 - free) * quiet


def check_rest(rest: Rest) -> None:
    """Raise a ValueError that says in a sentence why a player may not rest like this."""
    _check_zone(rest.zone)
    if not rest.free_days <= set(range(7)):
        raise ValueError("Free weekdays are numbers from 0, Monday, to 6, Sunday.")
    if rest.quiet:
        _check_quiet(rest.quiet)
    _check_time_is_left(rest)
    if _rest_per_week(rest) > REST_HOURS_PER_WEEK * HOUR:
        raise ValueError(f"The clock may rest for at most {REST_HOURS_PER_WEEK} hours a week.")


def _check_zone(name: str) -> None:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f'There is no time zone "{name}".') from error


def _check_quiet(quiet: Quiet) -> None:
    if any(at.second or at.microsecond for at in (quiet.begin, quiet.end)):
        raise ValueError("Quiet hours begin and end on a whole minute.")
    if quiet.begin == quiet.end:
        raise ValueError("Quiet hours cannot begin and end at the same time.")
    if quiet.length > QUIET_HOURS_PER_DAY * HOUR:
        raise ValueError(f"Quiet hours may last at most {QUIET_HOURS_PER_DAY} hours a day.")


def _check_time_is_left(rest: Rest) -> None:
    if _rest_per_week(rest) >= 7 * DAY:
        raise ValueError("Some time must be left in which the clock runs.")


def running_time(
    start: datetime, end: datetime, rest: Rest = NO_REST, vacations: Iterable[Span] = ()
) -> timedelta:
    """For how long the clock runs between two moments; not at all if `end` is not after `start`."""
    runs = _runs(_utc(start), _utc(end), rest, vacations)
    return sum((stop - begin for begin, stop in runs), ZERO)


def deadline(
    start: datetime, budget: timedelta, rest: Rest = NO_REST, vacations: Iterable[Span] = ()
) -> datetime:
    """The first instant at which the budget is used up: a move at this instant is too late."""
    if budget < ZERO:
        raise ValueError("There cannot be less than no time to move.")
    # Else the search for a running minute would last until the calendar ends.
    _check_time_is_left(rest)
    if not budget:
        return _utc(start)
    for begin, stop in _runs(_utc(start), FOREVER, rest, vacations):
        if budget <= stop - begin:
            return begin + budget
        budget -= stop - begin
    raise ValueError("The clock never runs for that long.")


def stands_until(
    moment: datetime, rest: Rest = NO_REST, vacations: Iterable[Span] = ()
) -> datetime | None:
    """When a clock that stands at a moment runs again; nothing if it runs."""
    runs_at = deadline(moment, timedelta.resolution, rest, vacations) - timedelta.resolution
    return runs_at if runs_at > moment else None


def fraction_used(
    start: datetime,
    now: datetime,
    budget: timedelta,
    rest: Rest = NO_REST,
    vacations: Iterable[Span] = (),
) -> float:
    """From 0 at the start to 1 at the deadline, and beyond."""
    return running_time(start, now, rest, vacations) / budget if budget else 1.0


def instant_of_fraction(
    start: datetime,
    budget: timedelta,
    fraction: float,
    rest: Rest = NO_REST,
    vacations: Iterable[Span] = (),
) -> datetime:
    return deadline(start, budget * fraction, rest, vacations)


def _runs(start: datetime, end: datetime, rest: Rest, vacations: Iterable[Span]) -> Iterator[Span]:
    """When the clock runs. Vacations go first, so that nobody counts the nights of a long one."""
    for begin, stop in _between(start, end, _in_order(vacations)):
        yield from _between(begin, stop, _rests(begin, rest))


def _between(begin: datetime, end: datetime, stops: Iterable[Span]) -> Iterator[Span]:
    """What the stops, ordered by their beginnings, leave of a span."""
    for stop, resume in stops:
        if stop >= end:
            break
        if stop > begin:
            yield begin, stop
        begin = max(begin, resume)
    if begin < end:
        yield begin, end


def _in_order(vacations: Iterable[Span]) -> list[Span]:
    spans = sorted((_utc(begin), _utc(end)) for begin, end in vacations)
    if any(end < begin for begin, end in spans):
        raise ValueError("A vacation cannot end before it begins.")
    return spans


def _rests(begin: datetime, rest: Rest) -> Iterator[Span]:
    """Weekly rests without end, ordered by their beginnings, with any that goes on at `begin`."""
    if not rest.quiet and not rest.free_days:
        return
    zone = ZoneInfo(rest.zone)
    day = begin.astimezone(zone).date() - DAY
    while True:
        yield from _rests_of(day, rest, zone)
        day += DAY


def _rests_of(day: date, rest: Rest, zone: ZoneInfo) -> Iterator[Span]:
    if day.weekday() in rest.free_days:
        yield _first(day, MIDNIGHT, zone), _last(day + DAY, MIDNIGHT, zone)
    if rest.quiet:
        end_day = day + DAY if rest.quiet.wraps else day
        yield _first(day, rest.quiet.begin, zone), _last(end_day, rest.quiet.end, zone)


def _first(day: date, at: time, zone: ZoneInfo) -> datetime:
    return _showings(day, at, zone)[0]


def _last(day: date, at: time, zone: ZoneInfo) -> datetime:
    return _showings(day, at, zone)[1]


def _showings(day: date, at: time, zone: ZoneInfo) -> Span:
    """The first and the last instant at which the wall clock shows a time, mostly the same."""
    wall = datetime.combine(day, at, zone)
    first = wall.astimezone(UTC)
    last = wall.replace(fold=1).astimezone(UTC)
    if last < first:
        # PEP 495: a skipped time is read with the offsets before and after the turn, crosswise.
        first = last = _turn(last, first, zone)
    return first, last


def _turn(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The instant, on a whole second, from which the zone has the offset that it has `after`."""
    offset = after.astimezone(zone).utcoffset()

    def turned(seconds: int) -> bool:
        return (before + seconds * SECOND).astimezone(zone).utcoffset() == offset

    return before + SECOND * bisect_left(range((after - before) // SECOND), True, key=turned)


def _utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"The moment {moment} needs a time zone.")
    return moment.astimezone(UTC)


def vacation(start: datetime, days: int) -> Span:
    """Vacation days last 24 hours each, from any moment on."""
    if days < 1:
        raise ValueError("A vacation lasts one day or more.")
    return _utc(start), _utc(start) + days * DAY


def automatic_vacation(out_at: datetime, days_left: int) -> Span | None:
    """One vacation day for a clock that runs out at `out_at`; nothing if no day is left.

    It begins just before, while there is time to stop: so `deadline` with this vacation among the
    others is the new deadline. Whoever is not back by then spends the next day, and a rest in
    between costs none.
    """
    return vacation(out_at - timedelta.resolution, 1) if days_left > 0 else None


def days_spent(year: int, vacations: Iterable[Span]) -> int:
    """Days begun count in full, each for the year in which it begins in UTC."""
    new_year, next_year = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    spans = _in_order(vacations)
    return sum(_days_begun(span, next_year) - _days_begun(span, new_year) for span in spans)


def _days_begun(span: Span, before: datetime) -> int:
    start, end = span
    # Floor division of the negative rounds up.
    return -((start - max(start, min(end, before))) // DAY)


def vacation_left(year: int, vacations: Iterable[Span]) -> int:
    """How many vacation days a player still has for a year, of all the vacations ever taken."""
    return max(VACATION_DAYS_PER_YEAR - days_spent(year, vacations), 0)
