"""A city as small as a stamp, and how far the match is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from engine import game
from engine.greenways.city import City
from engine.greenways.moves import Move, place_of
from engine.greenways.view import View
from games.presenters.greenways.pictures import SIZE, Picture, city_pictures

LEAST = 4  # rows and columns


@dataclass(frozen=True)
class Thumbnail:
    left: int
    top: int
    width: int
    height: int
    built: int
    stage: str
    tiles: Sequence[Picture]


def thumbnail(view: game.View[Move], seat: int) -> Thumbnail:
    assert isinstance(view, View)
    left, top, width, height = extent(view.position.city)
    pile = view.position.unused
    return Thumbnail(
        left=left,
        top=top,
        width=width,
        height=height,
        built=len(view.position.city.faces),
        stage=ngettext("%(count)s tile in the pile", "%(count)s tiles in the pile", pile)
        % {"count": pile},
        tiles=city_pictures(view.position.city),
    )


def extent(city: City) -> tuple[int, int, int, int]:
    """Left, top, width and height of the city; a small one lies in the middle of some room."""
    places = [place_of(cell) for cell in city.faces]
    left, width = _span([x for x, _y in places])
    top, height = _span([y for _x, y in places])
    return left, top, width, height


def _span(numbers: Sequence[int]) -> tuple[int, int]:
    length = (max(numbers) - min(numbers) + 1) * SIZE
    room = max(length, LEAST * SIZE)
    return min(numbers) * SIZE - (room - length) // 2, room
