"""The engine's sentences in the reader's language."""

from datetime import timedelta

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from engine import Text
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


def say(text: Text) -> str:
    return text.render(gettext)
