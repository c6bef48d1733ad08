"""Cities that were built with the real box: put together by clicks, kept in an address."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from django.utils.translation import gettext as _

from games.calculators import quadropolis

CALCULATORS = {"quadropolis": quadropolis}


@dataclass(frozen=True)
class CountedCity:
    """``address`` is how the calculator writes it; with complaints it counts for nothing."""

    score: int
    tie_break: tuple[int, ...]
    address: str
    complaints: Sequence[str]


def count_city(*, game: str, variant: str, link: str) -> CountedCity:
    """A city in a link of the calculator, or in what such a link has behind its question mark."""
    query = dict(parse_qsl(link.rpartition("?")[2].partition("#")[0]))
    reading = CALCULATORS[game].read(query)
    complaints = reading.complaints
    if "city" not in query:
        complaints = [_("This is no link of the calculator.")]
    elif reading.plan.mode != variant:
        complaints = [_("This city was built on the board of another variant.")]
    score, *tie_break = reading.plan.standing
    return CountedCity(score, tuple(tie_break), urlencode(reading.plan.query), complaints)
