"""A final city as ``score`` reads it: its placements, in any order, and the tiles in the pile."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadMove, BadRecord
from engine.game import Json
from engine.greenways import moves, refusals, tiles
from engine.greenways.city import City
from engine.greenways.meta import TILE_TITLES
from engine.greenways.moves import Move
from engine.text import Text, shorten
from engine.text import Text as _

Listed = list[tuple[int, Move]]  # with their numbers in the list, from 1


def parse(data: Mapping[str, Json]) -> tuple[City, int]:
    """City and size of the pile; raises ``BadRecord`` with a sentence that says where."""
    for key in data.keys() - {"game", "placements", "pile"}:
        raise BadRecord(_('A city has no field "{field}".', field=shorten(key)))
    listed = _placements(data.get("placements"))
    return _built(listed), _pile(data.get("pile"), len(tiles.DECK) - len(listed))


def _placements(value: Json) -> Listed:
    if not isinstance(value, list):
        raise BadRecord(_("placements: must be a list."))
    listed: Listed = []
    left = list(tiles.DECK)
    for number, notation in enumerate(value, 1):
        move = _placement(number, notation)
        if move.tile not in left:
            tile = tiles.TILES[move.tile]
            problem = _(
                "There are no more than {count} of this tile: {tile}.",
                count=tile.copies,
                tile=TILE_TITLES[tile.code],
            )
            raise _wrong(number, notation, problem)
        left.remove(move.tile)
        listed.append((number, move))
    return listed


def _placement(number: int, notation: Json) -> Move:
    if not isinstance(notation, str):
        raise _wrong(number, notation, _("It must be text like street-curve@2,-1,3."))
    try:
        return moves.parse(notation)
    except BadMove as error:
        raise _wrong(number, notation, error.text) from error


def _wrong(number: int, notation: Json, problem: Text) -> BadRecord:
    shown = shorten(notation)
    return BadRecord(
        _(
            'placement {number} "{notation}": {problem}',
            number=number,
            notation=shown,
            problem=problem,
        )
    )


def _built(listed: Listed) -> City:
    """A tile that can't be placed yet may be placed after others of the list."""
    city, waiting = City(), listed
    while waiting:
        later = [(number, move) for number, move in waiting if not _place(city, move)]
        if len(later) == len(waiting):
            number, move = waiting[0]
            problem = refusals.placement_refusal(city, move)
            assert problem is not None
            raise _wrong(number, str(move), problem)
        waiting = later
    return city


def _place(city: City, move: Move) -> bool:
    if refusals.placement_refusal(city, move) is not None:
        return False
    city.place(*move)
    return True


def _pile(value: Json, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise BadRecord(_("pile: must be a whole number from 0 to {most}.", most=most))
    return value
