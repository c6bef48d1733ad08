"""Scoring by brute force, written from the rules file alone: slow, plain, and independent.

A city is a dict of cell name -> (kind, floors, printed points). Every set of buildings that the
resources can switch on is tried, with every distribution of customers, and scored as the rules
read. Nothing here is shared with the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

City = dict[str, tuple[str, int, int]]

DISTRICTS = {
    "classic": {"1": "1122", "2": "1122", "3": "3344", "4": "3344"},
    "expert": {"1": "11422", "2": "11422", "3": "55433", "4": "55433"},
}
NEEDS_ENERGY = {"tower", "shop", "office"}
NEEDS_INHABITANT = {"service", "factory", "harbor", "office"}
OFFICE = {
    1: [0, 1, 3, 6, 10],
    2: [1, 3, 6, 10, 15],
    3: [2, 5, 9, 14, 20],
    4: [3, 7, 12, 18, 25],
    5: [4, 9, 15, 22, 30],
}


class Assignment(NamedTuple):
    """Ordered as the rules compare: the greatest is the best."""

    points: int
    placed: int
    minus_empty: int
    activity: str
    customers: tuple[int, ...]


def all_cells(mode: str) -> list[str]:
    columns = "abcd" if mode == "classic" else "abcde"
    return [column + row for row in "1234" for column in columns]


def neighbours(cell: str) -> list[str]:
    column, row = ord(cell[0]), int(cell[1])
    return [f"{chr(column + dx)}{row + dy}" for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0))]


def district(mode: str, cell: str) -> str:
    return DISTRICTS[mode][cell[1]]["abcde".index(cell[0])]


def adjacent(city: City, cell: str, *kinds: str) -> int:
    return sum(n in city and city[n][0] in kinds for n in neighbours(cell))


def cells_of(city: City, kind: str) -> list[str]:
    return [cell for cell in city if city[cell][0] == kind]


def building_points(mode: str, city: City) -> int:
    """All points of the active buildings but those of the shops' customers."""
    return (
        sum([0, 1, 3, 6, 10, 15][city[c][1]] for c in cells_of(city, "tower"))
        + services(mode, city)
        + greens(mode, city)
        + factories(mode, city)
        + harbors(city)
        + offices(city)
        + monuments(city)
    )


def services(mode: str, city: City) -> int:
    found = cells_of(city, "service")
    covered = {district(mode, c) for c in found}
    return [0, 2, 5, 9, 14, 20][len(covered)] + sum(city[c][2] for c in found)


def greens(mode: str, city: City) -> int:
    housing = ("tower",) if mode == "classic" else ("tower", "office")
    found = cells_of(city, "park") + cells_of(city, "square")
    return sum([0, 2, 4, 7, 11][adjacent(city, c, *housing)] for c in found)


def factories(mode: str, city: City) -> int:
    return sum(
        2 * adjacent(city, c, "shop")
        + 3 * adjacent(city, c, "harbor")
        + (4 * adjacent(city, c, "office") if mode == "expert" else 0)
        for c in cells_of(city, "factory")
    )


def harbors(city: City) -> int:
    found = set(cells_of(city, "harbor"))
    longest = {"row": 0, "column": 0}
    for start in found:
        for direction, (dx, dy) in {"row": (1, 0), "column": (0, 1)}.items():
            length, cell = 0, start
            while cell in found:
                length += 1
                cell = f"{chr(ord(cell[0]) + dx)}{int(cell[1]) + dy}"
            longest[direction] = max(longest[direction], length)
    runs = sum([0, 0, 3, 7, 12, 18][length] for length in longest.values())
    return runs + sum(city[c][2] for c in found)


def offices(city: City) -> int:
    total, waiting = 0, set(cells_of(city, "office"))
    while waiting:
        group, border = set(), {waiting.pop()}
        while border:
            cell = border.pop()
            group.add(cell)
            near = {n for n in neighbours(cell) if n in waiting}
            waiting -= near
            border |= near
        total += sum(OFFICE[min(len(group), 5)][city[c][1] - 1] for c in group)
    return total


def monuments(city: City) -> int:
    return sum(
        -5 * adjacent(city, c, "factory", "harbor")
        + 2 * adjacent(city, c, "service")
        + 3 * adjacent(city, c, "shop")
        + 5 * adjacent(city, c, "park", "square")
        for c in cells_of(city, "monument")
    )


def assignments(mode: str, city: City, inhabitants: int, energy: int) -> Iterator[Assignment]:
    needy = [c for c in city if city[c][0] in NEEDS_ENERGY | NEEDS_INHABITANT]
    parks = len(cells_of(city, "park"))
    most_customers = 4 if mode == "classic" else 5
    for choice in product((False, True), repeat=len(needy)):
        off = {c for c, chosen in zip(needy, choice, strict=True) if not chosen}
        active = {c: building for c, building in city.items() if c not in off}
        people = inhabitants - sum(b[0] in NEEDS_INHABITANT for b in active.values())
        power = energy - sum(b[0] in NEEDS_ENERGY for b in active.values())
        if people < 0 or power < 0:
            continue
        points = building_points(mode, active) - max(0, power - parks)
        shops = [c for c in all_cells(mode) if c in cells_of(active, "shop")]
        cells = all_cells(mode)
        for customers in product(range(most_customers + 1), repeat=len(shops)):
            idle = people - sum(customers)
            if idle >= 0:
                yield Assignment(
                    points + sum([0, 1, 2, 4, 7, 11][n] for n in customers) - idle,
                    inhabitants - idle,
                    len(active) - len(cells),
                    "".join("01"[c in active] for c in cells),
                    customers,
                )


def best(mode: str, city: City, inhabitants: int, energy: int) -> Assignment:
    return max(assignments(mode, city, inhabitants, energy))
