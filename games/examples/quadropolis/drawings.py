"""Cities drawn as text, as the tests of the engine draw them:

    T3 P  .  .
    S  F  H1 .

T tower block, S shop, C public service (civic), P park, Q square, F factory, H harbor, O office
tower, M monument, each with its floors (T, O) or printed points (C, H). Four columns are a Classic
city, five an Expert one; missing rows are empty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise

from engine.game import Terms
from engine.quadropolis import GAME, cities, rules
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import COLUMNS
from engine.quadropolis.rules import City, Rules
from engine.quadropolis.state import State
from games.presenters.quadropolis.choice import Choice, Links
from games.presenters.quadropolis.city import Cell
from games.presenters.quadropolis.city import City as DrawnCity
from games.presenters.quadropolis.city import city as draw_city
from games.presenters.quadropolis.scene import Scene


@dataclass(frozen=True)
class CityExample:
    title: Promise
    text: Promise
    city: DrawnCity
    is_scored: bool = False


NAMES = "ABCD"
KINDS = {
    "T": Kind.TOWER,
    "S": Kind.SHOP,
    "C": Kind.SERVICE,
    "P": Kind.PARK,
    "Q": Kind.SQUARE,
    "F": Kind.FACTORY,
    "H": Kind.HARBOR,
    "O": Kind.OFFICE,
    "M": Kind.MONUMENT,
}


def read(drawing: str, inhabitants: int = 0, energy: int = 0) -> tuple[Rules, City]:
    lines = [line.split() for line in drawing.strip().splitlines()]
    return cities.parse(
        {
            "mode": "classic" if len(lines[0]) == 4 else "expert",
            "inhabitants": inhabitants,
            "energy": energy,
            "city": [
                _building(COLUMNS[column] + str(row), mark)
                for row, line in enumerate(lines, 1)
                for column, mark in enumerate(line)
                if mark != "."
            ],
        }
    )


def _building(cell: str, mark: str) -> dict[str, Any]:
    kind = KINDS[mark[0]]
    building: dict[str, Any] = {"cell": cell, "kind": kind.word}
    if mark[1:]:
        building["floors" if kind in rules.STACKED else "points"] = int(mark[1:])
    return building


def new_position(variant: str) -> State:
    """The start of some match with all tiles face up, in which seat 0 begins."""
    terms = Terms(variant, len(NAMES))
    return GAME.start(terms, {**GAME.deal(terms, "rules"), "first": 0})


def scene(position: State, choice: Choice | None = None) -> Scene:
    """What seat 0 sees of the position."""
    return Scene(position.observe(0), NAMES, None, choice or Choice(), Links(""), ())


def picture(rules_: Rules, city: City) -> DrawnCity:
    position = new_position(rules_.board.variant)
    position.cities[0] = city
    return draw_city(scene(position), 0)


def redrawn(city: DrawnCity, redraw: Callable[[Cell], Cell]) -> DrawnCity:
    """The city with every cell changed."""
    rows = [replace(row, cells=[redraw(cell) for cell in row.cells]) for row in city.rows]
    return replace(city, rows=rows)
