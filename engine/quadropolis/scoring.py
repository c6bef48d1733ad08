"""The score sheet: where the points of a city come from, line by line.

``assignment`` finds which buildings are on; here the rulebook is followed building by building,
with nothing but the set of active buildings to go by, and every line can say why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.game import Json
from engine.quadropolis import assignment, rules, values
from engine.quadropolis.meta import LINE_TITLES, Kind
from engine.quadropolis.moves import CELLS
from engine.quadropolis.rules import BITS, City, Rules
from engine.quadropolis.tables import (
    FACTORY_POINTS,
    HARBOR_POINTS,
    MONUMENT_POINTS,
    OFFICE_POINTS,
    PARK_POINTS,
    SERVICE_POINTS,
    SHOP_POINTS,
    TOWER_POINTS,
)
from engine.text import Text
from engine.text import Text as _

NEEDS_ENERGY = (Kind.TOWER, Kind.SHOP, Kind.OFFICE)
NEEDS_INHABITANT = (Kind.SERVICE, Kind.FACTORY, Kind.HARBOR, Kind.OFFICE)


@dataclass(frozen=True)
class Line:
    """Some points, of one building (or of none in particular), and where they come from."""

    kind: str
    cell: int | None
    points: int
    reason: Text


@dataclass(frozen=True)
class Sheet:
    """The score of a city with its best assignment."""

    lines: tuple[Line, ...]
    active: tuple[int, ...]
    customers: dict[int, int]
    off: dict[int, Text]
    placed_inhabitants: int
    empty_cells: int

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def scores(self) -> dict[str, int]:
        scores = dict.fromkeys(LINE_TITLES, 0)
        for line in self.lines:
            scores[line.kind] += line.points
        return scores

    def to_json(self) -> Json:
        return {
            "total": self.total,
            "scores": self.scores,
            "active": [CELLS[cell] for cell in self.active],
            "customers": {CELLS[cell]: count for cell, count in self.customers.items()},
            "placed_inhabitants": self.placed_inhabitants,
            "empty_cells": self.empty_cells,
        }


def standing(rules_: Rules, city: City) -> tuple[int, int, int]:
    """What is compared in the end: points, inhabitants placed, and (less is better) empty cells."""
    value = assignment.best(rules_, city)
    on = values.active_count(value) + _always_active(city).bit_count()
    return values.points(value), values.placed(value), on - rules_.cells.bit_count()


def sheet(rules_: Rules, city: City) -> Sheet:
    value = assignment.best(rules_, city)
    on = values.active_cells(value) | _always_active(city)
    active = city[:]
    for kind in Kind:
        active[kind] &= on
    people = city[rules.INHABITANTS] - _count(active, NEEDS_INHABITANT)
    power = city[rules.ENERGY] - _count(active, NEEDS_ENERGY)
    customers = fill_shops(rules_, active[Kind.SHOP], people)
    idle = people - sum(customers.values())
    return Sheet(
        lines=(
            *building_lines(rules_, active, customers),
            *leftover_lines(idle, power, absorbed=active[Kind.PARK].bit_count()),
        ),
        active=BITS[on],
        customers=customers,
        off={
            cell: _why_off(city, cell, power, idle, sum(customers.values()))
            for cell in BITS[rules_.cells & ~city[rules.EMPTY] & ~on]
        },
        placed_inhabitants=city[rules.INHABITANTS] - idle,
        empty_cells=rules_.cells.bit_count() - on.bit_count(),
    )


def fill_shops(rules_: Rules, shops: int, people: int) -> dict[int, int]:
    """Each further customer of a shop is worth no less than the last: fill the earliest first."""
    customers = {}
    for cell in BITS[shops]:
        customers[cell] = min(people, rules_.board.max_customers)
        people -= customers[cell]
    return customers


def building_lines(rules_: Rules, active: City, customers: dict[int, int]) -> Iterator[Line]:
    yield from tower_lines(active)
    yield from shop_lines(customers)
    yield from service_lines(rules_, active)
    yield from park_lines(rules_, active)
    yield from factory_lines(rules_, active)
    yield from harbor_lines(active)
    yield from office_lines(rules_, active)
    yield from monument_lines(rules_, active)


def tower_lines(active: City) -> Iterator[Line]:
    for cell in BITS[active[Kind.TOWER]]:
        floors = rules.floors(active, cell)
        yield Line("tower", cell, TOWER_POINTS[floors], _("floors: {floors}", floors=floors))


def shop_lines(customers: dict[int, int]) -> Iterator[Line]:
    for cell, count in customers.items():
        yield Line("shop", cell, SHOP_POINTS[count], _("customers: {count}", count=count))


def service_lines(rules_: Rules, active: City) -> Iterator[Line]:
    services = BITS[active[Kind.SERVICE]]
    districts = len({rules_.district[cell] for cell in services})
    if districts:
        reason = _("districts with a public service: {count}", count=districts)
        yield Line("service", None, SERVICE_POINTS[districts], reason)
    yield from _printed_lines("service", active, services)


def park_lines(rules_: Rules, active: City) -> Iterator[Line]:
    """Squares too. There are no office towers in Classic, so one count serves both modes."""
    for cell in BITS[active[Kind.PARK] | active[Kind.SQUARE]]:
        homes = (active[Kind.TOWER] | active[Kind.OFFICE]) & rules_.neighbours[cell]
        count = homes.bit_count()
        yield Line("park", cell, PARK_POINTS[count], _("towers beside it: {count}", count=count))


def factory_lines(rules_: Rules, active: City) -> Iterator[Line]:
    for cell in BITS[active[Kind.FACTORY]]:
        beside = {
            kind: (active[kind] & rules_.neighbours[cell]).bit_count() for kind in FACTORY_POINTS
        }
        points = sum(FACTORY_POINTS[kind] * count for kind, count in beside.items())
        reason = _(
            "beside it, shops: {shops}, harbors: {harbors}, office towers: {offices}",
            shops=beside[Kind.SHOP],
            harbors=beside[Kind.HARBOR],
            offices=beside[Kind.OFFICE],
        )
        yield Line("factory", cell, points, reason)


def harbor_lines(active: City) -> Iterator[Line]:
    harbors = active[Kind.HARBOR]
    if harbors:
        row, column = rules.longest_row(harbors), rules.longest_column(harbors)
        yield Line("harbor", None, HARBOR_POINTS[row], _("longest row: {length}", length=row))
        yield Line(
            "harbor", None, HARBOR_POINTS[column], _("longest column: {length}", length=column)
        )
    yield from _printed_lines("harbor", active, BITS[harbors])


def office_lines(rules_: Rules, active: City) -> Iterator[Line]:
    for group in rules.office_groups(rules_, active[Kind.OFFICE]):
        size = group.bit_count()
        for cell in BITS[group]:
            floors = rules.floors(active, cell)
            points = OFFICE_POINTS[min(size, len(OFFICE_POINTS) - 1)][floors]
            reason = _(
                "office towers in its group: {size}, floors: {floors}", size=size, floors=floors
            )
            yield Line("office", cell, points, reason)


def monument_lines(rules_: Rules, active: City) -> Iterator[Line]:
    for cell in BITS[active[Kind.MONUMENT]]:
        beside = {
            kind: (active[kind] & rules_.neighbours[cell]).bit_count() for kind in MONUMENT_POINTS
        }
        points = sum(MONUMENT_POINTS[kind] * count for kind, count in beside.items())
        reason = _(
            "beside it, parks and squares: {greens}, shops: {shops}, public services: {services}, "
            "factories and harbors: {industry}",
            greens=beside[Kind.PARK] + beside[Kind.SQUARE],
            shops=beside[Kind.SHOP],
            services=beside[Kind.SERVICE],
            industry=beside[Kind.FACTORY] + beside[Kind.HARBOR],
        )
        yield Line("monument", cell, points, reason)


def leftover_lines(idle: int, power: int, absorbed: int) -> Iterator[Line]:
    if idle:
        reason = _("inhabitants without a place: {count}", count=idle)
        yield Line("inhabitants", None, -idle, reason)
    if power:
        reason = _(
            "energy left over: {left}, absorbed by parks: {absorbed}",
            left=power,
            absorbed=min(power, absorbed),
        )
        yield Line("energy", None, -max(0, power - absorbed), reason)


def _printed_lines(kind: str, active: City, cells: tuple[int, ...]) -> Iterator[Line]:
    for cell in cells:
        points = rules.printed_points(active, cell)
        if points:
            yield Line(kind, cell, points, _("printed points: {points}", points=points))


def _why_off(city: City, cell: int, power: int, idle: int, customers: int) -> Text:
    kind = rules.kind_on(city, cell)
    if kind in NEEDS_ENERGY and not power:
        if city[rules.ENERGY]:
            return _("the energy scores more elsewhere")
        return _("there is no energy")
    if kind in NEEDS_INHABITANT and not idle:
        if customers:
            return _("the inhabitants score more as customers or elsewhere")
        if city[rules.INHABITANTS]:
            return _("the inhabitants score more elsewhere")
        return _("there are no inhabitants")
    return _("it would cost more points beside a monument than it scores")


def _always_active(city: City) -> int:
    return city[Kind.PARK] | city[Kind.SQUARE] | city[Kind.MONUMENT]


def _count(city: City, kinds: tuple[Kind, ...]) -> int:
    return sum(city[kind].bit_count() for kind in kinds)
