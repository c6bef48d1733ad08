"""The picture that people share of a finished match: the final cities, names and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import resvg_py
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from font_manrope import font_files

from games import replay
from games.models import Match, Seat
from games.presenters import PRESENTERS
from games.presenters.postcards import CityDrawing
from games.text import points, say

WIDTH, HEIGHT = 1200, 630  # as the networks ask for
MARGIN, GAP, PADDING = 40, 28, 20
TOP = 108  # below the title
CAPTION = 104  # a name and a score
LARGEST_NAME = 32
STAR = 58
COLOURS = ("#1c68ad", "#bf3b2b", "#27794a", "#7746a5")  # of the seats
LETTER = 0.62  # of the height of a letter, on average, is its width
FONTS = [font_files["Manrope"], font_files["ManropeBold"]]


@dataclass(frozen=True)
class Share:
    """What other sites show of a match when somebody posts its link."""

    heading: str
    summary: str
    url: str
    image: str


@dataclass(frozen=True)
class Panel:
    """A city on its card, with whoever built it above; ``colour`` is theirs."""

    x: float
    y: float
    width: float
    height: float
    names: str
    letters: float  # how high they are
    points: str
    is_winner: bool
    colour: str
    city: CityDrawing
    scale: float

    @property
    def star_x(self) -> float:
        return round(self.width - STAR, 1)


def share(match: Match) -> Share:
    return Share(
        heading=_heading(match),
        summary=_summary(match),
        url=settings.SITE_URL + match.get_absolute_url(),
        image=settings.SITE_URL + reverse("match-png", args=[match.code]),
    )


def share_svg(match: Match) -> str:
    postcard = PRESENTERS[match.game].postcard(replay.position(match).observe(None))
    context = {
        "title": _summary(match),
        "heading": _heading(match),
        "finished_at": match.finished_at,
        "symbols": postcard.symbols,
        "panels": _panels(match, postcard.cities),
    }
    return render_to_string("games/share.svg", context)


def share_png(match: Match) -> bytes:
    """With a font of our own: a server may have none."""
    return resvg_py.svg_to_bytes(
        svg_string=share_svg(match), font_files=FONTS, skip_system_fonts=True
    )


def _heading(match: Match) -> str:
    titles = [match.rules.title, match.variant_title, *match.option_titles]
    return " · ".join(map(say, titles))


def _summary(match: Match) -> str:
    """Who has how many points, the best first; or what all have together."""
    if not match.is_contest:
        return f"{_names(match.seats_in_order())}: {match.verdict}"
    seats = sorted(match.seats_in_order(), key=lambda seat: (seat.rank or 0, seat.index))
    return ", ".join(f"{seat.player}: {points(seat.score or 0)}" for seat in seats)


def _names(seats: Sequence[Seat]) -> str:
    return ", ".join(str(seat.player) for seat in seats)


def _panels(match: Match, cities: Sequence[CityDrawing]) -> list[Panel]:
    """Side by side, as large as they fit, in the middle of what is left below the title."""
    seats = match.seats_in_order()
    builders = [[seat] for seat in seats] if match.is_contest else [seats]
    room = (WIDTH - 2 * MARGIN - GAP * (len(cities) - 1)) / len(cities) - 2 * PADDING
    space = HEIGHT - TOP - MARGIN - CAPTION - PADDING
    scale = min(min(room / city.width, space / city.height) for city in cities)
    width = max(city.width for city in cities) * scale + 2 * PADDING
    height = max(city.height for city in cities) * scale + CAPTION + PADDING
    left = (WIDTH - width * len(cities) - GAP * (len(cities) - 1)) / 2
    return [
        Panel(
            x=round(left + index * (width + GAP), 1),
            y=round(TOP + (HEIGHT - TOP - MARGIN - height) / 2, 1),
            width=round(width, 1),
            height=round(height, 1),
            **_caption(match, built_by, width - 2 * PADDING),
            city=city,
            scale=round(scale, 3),
        )
        for index, (city, built_by) in enumerate(zip(cities, builders, strict=True))
    ]


def _caption(match: Match, seats: Sequence[Seat], room: float) -> dict[str, Any]:
    names = _names(seats)
    return {
        "names": names,
        "letters": round(min(LARGEST_NAME, room / (LETTER * len(names))), 1),
        "points": points(seats[0].score or 0) if match.is_contest else match.verdict,
        "is_winner": match.rules.has_winners and seats[0].rank == 1,
        "colour": COLOURS[seats[0].index],
    }
