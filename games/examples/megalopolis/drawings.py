"""Cities drawn as text, as the tests of the engine draw them:

    C─  I┐  .
    P   R│  R┘

C commercial, P park, I industrial, R residential, all but parks with their piece of road; ``.`` is
an empty cell. The top-left cell is 0,0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from engine.megalopolis.cards import SIDES, STRIDE
from engine.megalopolis.city import MARGIN, City
from engine.megalopolis.meta import Kind
from games.presenters.megalopolis.city import Outline
from games.presenters.megalopolis.plans import Frame, Plan
from games.presenters.megalopolis.scores import Light, Reason

PIECES = {"─": "EW", "│": "NS", "└": "NE", "┘": "NW", "┐": "SW", "┌": "ES"}
EMPTY = "."


@dataclass(frozen=True)
class Example:
    """A city with what counts in it lit up. ``points`` are there if it is scored.

    ``card`` is where one more is laid, and ``verdict`` what the rules say to that.
    """

    title: Promise
    text: Promise
    label: str
    plan: Plan
    frame: Frame
    lights: Sequence[Light] = ()
    reasons: Sequence[Reason] = ()
    points: str = ""
    card: Outline | None = None
    verdict: str = ""
    is_legal: bool = True


def read(drawing: str) -> City:
    marks = {
        STRIDE * (row + MARGIN) + column + MARGIN: mark
        for row, line in enumerate(drawing.strip().splitlines())
        for column, mark in enumerate(line.split())
        if mark != EMPTY
    }
    roads = {cell: PIECES[mark[1]] for cell, mark in marks.items() if mark[0] != Kind.PARK.letter}
    return City(
        tuple(_mask(marks, kind.letter) for kind in Kind),
        tuple(_mask(roads, side) for side in SIDES),
        -MARGIN,
        -MARGIN,
    )


def _mask(marks: dict[int, str], letter: str) -> int:
    return sum(1 << cell for cell, mark in marks.items() if letter in mark)
