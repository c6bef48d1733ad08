"""Moves and their notation: ``12@1,-2`` and, turned by 180°, ``12@1,-2r``."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import BadMove
from engine.megalopolis.cards import STRIDE
from engine.megalopolis.meta import CARDS
from engine.text import Text as _
from engine.text import shorten


class Move(NamedTuple):
    """A card, where its top-left block comes to lie, and whether it is turned."""

    card: int
    x: int
    y: int
    turned: bool

    def __str__(self) -> str:
        return f"{self.card}@{self.x},{self.y}{'r' if self.turned else ''}"


class _Row(dict[int, Move]):
    """The moves of a card turned one way, by ``STRIDE * y + x``; each is made once."""

    def __init__(self, card: int, turned: bool) -> None:
        self.card = card
        self.turned = turned

    def __missing__(self, place: int) -> Move:
        y, x = divmod(place + STRIDE // 2, STRIDE)
        self[place] = move = Move(self.card, x - STRIDE // 2, y, self.turned)
        return move


# MOVES[card][turned][place]
MOVES = tuple((_Row(card, False), _Row(card, True)) for card in range(CARDS + 1))

_NUMBER = r"(0|-?[1-9][0-9]{0,2})"
_NOTATION = re.compile(rf"(1[0-8]|[1-9])@{_NUMBER},{_NUMBER}(r?)", re.ASCII)


def parse(notation: str) -> Move:
    """The move written like this, legal or not."""
    match = _NOTATION.fullmatch(notation)
    if match is None:
        raise BadMove(
            _(
                '"{notation}" is not a move: write it like 12@1,-2 or, turned, 12@1,-2r.',
                notation=shorten(notation),
            )
        )
    card, x, y, turned = match.groups()
    return Move(int(card), int(x), int(y), bool(turned))
