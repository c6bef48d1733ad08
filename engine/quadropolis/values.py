"""What an assignment is worth, as one integer, and the tables of what parts of it are worth.

Best means: most points, then most inhabitants placed, then fewest empty cells, then the greatest
activity string over a1, b1, …. All four are one integer, the *value*: a point weighs more than
all inhabitants, an inhabitant more than all cells, and the lowest 20 bits are the activity string
itself. Values of separate buildings just add up, so "best" is always ``max`` of integers.
"""

from __future__ import annotations

from functools import cache, lru_cache

from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELLS, COLUMNS
from engine.quadropolis.rules import BITS, FLOORS, City, Rules, runs
from engine.quadropolis.tables import (
    FACTORY_POINTS,
    HARBOR_POINTS,
    MONUMENT_POINTS,
    PARK_POINTS,
    SERVICE_POINTS,
    SHOP_POINTS,
    TOWER_POINTS,
)

POINT = 1 << 40
PLACED = 1 << 32
ACTIVE = 1 << 24
_ACTIVITY = tuple(1 << (len(CELLS) - 1 - cell) for cell in range(len(CELLS)))
FED = tuple(ACTIVE + bit for bit in _ACTIVITY)  # what switching on adds, with energy alone
STAFFED = tuple(PLACED + ACTIVE + bit for bit in _ACTIVITY)  # and with an inhabitant

TOWER = tuple(POINT * points for points in TOWER_POINTS)
PARK = tuple(POINT * points for points in PARK_POINTS)
FACTORY_SHOP = POINT * FACTORY_POINTS[Kind.SHOP]
FACTORY_HARBOR = POINT * FACTORY_POINTS[Kind.HARBOR]
FACTORY_OFFICE = POINT * FACTORY_POINTS[Kind.OFFICE]
MONUMENT_FACTORY = POINT * MONUMENT_POINTS[Kind.FACTORY]
MONUMENT_HARBOR = POINT * MONUMENT_POINTS[Kind.HARBOR]
MONUMENT_SERVICE = POINT * MONUMENT_POINTS[Kind.SERVICE]
MONUMENT_SHOP = POINT * MONUMENT_POINTS[Kind.SHOP]
MONUMENT_GREEN = POINT * MONUMENT_POINTS[Kind.PARK]

NEVER = -POINT << 20
ONE_FLOOR = [1] * len(CELLS)

Values = list[int]  # at n: the best value of switching on exactly n of a kind


def points(value: int) -> int:
    return value >> 40


def placed(value: int) -> int:
    return value >> 32 & 0xFF


def active_count(value: int) -> int:
    return value >> 24 & 0xFF


def active_cells(value: int) -> int:
    """The mask of the buildings that the assignment switches on (without parks and monuments)."""
    return sum(1 << cell for cell, bit in enumerate(_ACTIVITY) if value & bit)


def subsets(mask: int) -> list[int]:
    """All subsets, the whole first."""
    subsets = [mask]
    subset = mask
    while subset:
        subset = (subset - 1) & mask
        subsets.append(subset)
    return subsets


def floors_by_cell(city: City) -> list[int]:
    floors = [1] * len(CELLS)
    for floor in range(2, 6):
        for cell in BITS[city[FLOORS + floor]]:
            floors[cell] = floor
    return floors


def greens(beside: tuple[int, ...], green: int, housing: int) -> int:
    """Parks and squares score by the tower blocks and office towers beside them."""
    return sum(PARK[(beside[cell] & housing).bit_count()] for cell in BITS[green])


