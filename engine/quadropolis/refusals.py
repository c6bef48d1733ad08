"""Why a move is against the rules, in one sentence for a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.quadropolis import rules, tiles
from engine.quadropolis.meta import KIND_TITLES, Kind
from engine.quadropolis.moves import CELLS, DISCARD, NOTHING, PLACES, Move
from engine.text import Text
from engine.text import Text as _

if TYPE_CHECKING:
    from engine.quadropolis.state import State


def refusal(state: State, move: Move) -> Text | None:
    if state.over:
        return _("The match is over.")
    return (
        architect_refusal(state, move.architect)
        or place_refusal(state, move.place)
        or tile_refusal(state, move)
    )


def architect_refusal(state: State, architect: int) -> Text | None:
    if rules.free_architects(state) >> architect & 1:
        return None
    board = state.rules.board
    if architect > board.architects:
        return _(
            "There is no architect {architect} in this game: they are numbered 1 to {most}.",
            architect=architect,
            most=board.architects,
        )
    if board.common_architects:
        return _("All architects {architect} are used this round.", architect=architect)
    return _("Architect {architect} is already used this round.", architect=architect)


def place_refusal(state: State, place: int) -> Text | None:
    if state.used_places >> place & 1:
        return _("An architect already stands at {place}.", place=PLACES[place])
    if rules.free_places(state) >> place & 1:
        return None
    if PLACES[place][0] in "NS":
        return _(
            "The urbanist stands in column {line}: {place} is blocked.",
            line=PLACES[place][1],
            place=PLACES[place],
        )
    return _(
        "The urbanist stands in row {line}: {place} is blocked.",
        line=PLACES[place][1],
        place=PLACES[place],
    )


def tile_refusal(state: State, move: Move) -> Text | None:
    tile = state.site[rules.SPACE_REACHED[move.architect][move.place]]
    if not tile:
        return None if move.cell == NOTHING else _empty_space(state, move)
    if move.cell == DISCARD:
        return None
    if move.cell == NOTHING:
        return _(
            "Architect {architect} at {place} takes a tile ({kind}): say on which cell you build "
            "it, or discard it with x.",
            architect=move.architect,
            place=PLACES[move.place],
            kind=KIND_TITLES[Kind(tiles.KIND[tile])],
        )
    return building_refusal(state, tile, move.architect, move.cell)


def _empty_space(state: State, move: Move) -> Text:
    space = rules.SPACE_REACHED[move.architect][move.place]
    place = PLACES[move.place]
    if state.face_down >> space & 1:
        return _(
            "The tile that architect {architect} reaches from {place} lies face down and can't "
            "be taken: write {notation}.",
            architect=move.architect,
            place=place,
            notation=f"{move.architect}{place}",
        )
    return _(
        "The space that architect {architect} reaches from {place} is empty: there is nothing "
        "to build or to discard, write {notation}.",
        architect=move.architect,
        place=place,
        notation=f"{move.architect}{place}",
    )


def building_refusal(state: State, tile: int, architect: int, cell: int) -> Text | None:
    kind = tiles.KIND[tile]
    if state.building_cells(kind, architect) >> cell & 1:
        return None
    city, name = state.cities[state.mover], CELLS[cell]
    title = KIND_TITLES[Kind(kind)]
    if not state.rules.cells >> cell & 1:
        return _("There is no cell {cell} in this city.", cell=name)
    if city[rules.EMPTY] >> cell & 1:
        return _out_of_reach(state, architect, name)
    if kind not in rules.STACKED:
        return _(
            "Cell {cell} is taken, and this tile ({kind}) can't be stacked.", cell=name, kind=title
        )
    if not city[kind] >> cell & 1:
        return _(
            "Cell {cell} is taken: this tile ({kind}) stacks only on its own kind.",
            cell=name,
            kind=title,
        )
    most = state.rules.board.max_floors
    if city[rules.FLOORS + most] >> cell & 1:
        return _(
            "The {kind} on {cell} already has {most} floors.", kind=title, cell=name, most=most
        )
    return _(
        "Architect {architect} reaches neither cell {cell} nor the next floor of its {kind}.",
        architect=architect,
        cell=name,
        kind=title,
    )


def _out_of_reach(state: State, architect: int, cell: str) -> Text:
    if state.rules.board.cell_numbers:
        return _(
            "Architect {architect} builds on cells numbered {architect} or in district "
            "{architect}; {cell} is neither.",
            architect=architect,
            cell=cell,
        )
    return _(
        "Architect {architect} builds in row {architect} or in column {column}; {cell} is in "
        "neither.",
        architect=architect,
        column="abcd"[architect - 1],
        cell=cell,
    )
