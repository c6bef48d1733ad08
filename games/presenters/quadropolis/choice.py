"""What the player has chosen of a move so far: architect, then place, then cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.quadropolis import refusals, rules, tiles
from engine.quadropolis.moves import (
    ARCHITECTS,
    CELL_BY_NAME,
    CELLS,
    DISCARD,
    MOVES,
    NOTHING,
    PLACE_BY_NAME,
    PLACES,
    Move,
)
from engine.quadropolis.state import State
from engine.quadropolis.tiles import Tile
from engine.quadropolis.view import View
from engine.text import Text

ARCHITECT, PLACE, CELL, CONFIRM = "architect", "place", "cell", "confirm"


@dataclass(frozen=True)
class Choice:
    """As far as it is legal; ``refusal`` says why the rest of what was asked for is not."""

    step: str = ""  # what is to be chosen next; nothing when it is not the viewer's turn
    architect: int | None = None
    place: int | None = None
    move: Move | None = None
    refusal: Text | None = None


def choose(view: View, asked: Mapping[str, str]) -> Choice:
    """The longest legal beginning of what was asked for."""
    if view.seat is None or view.to_move != view.seat:
        return Choice()
    position = view.position
    architect = _architect(asked.get("architect", ""))
    if architect is None:
        return Choice(ARCHITECT)
    refusal = refusals.architect_refusal(position, architect)
    if refusal is not None:
        return Choice(ARCHITECT, refusal=refusal)
    place = PLACE_BY_NAME.get(asked.get("place", ""))
    if place is None:
        return Choice(PLACE, architect)
    refusal = refusals.place_refusal(position, place)
    if refusal is not None:
        return Choice(PLACE, architect, refusal=refusal)
    return _choose_cell(position, architect, place, asked.get("cell", ""))


def _choose_cell(position: State, architect: int, place: int, target: str) -> Choice:
    row = MOVES[architect][place]
    if reached_tile(position, architect, place) is None:
        return Choice(CONFIRM, architect, place, row[NOTHING])
    cell = DISCARD if target == "x" else CELL_BY_NAME.get(target)
    if cell is None:
        return Choice(CELL, architect, place)
    refusal = refusals.tile_refusal(position, row[cell])
    if refusal is not None:
        return Choice(CELL, architect, place, refusal=refusal)
    return Choice(CONFIRM, architect, place, row[cell])


def _architect(asked: str) -> int | None:
    return {str(number): number for number in ARCHITECTS}.get(asked)


def reached_space(architect: int, place: int) -> int:
    return rules.SPACE_REACHED[architect][place]


def reached_tile(position: State, architect: int, place: int) -> Tile | None:
    tile = position.site[reached_space(architect, place)]
    return tiles.tile(tile) if tile else None


class Links:
    """The addresses of the steps: each is the match page with what is chosen so far."""

    def __init__(self, url: str) -> None:
        self.start = url
        self.anew = f"{url}?architect="  # nothing is chosen, also if there is a draft

    def architect(self, architect: int) -> str:
        return f"{self.start}?architect={architect}"

    def place(self, architect: int, place: int) -> str:
        return f"{self.architect(architect)}&place={PLACES[place]}"

    def cell(self, architect: int, place: int, cell: int) -> str:
        target = "x" if cell == DISCARD else CELLS[cell]
        return f"{self.place(architect, place)}&cell={target}"

    def so_far(self, choice: Choice) -> str:
        if choice.move is not None:
            return self.move(choice.move)
        if choice.architect is None:
            return self.start
        if choice.place is None:
            return self.architect(choice.architect)
        return self.place(choice.architect, choice.place)

    def move(self, move: Move) -> str:
        if move.cell == NOTHING:
            return self.place(move.architect, move.place)
        return self.cell(*move)
