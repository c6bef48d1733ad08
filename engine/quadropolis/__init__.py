"""Quadropolis: Classic and Expert, with the Squares mini-expansion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import game
from engine.errors import BadRecord
from engine.game import Json, Setup, Terms
from engine.quadropolis import appraisal, cities, foresight, meta, moves, scoring, tiles
from engine.quadropolis.moves import Move
from engine.quadropolis.rules import RULES, SPACES, Rules
from engine.quadropolis.state import State
from engine.quadropolis.view import View
from engine.rng import Rng
from engine.text import Text as _
from engine.text import shorten


class Quadropolis(game.Game[Move]):
    """The game object that ``engine.GAMES`` lists."""

    def deal(self, terms: Terms, seed: str) -> Setup:
        """The first player, then each round's tiles in the order of the data file, shuffled."""
        self.check(terms)
        rng = Rng(seed)
        first = rng.below(terms.players)
        layouts = [rng.shuffled(layout) for layout in _round_tiles(terms)]
        names = [[tiles.tile(tile).name for tile in layout] for layout in layouts]
        return {"first": first, "rounds": names}

    def start(self, terms: Terms, setup: Setup) -> State:
        self.check(terms)
        for key in setup.keys() - {"first", "rounds"}:
            raise BadRecord(_('setup: there is no "{field}" in it.', field=shorten(key)))
        first, rounds = setup.get("first"), setup.get("rounds")
        if type(first) is not int or not 0 <= first < terms.players:
            raise BadRecord(
                _("setup: first must be a seat from 0 to {last}.", last=terms.players - 1)
            )
        expected = _round_tiles(terms)
        if not isinstance(rounds, list) or len(rounds) != len(expected):
            raise BadRecord(_("setup: rounds must be a list of {count}.", count=len(expected)))
        layouts = tuple(
            _layout(number, names, wanted)
            for number, (names, wanted) in enumerate(zip(rounds, expected, strict=True), 1)
        )
        return State(_rules(terms), terms.players, layouts, first)

    def parse(self, notation: str) -> Move:
        return moves.parse(notation)

    def appraise(self, view: game.View[Move]) -> Sequence[tuple[float, Move]]:
        assert isinstance(view, View)
        return appraisal.appraise(view)

    def foresee(self, view: game.View[Move], rng: Rng) -> Sequence[game.Foresight[Move]]:
        assert isinstance(view, View)
        return [foresight.foresee(view.position)]

    def score(self, city: Mapping[str, Json]) -> Json:
        return scoring.sheet(*cities.parse(city)).to_json()

    def points_by_kind(self, details: Mapping[str, Json]) -> Sequence[Mapping[str, int]]:
        return [sheet["scores"] for sheet in details.get("sheets", ())]


def _rules(terms: Terms) -> Rules:
    return RULES[terms.variant]


def _round_tiles(terms: Terms) -> list[tuple[int, ...]]:
    board = _rules(terms).board
    squares = "squares" in terms.options
    return [tiles.round_tiles(board, number, squares) for number in range(1, board.rounds + 1)]


def _layout(number: int, names: Json, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """A round's tiles as numbers of ours; it must be exactly the tiles of that round."""
    if not isinstance(names, list) or len(names) != SPACES:
        raise BadRecord(
            _("setup: round {round} must be a list of {count} tiles.", round=number, count=SPACES)
        )
    layout = []
    for name in names:
        tile = tiles.TILE_BY_NAME.get(name) if type(name) in (int, str) else None
        if tile not in wanted:
            raise BadRecord(
                _("setup: round {round} has no tile {tile}.", round=number, tile=shorten(name))
            )
        if tile in layout:
            raise BadRecord(
                _("setup: tile {tile} lies twice in round {round}.", round=number, tile=name)
            )
        layout.append(tile)
    return tuple(layout)


GAME = Quadropolis(
    name="quadropolis",
    title=_("Quadropolis"),
    version=meta.VERSION,
    variants=meta.VARIANTS,
    options=meta.OPTIONS,
)
