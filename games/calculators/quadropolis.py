"""A city in an address: ``mode=classic&city=T3P..-SFH1.&inhabitants=9&energy=4``.

Rows are read from the north, missing ones are empty. T tower block, S shop, C public service
(civic), P park, Q square, F factory, H harbor, O office tower, M monument, each with its floors
(T, O) or printed points (C, H) if there is more to say than the least. What can't be read is left
out, and said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from engine.quadropolis import cities, rules, scoring, tiles
from engine.quadropolis.meta import BOARDS, EXPERT_ONLY, KIND_TITLES, Board, Kind
from engine.quadropolis.moves import COLUMNS
from engine.quadropolis.rules import City, Rules
from engine.text import shorten
from games.text import say

MODE = next(iter(BOARDS))
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
LETTERS = {kind: letter for letter, kind in KINDS.items()}
MOST_PRINTED = {
    kind: max(tile.points for tile in tiles.TILES if tile and tile.kind == kind)
    for kind in cities.PRINTED
}
RESOURCES = ("inhabitants", "energy")
LONGEST_CITY = 200
LONGEST_QUERY = 500
_MARK = re.compile(r"([A-Za-z])(\d*)|(.)")


@dataclass(frozen=True)
class Building:
    """``number`` is that of its floors or of its printed points, if it can have any."""

    kind: Kind
    number: int


@dataclass(frozen=True)
class Plan:
    mode: str = MODE
    buildings: Mapping[str, Building] = field(default_factory=dict)  # by cell
    inhabitants: int = 0
    energy: int = 0

    @property
    def board(self) -> Board:
        return BOARDS[self.mode]

    @property
    def query(self) -> dict[str, str]:
        said = {"inhabitants": str(self.inhabitants), "energy": str(self.energy)}
        return {"mode": self.mode, "city": _write(self)} | said

    @property
    def parsed(self) -> tuple[Rules, City]:
        return cities.parse(
            {
                "mode": self.mode,
                "inhabitants": self.inhabitants,
                "energy": self.energy,
                "city": [building_json(cell, one) for cell, one in self.buildings.items()],
            }
        )

    @property
    def standing(self) -> tuple[int, int, int]:
        """What is compared in the end: points, then what decides between equal ones."""
        return scoring.standing(*self.parsed)


@dataclass(frozen=True)
class Reading:
    """What could be read, and a sentence for each thing that could not."""

    plan: Plan
    complaints: list[str]


def read(query: Mapping[str, str]) -> Reading:
    complaints: list[str] = []
    mode = query.get("mode", MODE)
    if mode not in BOARDS:
        complaints.append(_("There is no mode “%(mode)s”.") % {"mode": shorten(mode)})
        mode = MODE
    numbers = {name: _resource(name, query.get(name, ""), complaints) for name in RESOURCES}
    plan = Plan(mode, {}, **numbers)
    buildings = _buildings(plan.board, query.get("city", ""), complaints)
    return Reading(replace(plan, buildings=buildings), complaints)


def clicked(plan: Plan, cell: str, kind: Kind | None) -> Plan:
    """The plan after a click: build, go on building, and after the last floor or point clear."""
    left = {name: building for name, building in plan.buildings.items() if name != cell}
    there = plan.buildings.get(cell)
    if kind is None or kind not in kinds(plan.board):
        return replace(plan, buildings=left)
    if there is None or there.kind != kind:
        return replace(plan, buildings=left | {cell: Building(kind, _least(kind))})
    if there.number < most_by_clicks(plan.board, kind):
        return replace(plan, buildings=left | {cell: Building(kind, there.number + 1)})
    return replace(plan, buildings=left)


def kinds(board: Board) -> list[Kind]:
    is_expert = bool(board.cell_numbers)
    return [kind for kind in Kind if is_expert or kind not in EXPERT_ONLY]


def building_json(cell: str, building: Building) -> dict[str, Any]:
    """In the form that the engine reads."""
    form: dict[str, Any] = {"cell": cell, "kind": building.kind.word}
    if building.kind in rules.STACKED:
        form["floors"] = building.number
    if building.kind in cities.PRINTED:
        form["points"] = building.number
    return form


def most_by_clicks(board: Board, kind: Kind) -> int:
    return board.max_floors if kind in rules.STACKED else MOST_PRINTED.get(kind, 0)


def _least(kind: Kind) -> int:
    return 1 if kind in rules.STACKED else 0


def _most(board: Board, kind: Kind) -> int:
    return cities.MOST_POINTS if kind in cities.PRINTED else most_by_clicks(board, kind)


def _resource(name: str, text: str, complaints: list[str]) -> int:
    text = text.strip()
    if not text:
        return 0
    titles = {"inhabitants": _("Inhabitants"), "energy": _("Energy")}
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(cities.MOST_RESOURCES))):
        complaints.append(
            _("%(what)s: “%(text)s” is no number from 0 to %(most)s.")
            % {"what": titles[name], "text": shorten(text), "most": cities.MOST_RESOURCES}
        )
        return 0
    return int(text)


def _buildings(board: Board, text: str, complaints: list[str]) -> dict[str, Building]:
    if len(text) > LONGEST_CITY:
        complaints.append(_("The city is longer than any city can be; its end was left out."))
    found: dict[str, Building] = {}
    for row, marks in enumerate(text[:LONGEST_CITY].split("-")[: len(board.districts)]):
        width = len(board.districts[row])
        for column, mark in enumerate(_MARK.finditer(marks)):
            if column >= width:
                if mark[0] != ".":
                    complaints.append(_beyond(row, mark[0]))
                continue
            cell = COLUMNS[column] + str(row + 1)
            building = _building(board, cell, mark, complaints)
            if building is not None:
                found[cell] = building
    if any(rest.strip(".") for rest in text[:LONGEST_CITY].split("-")[len(board.districts) :]):
        complaints.append(_("The city has too many rows; the last ones were left out."))
    return found


def _beyond(row: int, mark: str) -> str:
    return _("Row %(row)s is too long: “%(mark)s” was left out.") % {"row": row + 1, "mark": mark}


def _building(
    board: Board, cell: str, mark: re.Match[str], complaints: list[str]
) -> Building | None:
    if mark[0] == ".":
        return None
    kind = KINDS.get((mark[1] or "").upper())
    if kind is None:
        complaints.append(
            _("%(cell)s: “%(mark)s” is no building.") % {"cell": cell, "mark": shorten(mark[0])}
        )
        return None
    if kind not in kinds(board):
        words = {"cell": cell, "kind": say(KIND_TITLES[kind])}
        complaints.append(_("%(cell)s: there is no %(kind)s in Classic.") % words)
        return None
    return Building(kind, _number(board, cell, kind, mark[2], complaints))


def _number(board: Board, cell: str, kind: Kind, text: str, complaints: list[str]) -> int:
    least, most = _least(kind), _most(board, kind)
    number = least if not text else int(text[:4])
    if least <= number <= most:
        return number
    words = {"cell": cell, "kind": say(KIND_TITLES[kind]), "number": shorten(text), "most": most}
    complaints.append(
        _("%(cell)s: a %(kind)s has no number %(number)s; the highest is %(most)s.") % words
        if most
        else _("%(cell)s: a %(kind)s has no number.") % words
    )
    return min(max(number, least), most)


def _write(plan: Plan) -> str:
    rows = [
        "".join(_mark(plan, COLUMNS[column] + str(row)) for column in range(len(districts)))
        for row, districts in enumerate(plan.board.districts, 1)
    ]
    return "-".join(rows)


def _mark(plan: Plan, cell: str) -> str:
    building = plan.buildings.get(cell)
    if building is None:
        return "."
    number = "" if building.number == _least(building.kind) else str(building.number)
    return LETTERS[building.kind] + number
