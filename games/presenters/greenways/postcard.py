"""The final city by daylight, for a picture that stands alone."""

from __future__ import annotations

import re
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from engine import game
from engine.greenways.moves import Move
from engine.greenways.view import View
from games.presenters.greenways.thumbnail import thumbnail
from games.presenters.postcards import CityDrawing, Postcard

# As in greenways.css, where the style sheet colours the same drawings.
KERB, STREET, LANE = "#fdfaf1", "#6f7780", "#fff"
HEDGE, GREEN, TREE, PLAZA = "#5d9a45", "#8cc56b", "#2f6e2c", "#e4d6b8"
LINES = {
    "g-kerb": f'stroke="{KERB}" stroke-width="36"',
    "g-street": f'stroke="{STREET}" stroke-width="30"',
    "g-lane": f'stroke="{LANE}" stroke-width="3" stroke-dasharray="8 8" stroke-dashoffset="4"',
    "g-ring": f'stroke="{LANE}" stroke-width="2" stroke-dasharray="4 4"',
    "g-hedge": f'stroke="{HEDGE}" stroke-width="40"',
    "g-green": f'stroke="{GREEN}" stroke-width="33"',
    "g-trees": f'stroke="{TREE}" stroke-width="12" stroke-linecap="round" '
    'stroke-dasharray="0.01 19.89" stroke-dashoffset="-10"',
    "g-path": f'stroke="{PLAZA}" stroke-width="4" stroke-linecap="round"',
    "g-tiles": 'stroke="#000" stroke-width="1.5" opacity=".22"',
    "g-shade-line": 'stroke="#000" stroke-width="44" opacity=".14"',
}
FILLS = {
    "g-ground": 'fill="#f4edda"',
    "g-kerb-fill": f'fill="{KERB}"',
    "g-street-fill": f'fill="{STREET}"',
    "g-island": f'fill="{PLAZA}" stroke="{KERB}" stroke-width="2"',
    "g-hedge-fill": f'fill="{HEDGE}"',
    "g-green-fill": f'fill="{GREEN}"',
    "g-tree": f'fill="{TREE}"',
    "g-tree-light": 'fill="#58a04b"',
    "g-lawn": 'fill="#c3e4a4"',
    "g-pond": 'fill="#6bb7dc"',
    "g-plaza": f'fill="{PLAZA}"',
    "g-shade": 'opacity=".18"',
    "g-roof-a": 'fill="#c9583a"',
    "g-roof-b": 'fill="#a8432a"',
    "g-chimney": 'fill="#6d3a2a"',
    "g-leaf": f'fill="{HEDGE}"',
}
CLASSES = {name: f'fill="none" {line}' for name, line in LINES.items()} | FILLS | {"sprite": ""}
MARGIN = 40
CLASS = re.compile(r'class="([\w-]+)"')


def postcard(view: game.View[Move]) -> Postcard:
    assert isinstance(view, View)
    small = thumbnail(view, 0)
    width, height = small.width + 2 * MARGIN, small.height + 2 * MARGIN
    context = {
        "width": width,
        "height": height,
        "tiles": small.tiles,
        "shift": (MARGIN - small.left, MARGIN - small.top),
    }
    svg = render_to_string("games/greenways/postcard.svg", context)
    return Postcard([CityDrawing(width, height, svg)], _symbols())


@lru_cache
def _symbols() -> SafeString:
    sprite = render_to_string("games/greenways/sprite.html")
    return mark_safe(CLASS.sub(lambda found: CLASSES[found[1]], sprite))
