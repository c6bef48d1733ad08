"""What the player has chosen of a move so far: tile, how it is turned, and cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.errors import BadMove
from engine.greenways import moves, refusals, rules, tiles
from engine.greenways.moves import Move, place_of
from engine.greenways.view import View
from engine.text import Text
from engine.text import Text as _

TILE, CELL, CONFIRM = "tile", "cell", "confirm"


@dataclass(frozen=True)
class Choice:
    """As far as it is legal; ``refusal`` says why the rest of what was asked for is not.

    ``placements`` are all ways to place the chosen tile.
    """

    step: str = ""  # what is to be chosen next; nothing when it is not the viewer's turn
    face: int | None = None
    move: Move | None = None
    placements: Sequence[Move] = ()
    refusal: Text | None = None

    @property
    def tile(self) -> int | None:
        return None if self.face is None else self.face // 4

    @property
    def faces(self) -> list[int]:
        """The ways to turn the tile: those that fit on its cell, else those that fit anywhere."""
        fitting = {
            move.face
            for move in self.placements
            if self.move is None or move.cell == self.move.cell
        }
        return sorted(fitting)

    @property
    def by_cell(self) -> dict[int, Move]:
        """Where the tile fits, row by row: turned as it is now, else as little as possible."""
        found: dict[int, Move] = {}
        for move in sorted(self.placements, key=lambda move: (move.cell, move.face)):
            if move.cell not in found or move.face == self.face:
                found[move.cell] = move
        return found


def choose(view: View, asked: Mapping[str, str]) -> Choice:
    """The longest legal beginning of what was asked for."""
    if view.seat is None or view.to_move != view.seat:
        return Choice()
    tile = tiles.TILE_BY_CODE.get(asked.get("tile", ""))
    if tile is None:
        return Choice(TILE)
    refusal = refusals.hand_refusal(view.position, tile)
    if refusal is not None:
        return Choice(TILE, refusal=refusal)
    placements = tuple(rules.placements(view.position.city, tile))
    if not placements:
        return Choice(TILE, refusal=_("This tile fits nowhere now."))
    return _choose_cell(view, placements, asked)


def _choose_cell(view: View, placements: Sequence[Move], asked: Mapping[str, str]) -> Choice:
    face = _face(placements, asked.get("turns", ""))
    move = _move(face, asked.get("cell", ""))
    if move is None:
        return Choice(CELL, face, placements=placements)
    refusal = refusals.placement_refusal(view.position.city, move)
    if refusal is not None:
        return Choice(CELL, face, placements=placements, refusal=refusal)
    return Choice(CONFIRM, face, move, placements)


def _face(placements: Sequence[Move], turns: str) -> int:
    """As it is asked for; else the first one that fits somewhere."""
    tile = placements[0].tile
    asked = {str(face % 4): face for face in tiles.TILE_FACES[tile]}
    return asked.get(turns, min(move.face for move in placements))


def _move(face: int, cell: str) -> Move | None:
    try:
        return moves.parse(f"{tiles.TILES[face // 4].code}@{cell},{face % 4}")
    except BadMove:
        return None


class Links:
    """The addresses of the steps: each is the match page with what is chosen so far."""

    def __init__(self, url: str) -> None:
        self.start = url
        self.anew = f"{url}?tile="  # nothing is chosen, also if there is a draft

    def tile(self, tile: int) -> str:
        return f"{self.start}?tile={tiles.TILES[tile].code}"

    def face(self, face: int) -> str:
        return f"{self.tile(face // 4)}&turns={face % 4}"

    def move(self, move: Move) -> str:
        x, y = place_of(move.cell)
        return f"{self.face(move.face)}&cell={x},{y}"

    def so_far(self, choice: Choice) -> str:
        if choice.move is not None:
            return self.move(choice.move)
        return self.start if choice.face is None else self.face(choice.face)
