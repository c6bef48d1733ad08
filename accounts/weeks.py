"""A usual week of a player, drawn: when the clock stands, as the wall clock shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import time

from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.formats import time_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from accounts.rest import REST_HOURS_PER_WEEK, Quiet, Rest, rest_hours_per_week

HOURS = 24
# Of the drawing, in its own units: an hour is ten wide.
HOUR_WIDTH, ROW_HEIGHT, BAR_HEIGHT, LEFT, TOP = 10, 16, 12, 34, 14
WIDTH = LEFT + HOURS * HOUR_WIDTH + 8
HEIGHT = TOP + 7 * ROW_HEIGHT

Hours = tuple[float, float]


@dataclass(frozen=True)
class Bar:
    x: float
    width: float


@dataclass(frozen=True)
class Row:
    """A weekday; ``bars`` are when the clock stands."""

    name: str
    y: int
    text_y: int
    bars: list[Bar]


@dataclass(frozen=True)
class Week:
    rows: list[Row]
    ticks: list[tuple[int, int]]  # hour and x
    sentences: list[str]

    left, top, width, height = LEFT, TOP, WIDTH, HEIGHT
    bar_height, days_width = BAR_HEIGHT, HOURS * HOUR_WIDTH


def draw(rest: Rest) -> Week:
    return Week(
        rows=[_row(day, rest) for day in range(7)],
        ticks=[(hour, LEFT + hour * HOUR_WIDTH) for hour in range(0, HOURS + 1, 6)],
        sentences=list(_sentences(rest)),
    )


def standing_hours(day: int, rest: Rest) -> list[Hours]:
    """Of a weekday, from 0 to 24."""
    if day in rest.free_days:
        return [(0, HOURS)]
    if rest.quiet is None:
        return []
    begin, end = _hour(rest.quiet.begin), _hour(rest.quiet.end)
    found = [(0, end), (begin, HOURS)] if rest.quiet.wraps else [(begin, end)]
    return [(start, stop) for start, stop in found if start < stop]


def _row(day: int, rest: Rest) -> Row:
    y = TOP + day * ROW_HEIGHT
    bars = [
        Bar(round(LEFT + start * HOUR_WIDTH, 2), round((stop - start) * HOUR_WIDTH, 2))
        for start, stop in standing_hours(day, rest)
    ]
    return Row(str(WEEKDAYS_ABBR[day]), y, y + 10, bars)


def _sentences(rest: Rest) -> list[str]:
    if rest.quiet is None and not rest.free_days:
        return [_("Your clock never stands, day or night.")]
    hours = {"hours": f"{rest_hours_per_week(rest):g}", "most": REST_HOURS_PER_WEEK}
    return [
        *([_quiet_sentence(rest.quiet)] if rest.quiet else []),
        *([_free_sentence(rest.free_days)] if rest.free_days else []),
        _("That makes %(hours)s of the %(most)s hours a week that are allowed.") % hours,
    ]


def _quiet_sentence(quiet: Quiet) -> str:
    return _("Your clock stands every day from %(begin)s to %(end)s.") % {
        "begin": time_format(quiet.begin, "H:i"),
        "end": time_format(quiet.end, "H:i"),
    }


def _free_sentence(free_days: frozenset[int]) -> str:
    days = get_text_list([str(WEEKDAYS[day]) for day in sorted(free_days)], _("and"))
    return _("It stands all day on %(days)s.") % {"days": days}


def _hour(at: time) -> float:
    return at.hour + at.minute / 60
