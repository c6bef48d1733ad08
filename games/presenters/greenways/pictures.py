"""Tiles as the templates draw them: a symbol, turned about its middle."""

from __future__ import annotations

from dataclasses import dataclass

from engine.greenways import tiles
from engine.greenways.city import City
from engine.greenways.meta import TILE_TITLES
from engine.greenways.moves import place_of
from games.text import say

SIZE = 100  # of a tile


@dataclass(frozen=True)
class Picture:
    """A tile whose top left corner lies at this point of a drawing."""

    symbol: str
    title: str
    x: int
    y: int
    degrees: int

    @property
    def transform(self) -> str:
        """Nothing for a tile that is not turned."""
        middle = f"{self.x + SIZE // 2} {self.y + SIZE // 2}"
        return f"rotate({self.degrees} {middle})" if self.degrees else ""


def picture(face: int, x: int = 0, y: int = 0) -> Picture:
    code = tiles.TILES[face // 4].code
    return Picture(code, say(TILE_TITLES[code]), x, y, 90 * (face % 4))


def corner(cell: int) -> tuple[int, int]:
    x, y = place_of(cell)
    return x * SIZE, y * SIZE


def city_pictures(city: City) -> list[Picture]:
    return [picture(face, *corner(cell)) for cell, face in city.faces.items()]
