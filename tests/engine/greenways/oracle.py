"""The game written down from the rules file alone: slow, plain, and independent.

A city is a dict of place -> tile, a tile its code and its four sides as text. Everything is found
by trying: every place, every turn, every flood of a street. Nothing here is shared with the
engine but the data file.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

Place = tuple[int, int]
NEIGHBOURS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Row(NamedTuple):
    """A line of the data file."""

    code: str
    sides: str
    feature: str
    copies: int


def _data() -> dict[str, Row]:
    text = files("engine.greenways").joinpath("tiles.csv").read_text(encoding="utf-8")
    lines = [line.split(",") for line in text.splitlines()[1:]]
    return {code: Row(code, sides, feature, int(count)) for code, sides, feature, count in lines}


DATA = _data()


class Tile(NamedTuple):
    code: str
    sides: str

    @property
    def feature(self) -> str:
        return DATA[self.code].feature


City = dict[Place, Tile]


def turned(sides: str, turns: int) -> str:
    """Clockwise: what was in the north is in the east after one."""
    for _ in range(turns):
        sides = sides[3] + sides[:3]
    return sides


def new_city() -> City:
    return {(0, 0): Tile("crossing", "SGSG")}


def beside(place: Place) -> list[Place]:
    return [(place[0] + dx, place[1] + dy) for dx, dy in NEIGHBOURS]


def network(city: City, place: Place, kind: str) -> set[Place]:
    """All tiles of the street (S) or corridor (G) that this tile is part of."""
    found, waiting = {place}, [place]
    while waiting:
        here = waiting.pop()
        for direction, there in enumerate(beside(here)):
            if city[here].sides[direction] == kind and there in city and there not in found:
                found.add(there)
                waiting.append(there)
    return found


def networks(city: City, kind: str) -> list[set[Place]]:
    found: list[set[Place]] = []
    for place, tile in city.items():
        if kind in tile.sides and not any(place in other for other in found):
            found.append(network(city, place, kind))
    return found


def is_open(city: City, places: set[Place], kind: str) -> bool:
    return any(
        city[place].sides[direction] == kind and there not in city
        for place in places
        for direction, there in enumerate(beside(place))
    )


def counts(city: City, places: set[Place], kind: str) -> bool:
    """A street with an intersection, a corridor with a park."""
    if kind == "S":
        return any(city[place].sides.count("S") >= 3 for place in places)
    return any(city[place].feature == "park" for place in places)


def may_lie(city: City, tile: Tile, place: Place) -> bool:
    if place in city:
        return False
    near = [
        (direction, city[there]) for direction, there in enumerate(beside(place)) if there in city
    ]
    if not near:
        return False
    if any(tile.sides[d] != other.sides[(d + 2) % 4] for d, other in near):
        return False
    if set(tile.sides) != {"."} and all(tile.sides[d] == "." for d, _ in near):
        return False
    if tile.feature and any(tile.feature == other.feature for _, other in near):
        return False
    after = city | {place: tile}
    return not any(
        kind in tile.sides
        and not is_open(after, network(after, place, kind), kind)
        and not counts(after, network(after, place, kind), kind)
        for kind in "SG"
    )


def placements(city: City, code: str) -> list[str]:
    found = []
    for place in {there for here in city for there in beside(here)}:
        shown = set()
        for turns in range(4):
            tile = Tile(code, turned(DATA[code].sides, turns))
            if tile.sides not in shown and may_lie(city, tile, place):
                found.append(f"{code}@{place[0]},{place[1]},{turns}")
            shown.add(tile.sides)
    return found


def place(city: City, notation: str) -> None:
    code, where = notation.split("@")
    x, y, turns = map(int, where.split(","))
    city[x, y] = Tile(code, turned(DATA[code].sides, turns))


def is_complete(city: City) -> bool:
    rows = range(min(y for _, y in city), max(y for _, y in city) + 1)
    columns = range(min(x for x, _ in city), max(x for x, _ in city) + 1)
    green = {place for place, tile in city.items() if "G" in tile.sides}
    return (
        len(rows) >= 8
        and len(columns) >= 8
        and all(any(y == row for _, y in green) for row in rows)
        and all(any(x == column for x, _ in green) for column in columns)
    )


def parts(city: City, pile: int) -> dict[str, int]:
    streets, corridors = networks(city, "S"), networks(city, "G")
    return {
        "streets": sum(len(street) for street in streets if counts(city, street, "S")),
        "greenery": sum(len(way) for way in corridors if counts(city, way, "G")),
        "parks": 2 * sum(tile.feature == "park" for tile in city.values()),
        "longest": max(map(len, corridors)),
        "unused": pile,
    }


class Match:
    """One whole game, move by move."""

    def __init__(self, pile: list[str]) -> None:
        self.city = new_city()
        self.pile = list(pile)
        self.hand: list[str] = []
        self.over = False
        self.refill()
        self.find_three_of_which_one_fits()

    def legal(self) -> list[str]:
        if self.over:
            return []
        return sorted(move for code in set(self.hand) for move in placements(self.city, code))

    def play(self, notation: str) -> None:
        place(self.city, notation)
        self.hand.remove(notation.split("@")[0])
        if is_complete(self.city):
            self.over = True
            return
        self.refill()
        self.find_three_of_which_one_fits()

    def refill(self) -> None:
        while len(self.hand) < 3 and self.pile:
            self.hand.append(self.pile.pop(0))

    def find_three_of_which_one_fits(self) -> None:
        if not any(placements(self.city, code) for code in {*self.hand, *self.pile}):
            self.over = True
            return
        while not any(placements(self.city, code) for code in self.hand):
            self.pile += self.hand
            self.hand = []
            self.refill()
