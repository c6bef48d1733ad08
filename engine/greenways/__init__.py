"""Greenways: a solo puzzle of streets with intersections and green corridors with parks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import game
from engine.errors import BadRecord
from engine.game import Json, Setup, Terms
from engine.greenways import appraisal, cities, foresight, meta, moves, scoring, tiles
from engine.greenways.moves import Move
from engine.greenways.state import State
from engine.greenways.view import View
from engine.rng import Rng
from engine.text import Text as _
from engine.text import shorten


class Greenways(game.Game[Move]):
    """The game object that ``engine.GAMES`` lists."""

    def deal(self, terms: Terms, seed: str) -> Setup:
        """The tiles in the order of the data file, shuffled."""
        self.check(terms)
        pile = Rng(seed).shuffled(tiles.DECK)
        return {"pile": [tiles.TILES[tile].code for tile in pile]}

    def start(self, terms: Terms, setup: Setup) -> State:
        self.check(terms)
        for key in setup.keys() - {"pile"}:
            raise BadRecord(_('setup: there is no "{field}" in it.', field=shorten(key)))
        return State(_pile(setup.get("pile")))

    def parse(self, notation: str) -> Move:
        return moves.parse(notation)

    def appraise(self, view: game.View[Move]) -> Sequence[tuple[float, Move]]:
        assert isinstance(view, View)
        return appraisal.appraise(view)

    def foresee(self, view: game.View[Move], rng: Rng) -> Sequence[game.Foresight[Move]]:
        assert isinstance(view, View)
        return foresight.foresee(view, rng)

    def points_by_kind(self, details: Mapping[str, Json]) -> Sequence[Mapping[str, int]]:
        return [details["parts"]] if "parts" in details else []

    def score(self, city: Mapping[str, Json]) -> Json:
        return scoring.sheet(*cities.parse(city)).to_json()


def _pile(codes: Json) -> tuple[int, ...]:
    """The pile as numbers of ours; it must be exactly the tiles of the game."""
    if not isinstance(codes, list) or len(codes) != len(tiles.DECK):
        raise BadRecord(_("setup: pile must be a list of {count} tiles.", count=len(tiles.DECK)))
    left = list(tiles.DECK)
    for code in codes:
        tile = tiles.TILE_BY_CODE.get(code) if isinstance(code, str) else None
        if tile is None:
            raise BadRecord(_('setup: there is no tile "{code}".', code=shorten(code)))
        if tile not in left:
            raise BadRecord(_("setup: {code} is in the pile too often.", code=code))
        left.remove(tile)
    return tuple(tiles.TILE_BY_CODE[code] for code in codes)


GAME = Greenways(
    name="greenways",
    title=_("Greenways"),
    version=meta.VERSION,
    variants=meta.VARIANTS,
    is_contest=False,
)
