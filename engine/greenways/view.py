"""What may be known of a position: all but the order of the tiles that nobody has seen yet."""

from __future__ import annotations

from engine import game
from engine.game import Json, Setup
from engine.greenways import scoring, tiles
from engine.greenways.moves import HOME, Move
from engine.greenways.scoring import Sheet
from engine.greenways.state import State


class View(game.View[Move]):
    """The player and spectators see the same.

    ``position`` is a state like any other, but for the tiles of the pile that were not drawn yet:
    each of them is ``UNKNOWN``. Those that were put under the pile were seen by all.
    """

    __slots__ = ("_seat", "position")

    def __init__(self, state: State, seat: int | None) -> None:
        self._seat = seat
        self.position = state.copy()
        seen, dealt = state.stack[: state.drawn], len(tiles.DECK)
        unseen = (tiles.UNKNOWN,) * (dealt - state.drawn)
        self.position.stack = seen + unseen + state.stack[max(dealt, state.drawn) :]

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
        """The tile that is drawn next may be unknown; then it lies in the hand as such."""
        other = View(self.position, self._seat)
        position = other.position
        position.city.place(*move)
        position.use(move.tile)
        if not position.over and tiles.UNKNOWN not in position.hand:
            position.redraw()
        return other

    def scores(self) -> tuple[int, ...]:
        return (self.sheet().total,)

    def sheet(self) -> Sheet:
        """The score, were it the end now."""
        return scoring.sheet(self.position.city, self.position.unused)

    def setup(self) -> Setup:
        return {"pile": [_code(tile) for tile in self.position.stack[: len(tiles.DECK)]]}

    def to_json(self) -> Json:
        position = self.position
        known = [tile for tile in position.pile if tile != tiles.UNKNOWN]
        return {
            "seat": self._seat,
            "variant": "solo",
            "to_move": position.to_move,
            "hand": [_code(tile) for tile in position.hand],
            "pile": position.unused,
            "under": [_code(tile) for tile in known],
            "placements": [
                str(Move(face, cell)) for cell, face in position.city.faces.items() if cell != HOME
            ],
            **self.sheet().to_json(),
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(str(self._facts()))

    def _facts(self) -> list[object]:
        position = self.position
        placed = list(position.city.faces.items())
        return [self._seat, placed, position.hand, position.stack, position.drawn, position.over]


def _code(tile: int) -> str | None:
    return None if tile == tiles.UNKNOWN else tiles.TILES[tile].code
