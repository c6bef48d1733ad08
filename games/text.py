"""The engine's sentences in the reader's language."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import formats
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from engine import Game, Text
from games import clocks


def clock_words(text: str) -> str:
    """A clock as players say it."""
    clock = clocks.from_text(text)
    if isinstance(clock, clocks.PerMove):
        return _("%(time)s per move") % {"time": length(clock.limit)}
    return _("%(start)s, plus %(increment)s per move, at most %(cap)s") % {
        "start": length(clock.start),
        "increment": length(clock.increment),
        "cap": length(clock.cap),
    }


def length(span: timedelta) -> str:
    """Whole days where it can be said in days, else hours."""
    days, rest = divmod(span, timedelta(days=1))
    if days and not rest:
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    hours = span // timedelta(hours=1)
    return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}


def rough_length(span: timedelta) -> str:
    """The largest unit is enough."""
    if span >= 2 * timedelta(days=1):
        return length(span.days * timedelta(days=1))
    if span >= timedelta(hours=1):
        hours = span // timedelta(hours=1)
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    minutes = max(span // timedelta(minutes=1), 1)
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}


def short_length(span: timedelta) -> str:
    """Like ``rough_length``, where there is little room."""
    if span >= 2 * timedelta(days=1):
        return _("%(count)s d") % {"count": span.days}
    if span >= timedelta(hours=1):
        return _("%(count)s h") % {"count": span // timedelta(hours=1)}
    return _("%(count)s min") % {"count": span // timedelta(minutes=1)}


def points(count: int) -> str:
    return ngettext("%(count)s point", "%(count)s points", count) % {"count": count}


def verdict(rules: Game[Any], result: Mapping[str, Any]) -> str:
    """What a match that was no contest came to."""
    score = result["scores"][0]
    if not rules.has_target:
        return points(score)
    words = (
        _("Won: %(score)s of %(target)s points")
        if result["won"]
        else _("Lost: %(score)s of %(target)s points")
    )
    return words % {"score": unsigned(score), "target": result["target"]}


def say(text: Text) -> str:
    return text.render(gettext)


def unsigned(number: float | str) -> str:
    """With a real minus sign, but no plus."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """With a real minus sign."""
    return f"{number:+d}".replace("-", "−") if number else "±0"


def worth(points: int | None, has_target: bool) -> str:
    """Of a city: its points, or how far it is over the target."""
    if points is None:
        return "–"
    return signed(points) if has_target else str(points)


def average_worth(points: int, cities: int, has_target: bool) -> str:
    if not cities:
        return "–"
    average = round(points / cities, 1)
    sign = ("+" if average > 0 else "−" if average else "±") if has_target else ""
    return sign + formats.number_format(abs(average) if has_target else average, 1)
