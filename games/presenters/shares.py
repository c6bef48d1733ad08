"""The picture that people share of a finished match: the final cities, names and scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
LARGEST_NAME, PLEASANT_NAME = 32, 24  # how high the letters are
POINTS = 30
STAR = 58  # from the right edge
COLOURS = ("#1c68ad", "#bf3b2b", "#27794a", "#7746a5")  # of the seats
# How wide letters are, as a share of how high, with some room for other fonts than ours.
NARROW, WIDE = frozenset("fijlrtI1-,:. "), frozenset("mwMW")
NARROW_LETTER, LETTER, WIDE_LETTER = 0.44, 0.68, 1.0
FONTS = [font_files["Manrope"], font_files["ManropeBold"]]


@dataclass(frozen=True)
class Share:
    """What other sites show of a match when somebody posts its link."""

    heading: str
    summary: str
    url: str
    image: str


@dataclass(frozen=True)
class Caption:
    """Who built a city, and what came of it; ``colour`` is theirs."""

    names: str
    points: str
    is_winner: bool
    colour: str

    @property
    def room(self) -> float:
        """What it would like to have from left to right."""
        star = STAR if self.is_winner else 0
        return max(
            PLEASANT_NAME * _letters_wide(self.names), POINTS * _letters_wide(self.points) + star
        )

    def letters(self, room: float) -> float:
        """How high the names can be in this room."""
        return round(min(LARGEST_NAME, room / _letters_wide(self.names)), 1)


@dataclass(frozen=True)
class Panel:
    """A city on its card, below its caption; ``letters`` is how high the names are."""

    x: float
    y: float
    width: float
    height: float
    caption: Caption
    letters: float
    city: CityDrawing
    city_x: float
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
    captions = _captions(match)
    widest = (WIDTH - 2 * MARGIN - GAP * (len(cities) - 1)) / len(cities)
    space = HEIGHT - TOP - MARGIN - CAPTION - PADDING
    scale = min(min((widest - 2 * PADDING) / city.width, space / city.height) for city in cities)
    rooms = [*(city.width * scale for city in cities), *(caption.room for caption in captions)]
    width = min(widest, max(rooms) + 2 * PADDING)
    height = max(city.height for city in cities) * scale + CAPTION + PADDING
    left = (WIDTH - width * len(cities) - GAP * (len(cities) - 1)) / 2
    return [
        Panel(
            x=round(left + index * (width + GAP), 1),
            y=round(TOP + (HEIGHT - TOP - MARGIN - height) / 2, 1),
            width=round(width, 1),
            height=round(height, 1),
            caption=caption,
            letters=caption.letters(width - 2 * PADDING),
            city=city,
            city_x=round((width - city.width * scale) / 2, 1),
            scale=round(scale, 3),
        )
        for index, (city, caption) in enumerate(zip(cities, captions, strict=True))
    ]


def _captions(match: Match) -> list[Caption]:
    seats = match.seats_in_order()
    builders = [[seat] for seat in seats] if match.is_contest else [seats]
    return [
        Caption(
            names=_names(built_by),
            points=points(built_by[0].score or 0) if match.is_contest else match.verdict,
            is_winner=match.rules.has_winners and built_by[0].rank == 1,
            colour=COLOURS[built_by[0].index],
        )
        for built_by in builders
    ]


def _letters_wide(text: str) -> float:
    """How wide a text is, in heights of its letters."""
    return sum(
        NARROW_LETTER if letter in NARROW else WIDE_LETTER if letter in WIDE else LETTER
        for letter in text
    )
