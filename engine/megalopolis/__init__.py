"""Megalopolis: one city, built and won or lost together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import game
from engine.game import Json, Setup, Terms
from engine.megalopolis import appraisal, cities, foresight, meta, moves, scoring, setups
from engine.megalopolis.moves import Move
from engine.megalopolis.scoring import Goal
from engine.megalopolis.state import State
from engine.megalopolis.view import View
from engine.rng import Rng
from engine.text import Text as _


class Megalopolis(game.Game[Move]):
    """The game object that ``engine.GAMES`` lists."""

    def deal(self, terms: Terms, seed: str) -> Setup:
        self.check(terms)
        return setups.deal(terms.players, seed)

    def start(self, terms: Terms, setup: Setup) -> State:
        self.check(terms)
        setups.check(terms.players, setup)
        return State(
            Goal(terms.variant, tuple(setup["conditions"])),
            setup["first"],
            [sum(1 << card for card in hand) for hand in setup["hands"]],
            tuple(setup["pile"]),
        )

    def parse(self, notation: str) -> Move:
        return moves.parse(notation)

    def appraise(self, view: game.View[Move]) -> Sequence[tuple[float, Move]]:
        assert isinstance(view, View)
        return appraisal.appraise(view)

    def foresee(self, view: game.View[Move], rng: Rng) -> Sequence[game.Foresight[Move]]:
        assert isinstance(view, View)
        return foresight.foresee(view, rng)

    def score(self, city: Mapping[str, Json]) -> Json:
        return scoring.sheet(*cities.parse(city)).to_json()


GAME = Megalopolis(
    name="megalopolis",
    title=_("Megalopolis"),
    version=meta.VERSION,
    variants=meta.VARIANTS,
    is_contest=False,
    has_target=True,
)
