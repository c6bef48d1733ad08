"""The final cities by daylight, for a picture that stands alone."""

from __future__ import annotations

import re
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from engine import game
from engine.quadropolis.moves import Move
from engine.quadropolis.view import View
from games.presenters.postcards import CityDrawing, Postcard
from games.presenters.quadropolis.thumbnail import PITCH, Lot, thumbnail

# As in tiles.css, where the style sheets colour the same drawings.
GROUNDS = {
    "tower": "#f9e6b8",
    "shop": "#fbd9cf",
    "service": "#e4dcf6",
    "park": "#d4ebc0",
    "square": "#d4ebc0",
    "factory": "#e2ded7",
    "harbor": "#c6e6f2",
    "office": "#d3e0f5",
    "monument": "#f6ead0",
}
DISTRICTS = {"1": "#f9e3d2", "2": "#dcecdf", "3": "#e6e1f3", "4": "#f6edc6", "5": "#d9e8f1"}
FILLS = {
    "q-lit": 'fill="#5f8fa8"',
    "q-glass": 'fill="#b5dcf0"',
    "q-wall": 'fill="#f3d9a4"',
    "q-wall-shade": 'fill="#e2bd7c"',
    "q-smoke": "",
}
GAP = PITCH - 64  # after the last lot there is none
CLASS = re.compile(r'class="([\w-]+)"')


def postcard(view: game.View[Move]) -> Postcard:
    assert isinstance(view, View)
    seats = range(view.position.players)
    return Postcard([_city(view, seat) for seat in seats], _symbols())


def _city(view: View, seat: int) -> CityDrawing:
    small = thumbnail(view, seat)
    lots = [(lot, _ground(lot)) for lot in small.lots]
    svg = render_to_string("games/quadropolis/postcard.svg", {"lots": lots})
    return CityDrawing(small.width - GAP, small.height - GAP, svg)


def _ground(lot: Lot) -> str:
    return GROUNDS[lot.picture.kind] if lot.picture else DISTRICTS[lot.district]


@lru_cache
def _symbols() -> SafeString:
    sprite = render_to_string("games/quadropolis/sprite.html")
    return mark_safe(CLASS.sub(lambda found: FILLS.get(found[1], ""), sprite))
