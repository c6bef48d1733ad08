"""A city as JSON: what ``score`` reads and what a view shows."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import BadRecord
from engine.game import Json
from engine.quadropolis import rules
from engine.quadropolis.meta import BOARDS, EXPERT_ONLY, KIND_BY_WORD, KIND_TITLES, Kind
from engine.quadropolis.moves import CELL_BY_NAME, CELLS
from engine.quadropolis.rules import BITS, City, Rules
from engine.text import Text as _
from engine.text import shorten

MOST_RESOURCES = 999
MOST_POINTS = 9
PRINTED = (Kind.SERVICE, Kind.HARBOR)


def buildings(rules_: Rules, city: City) -> list[Json]:
    """The buildings of a city, in the form that ``score`` reads."""
    return [_building(city, cell) for cell in BITS[rules_.cells & ~city[rules.EMPTY]]]


def _building(city: City, cell: int) -> Json:
    kind = rules.kind_on(city, cell)
    building: dict[str, Json] = {"cell": CELLS[cell], "kind": kind.word}
    if kind in rules.STACKED:
        building["floors"] = rules.floors(city, cell)
    if kind in PRINTED:
        building["points"] = rules.printed_points(city, cell)
    return building


def parse(data: Mapping[str, Json]) -> tuple[Rules, City]:
    """The city of a ``score`` input; raises ``BadRecord`` with a sentence that says where."""
    for key in data.keys() - {"game", "mode", "inhabitants", "energy", "city"}:
        raise BadRecord(_('A city has no field "{field}".', field=shorten(key)))
    mode = data.get("mode")
    if not isinstance(mode, str) or mode not in BOARDS:
        raise BadRecord(_("mode: must be one of {modes}.", modes=", ".join(BOARDS)))
    rules_ = rules.RULES[mode]
    city = rules.empty_city(rules_)
    city[rules.INHABITANTS] = _number("inhabitants", data.get("inhabitants"), 0, MOST_RESOURCES)
    city[rules.ENERGY] = _number("energy", data.get("energy"), 0, MOST_RESOURCES)
    listed = data.get("city")
    if not isinstance(listed, list):
        raise BadRecord(_("city: must be a list of buildings."))
    for building in listed:
        _place(rules_, city, building)
    return rules_, city


def _place(rules_: Rules, city: City, building: Json) -> None:
    if not isinstance(building, dict):
        raise BadRecord(_('city: each building must be like {{"cell": "b1", "kind": "shop"}}.'))
    for key in building.keys() - {"cell", "kind", "floors", "points"}:
        raise BadRecord(_('city: a building has no field "{field}".', field=shorten(key)))
    cell = _cell(rules_, city, building.get("cell"))
    where = CELLS[cell]
    kind = _kind(rules_, where, building.get("kind"))
    most_floors = rules_.board.max_floors if kind in rules.STACKED else 1
    most_points = MOST_POINTS if kind in PRINTED else 0
    floors = _number(f"{where}: floors", building.get("floors", 1), 1, most_floors)
    points = _number(f"{where}: points", building.get("points", 0), 0, most_points)
    rules.put(city, kind, cell, points)
    for _floor in range(1, floors):
        rules.add_floor(city, 1 << cell)


def _cell(rules_: Rules, city: City, name: Json) -> int:
    cell = CELL_BY_NAME.get(name) if isinstance(name, str) else None
    if cell is None or not rules_.cells >> cell & 1:
        raise BadRecord(
            _(
                'city: "{name}" is not a cell; they are called {first} to {last}.',
                name=shorten(name),
                first=CELLS[0],
                last=CELLS[BITS[rules_.cells][-1]],
            )
        )
    if not city[rules.EMPTY] >> cell & 1:
        raise BadRecord(_("city: {cell} is listed twice.", cell=name))
    return cell


def _kind(rules_: Rules, where: str, word: Json) -> Kind:
    kind = KIND_BY_WORD.get(word) if isinstance(word, str) else None
    if kind is None:
        raise BadRecord(
            _(
                '{cell}: "{kind}" is not a kind; use {known}.',
                cell=where,
                kind=shorten(word),
                known=", ".join(KIND_BY_WORD),
            )
        )
    if kind in EXPERT_ONLY and rules_.board.variant != "expert":
        raise BadRecord(
            _("{cell}: there is no {kind} in Classic.", cell=where, kind=KIND_TITLES[kind])
        )
    return kind


def _number(what: str, value: Json, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadRecord(
            _(
                "{what}: must be a whole number from {least} to {most}.",
                what=what,
                least=least,
                most=most,
            )
        )
    return value
