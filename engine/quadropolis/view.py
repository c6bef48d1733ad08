"""What a seat may know: the position with everything hidden taken out of it."""

from __future__ import annotations

from engine import game
from engine.game import Json, Setup
from engine.quadropolis import cities, rules, scoring, tiles
from engine.quadropolis.moves import PLACES, Move
from engine.quadropolis.scoring import Sheet
from engine.quadropolis.state import State

FACE_DOWN = "face-down"


class View(game.View[Move]):
    """Nobody has secrets from the others here, so all seats and spectators see the same.

    ``position`` is a state like any other, but for the layouts that are hidden: later rounds are
    missing from it, and face-down tiles are no tiles. It can be asked and played to the end of
    the round; there is nothing in it to leak.
    """

    __slots__ = ("_seat", "position")

    def __init__(self, state: State, seat: int | None) -> None:
        self._seat = seat
        self.position = state.copy()
        self.position.rounds = tuple(
            tuple(0 if tiles.MIN_PLAYERS[tile] > state.players else tile for tile in layout)
            for layout in state.rounds[: state.round + 1]
        )

    @property
    def seat(self) -> int | None:
        return self._seat

    @property
    def to_move(self) -> int | None:
        return self.position.to_move

    def legal_moves(self) -> list[Move]:
        if self._seat is None or self._seat != self.position.to_move:
            return []
        return self.position.legal_moves()

    def after(self, move: Move) -> View:
        other = View(self.position, self._seat)
        other.position.carry_out(move)
        return other

    def scores(self) -> tuple[int, ...]:
        return tuple(points for points, _, _ in self.position.standings())

    def sheet(self, seat: int) -> Sheet:
        """The score sheet of a city, were it the end now."""
        return scoring.sheet(self.position.rules, self.position.cities[seat])

    def setup(self) -> Setup:
        return {
            "first": self.position.starter,
            "rounds": [
                [tiles.tile(tile).name if tile else None for tile in layout]
                for layout in self.position.rounds
            ],
        }

    def to_json(self) -> Json:
        position = self.position
        board = position.rules.board
        return {
            "seat": self._seat,
            "variant": board.variant,
            "to_move": position.to_move,
            "round": position.round + 1,
            "turn": position.turn // position.players + 1,
            "first": position.first,
            "mayor": position.mayor,
            "urbanist": self._urbanist(),
            "site": [self._space(space) for space in range(rules.SPACES)],
            "placed": [
                {"seat": seat, "architect": architect, "place": PLACES[place]}
                for seat, architect, place in position.placed
            ],
            "architects": [
                rules.architects_left(position, seat) for seat in range(position.players)
            ],
            "cities": [
                {
                    "inhabitants": city[rules.INHABITANTS],
                    "energy": city[rules.ENERGY],
                    "city": cities.buildings(position.rules, city),
                }
                for city in position.cities
            ],
        }

    def _urbanist(self) -> int | None:
        urbanist = self.position.urbanist
        return None if urbanist == rules.OFF_SITE else urbanist

    def _space(self, space: int) -> Json:
        if self.position.face_down >> space & 1:
            return FACE_DOWN
        tile = self.position.site[space]
        return tiles.tile(tile).name if tile else None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(str(self._facts()))

    def _facts(self) -> list[object]:
        return [self._seat, *(getattr(self.position, slot) for slot in State.__slots__)]
