"""The final city by daylight, for a picture that stands alone."""

from __future__ import annotations

import re
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from engine import game
from engine.megalopolis.moves import Move
from engine.megalopolis.view import View
from games.presenters.megalopolis.plans import frame, plan
from games.presenters.postcards import CityDrawing, Postcard

# As in megalopolis.css, where the style sheet colours the same drawings.
PAINTS = {
    "m-ground-commercial": 'fill="#bfd9f3"',
    "m-ground-park": 'fill="#b6df95"',
    "m-ground-industrial": 'fill="#d6d5d1"',
    "m-ground-residential": 'fill="#f9cf9a"',
    "m-pattern": 'fill="none" stroke="#000" stroke-opacity=".07" stroke-width="2"',
    "m-disc": 'fill="#22302e" fill-opacity=".7"',
    "m-letter": 'fill="#fff" text-anchor="middle" font-weight="700"',
    "m-roof-a": 'fill="#e58a45"',
    "m-roof-b": 'fill="#cb6d2c"',
    "m-roof-c": 'fill="#d65f3c"',
    "m-roof-d": 'fill="#b94a2c"',
    "m-shop-a": 'fill="#4a7fbe"',
    "m-shop-b": 'fill="#7aa7dc"',
    "m-shop-c": 'fill="#2c5c9c"',
    "m-glass": 'fill="#d9efff"',
    "m-hall-a": 'fill="#a6a9ab"',
    "m-hall-b": 'fill="#7d8286"',
    "m-hall-c": 'fill="#5f6468"',
    "m-tree": 'fill="#3f8a3e"',
    "m-tree-light": 'fill="#6cb65c"',
    "m-water": 'fill="#7cc4e8"',
    "m-path": 'fill="none" stroke="#eadfba" stroke-width="7"',
    "m-path-fill": 'fill="#eadfba"',
}
CLASS = re.compile(r'class="([\w-]+)"')
MARGIN = 0.05


def postcard(view: game.View[Move]) -> Postcard:
    assert isinstance(view, View)
    drawn = plan(view.position.city)
    held = frame(drawn.blocks, MARGIN)
    svg = render_to_string(
        "games/megalopolis/postcard.svg", {"plan": drawn, "right": -held.left, "down": -held.top}
    )
    return Postcard([CityDrawing(held.width, held.height, svg)], _symbols())


@lru_cache
def _symbols() -> SafeString:
    sprite = render_to_string("games/megalopolis/sprite.html")
    return mark_safe(CLASS.sub(lambda found: PAINTS.get(found[1], ""), sprite))