def by_towers(
    beside: tuple[int, ...], green: int, towers: dict[int, int], offices_on: int
) -> Values:
    """By number of tower blocks on: their value, and that of the parks beside them."""
    parks = [beside[cell] for cell in BITS[green]]
    near_green = 0
    for park in parks:
        near_green |= park
    choices = [(0, offices_on, 0)]  # towers on, cells that parks see, value
    apart = []
    for cell, worth in towers.items():
        if near_green >> cell & 1:
            bit = 1 << cell
            choices += [(count + 1, seen | bit, value + worth) for count, seen, value in choices]
        else:
            apart.append(worth)
    apart.sort(reverse=True)
    table = [NEVER] * (len(towers) + 1)
    for count, seen, value in choices:
        value += sum([PARK[(park & seen).bit_count()] for park in parks])
        if value > table[count]:
            table[count] = value
    for added, worth in enumerate(apart):
        for count in range(len(table) - len(apart) + added, 0, -1):
            table[count] = max(table[count], table[count - 1] + worth)
    return table


@lru_cache(maxsize=1 << 14)
def by_services(rules: Rules, service: int, printed: int, monument: int) -> Values:
    """By number of services on: districts covered, printed points, monuments beside them."""
    by_district: dict[int, Values] = {}
    for cell in BITS[service]:
        worth = STAFFED[cell] + POINT * (printed >> 4 * cell & 15)
        worth += MONUMENT_SERVICE * (rules.neighbours[cell] & monument).bit_count()
        by_district.setdefault(rules.district[cell], []).append(worth)
    table = {(0, 0): 0}  # (districts covered, services on) -> value without the district points
    for worths in by_district.values():
        worths.sort(reverse=True)
        for (districts, count), total in list(table.items()):
            for more, worth in enumerate(worths, 1):
                total += worth
                key = (districts + 1, count + more)
                table[key] = max(table.get(key, total), total)
    return [
        max(
            total + POINT * SERVICE_POINTS[districts]
            for (districts, on), total in table.items()
            if on == count
        )
        for count in range(service.bit_count() + 1)
    ]


@lru_cache(maxsize=1 << 16)
def run_choices(harbor: int) -> list[tuple[int, int, int]]:
    """The ways to have a longest row and a longest column, the most valuable first.

    Each has its value, the cells it needs, and these cells as bits of an activity string.
    """
    rows = [(0, 0), *_lines(harbor, step=1)]
    columns = [(0, 0), *_lines(harbor, step=len(COLUMNS))]
    ways: dict[int, int] = {}
    for row_points, row in rows:
        for column_points, column in columns:
            ways[row | column] = max(ways.get(row | column, 0), row_points + column_points)
    kept: dict[int, list[int]] = {}  # by value
    for cells, worth in sorted(ways.items(), key=lambda way: (way[0].bit_count(), -way[1])):
        rivals = [others for least, others in kept.items() if least >= worth]
        if all(other & ~cells for others in rivals for other in others):
            kept.setdefault(worth, []).append(cells)
    return [
        (worth, cells, sum(_ACTIVITY[cell] for cell in BITS[cells]))
        for worth in sorted(kept, reverse=True)
        for cells in kept[worth]
    ]


def _lines(harbor: int, step: int) -> list[tuple[int, int]]:
    """Every unbroken run that scores, with its value."""
    lines = [(POINT * HARBOR_POINTS[run.bit_count()], run) for run in runs(harbor, step)]
    return [(worth, run) for worth, run in lines if worth]


@cache
def by_customers(max_customers: int) -> list[Values]:
    """By active shops and inhabitants left over: fill one shop after the other, rest -1 each.

    Each further customer of a shop is worth at least as much as the one before, so nothing
    beats full shops; which ones does not matter for the points.
    """
    most_people = len(CELLS) * (1 + max_customers)
    return [
        [_customer_value(max_customers, shops, people) for people in range(most_people + 1)]
        for shops in range(len(CELLS) + 1)
    ]


def _customer_value(max_customers: int, shops: int, people: int) -> int:
    customers = min(people, shops * max_customers)
    full, rest = divmod(customers, max_customers)
    points = full * SHOP_POINTS[max_customers] + SHOP_POINTS[rest] - (people - customers)
    return POINT * points + PLACED * customers
