"""The score calculator: a city to click together, with its score sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from engine.quadropolis import cities
from engine.quadropolis.meta import KIND_TITLES, VARIANTS, Kind
from games.calculators.quadropolis import KINDS, LETTERS, Plan, building_json, clicked, kinds, read
from games.examples.quadropolis.drawings import picture, redrawn
from games.presenters.boards import Link
from games.presenters.quadropolis.city import Cell, City
from games.presenters.quadropolis.pictures import Picture, building_picture
from games.text import say

CLEAR = "x"  # instead of the letter of a kind


@dataclass(frozen=True)
class Tool:
    """Something to click into the city; what clears a cell has no picture."""

    letter: str
    title: str
    picture: Picture | None
    url: str
    is_current: bool


@dataclass(frozen=True)
class Calculator:
    """``fields`` are what the form for the resources takes along; ``link`` keeps the city,
    and ``here`` also what a click builds."""

    mode: str
    modes: Sequence[Link]
    tools: Sequence[Tool]
    city: City
    complaints: Sequence[str]
    fields: Mapping[str, str]
    most: int
    link: str
    here: str
    is_empty: bool
    placed_inhabitants: int
    empty_cells: int


def calculator(query: Mapping[str, str], url: str) -> Calculator:
    reading = read(query)
    plan = reading.plan
    kind = _kind(plan, query.get("kind", ""))
    letter = LETTERS[kind] if kind is not None else CLEAR
    _points, placed, empty = plan.standing
    return Calculator(
        mode=say(VARIANTS[plan.mode].title),
        modes=_modes(plan, query, url),
        tools=_tools(plan, letter, url),
        city=_city(plan, kind, url),
        complaints=reading.complaints,
        fields={
            name: value
            for name, value in _query(plan, letter).items()
            if name not in ("inhabitants", "energy")
        },
        most=cities.MOST_RESOURCES,
        link=_url(url, plan.query),
        here=_url(url, _query(plan, letter)),
        is_empty=not plan.buildings,
        placed_inhabitants=placed,
        empty_cells=-empty,
    )


def _kind(plan: Plan, letter: str) -> Kind | None:
    """What a click builds; at first tower blocks."""
    if letter == CLEAR:
        return None
    kind = KINDS.get(letter, Kind.TOWER)
    return kind if kind in kinds(plan.board) else Kind.TOWER


def _query(plan: Plan, letter: str) -> dict[str, str]:
    return plan.query | {"kind": letter}


def _url(url: str, query: Mapping[str, str]) -> str:
    return f"{url}?{urlencode(query)}"


def _modes(plan: Plan, query: Mapping[str, str], url: str) -> list[Link]:
    """With the city as it was written: what one board has no room for is back on the other."""
    written = plan.query | {"city": query.get("city", "")}
    return [
        Link(say(variant.title), _url(url, written | {"mode": mode}), mode == plan.mode)
        for mode, variant in VARIANTS.items()
    ]


def _tools(plan: Plan, letter: str, url: str) -> list[Tool]:
    tools = [
        Tool(
            LETTERS[kind],
            say(KIND_TITLES[kind]),
            building_picture({"kind": kind.word, "floors": 1}),
            _url(url, _query(plan, LETTERS[kind])),
            LETTERS[kind] == letter,
        )
        for kind in kinds(plan.board)
    ]
    clear = Tool(CLEAR, _("clear a cell"), None, _url(url, _query(plan, CLEAR)), letter == CLEAR)
    return [*tools, clear]


def _city(plan: Plan, kind: Kind | None, url: str) -> City:
    letter = LETTERS[kind] if kind is not None else CLEAR

    def clickable(cell: Cell) -> Cell:
        after = clicked(plan, cell.name, kind)
        built = after.buildings.get(cell.name)
        new = building_picture(building_json(cell.name, built)) if built else None
        return replace(
            cell,
            href=_url(url, _query(after, letter)),
            label=_("%(cell)s; a click makes it: %(new)s")
            % {"cell": cell.label, "new": new.title if new else _("empty")},
            ghost=new if cell.picture is None else None,
        )

    return redrawn(picture(*plan.parsed), clickable)
