"""What a game draws for the picture that people share of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True)
class CityDrawing:
    """SVG within a box of this size, with all colours written at the shapes: no sheet is there."""

    width: int
    height: int
    svg: SafeString


@dataclass(frozen=True)
class Postcard:
    """A city for every player in the order of seats, or a single one for all of them.

    ``symbols`` are what the cities are made of, if they share something.
    """

    cities: Sequence[CityDrawing]
    symbols: SafeString
