"""What a move does, in words for the log."""

from __future__ import annotations

from engine.megalopolis.cards import FOOTPRINT, STRIDE
from engine.megalopolis.city import City
from engine.megalopolis.moves import Move
from engine.text import Text
from engine.text import Text as _


def describe(city: City, move: Move) -> Text:
    where = {"card": move.card, "place": f"{move.x},{move.y}"}
    if move.turned:
        sentence = _("card {card}, turned, at {place}", **where)
    else:
        sentence = _("card {card} at {place}", **where)
    covered = _covered(city, move)
    if covered:
        return _("{sentence}, blocks covered: {count}", sentence=sentence, count=covered)
    return sentence


def _covered(city: City, move: Move) -> int:
    at = STRIDE * (move.y - city.top) + move.x - city.left
    return (FOOTPRINT << at & city.built).bit_count()
