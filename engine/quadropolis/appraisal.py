"""How good each move looks one move ahead.

A move is worth the outlook of the mover's city after it: the exact score, were the match over,
corrected for what the turns to come can still change. Missing inhabitants and energy may still
arrive and surplus may still find a use, so both are settled at a price, within what the turns
left can bring; and every empty cell promises part of what the best building there would add. On
the last turn nothing can change any more: the outlook is the score.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from engine.quadropolis import assignment, rules, tiles, values
from engine.quadropolis.meta import TURNS_PER_ROUND, Kind
from engine.quadropolis.moves import Move
from engine.quadropolis.rules import BITS, EMPTY, ENERGY, INHABITANTS, City, Rules
from engine.quadropolis.state import State
from engine.quadropolis.tables import (
    FACTORY_POINTS,
    HARBOR_POINTS,
    MONUMENT_POINTS,
    PARK_POINTS,
    SERVICE_POINTS,
    TOWER_POINTS,
)
from engine.quadropolis.view import View

# Points, found by tournaments (docs/bots.md); around these values little changes.
INCOME = 0.75  # the inhabitants, and as much energy, that one more turn can bring or put to use
SHORTAGE = 1.0  # for each one that is missing: some later turn will have to bring it
SURPLUS = 0.5  # for each one too many: half of what it costs if no use is found
PROMISE = 0.3  # the share of an empty cell's best use that comes true
PROMISE_FADES = 8  # turns before the end from which ever fewer promises can be kept
MAYOR = 0.5  # the first choice of the next round's tiles

# What one more adds to so many.
NEXT_FLOOR = tuple(more - less for less, more in pairwise(TOWER_POINTS))
NEXT_DISTRICT = (*(more - less for less, more in pairwise(SERVICE_POINTS)), 0)
NEXT_HOME = (*(more - less for less, more in pairwise(PARK_POINTS)), 0)

NOTHING_ELSE = (0, 0, 0)  # inhabitants, energy and printed points


def appraise(view: View) -> list[tuple[float, Move]]:
    """Every legal move of the view's seat with its worth; none when it is not its turn."""
    position = view.position
    if view.seat is None or view.seat != position.to_move:
        return []
    city = position.cities[view.seat]
    turns = turns_left(position)
    unchanged = outlook(position.rules, city, turns)
    known: dict[tuple[object, ...], float] = {}
    return [
        (unchanged if move.cell < 0 else _worth(position, city, move, turns, known), move)
        for move in view.legal_moves()
    ]


def turns_left(position: State) -> int:
    """How many turns the mover has after this one."""
    rounds = position.rules.board.rounds - position.round
    return rounds * TURNS_PER_ROUND - position.turn // position.players - 1


def _worth(
    position: State, city: City, move: Move, turns: int, known: dict[tuple[object, ...], float]
) -> float:
    """Architects and places don't matter, only what is built where: look at each of these once."""
    tile = position.site[rules.SPACE_REACHED[move.architect][move.place]]
    face = tiles.tile(tile)
    key = (face.kind, face.inhabitants, face.energy, face.points, face.mayor, move.cell)
    if key not in known:
        after = city[:]
        rules.build(after, tile, move.cell)
        rules.receive(after, tile)
        known[key] = outlook(position.rules, after, turns) + (MAYOR if face.mayor else 0)
    return known[key]


def outlook(rules_: Rules, city: City, turns: int) -> float:
    """What the city's owner can hope to score, with this many turns to come."""
    city = city[:]
    shops, parks = city[Kind.SHOP].bit_count(), city[Kind.PARK].bit_count()
    fed = (city[Kind.TOWER] | city[Kind.SHOP] | city[Kind.OFFICE]).bit_count()
    staffed = (
        city[Kind.SERVICE] | city[Kind.FACTORY] | city[Kind.HARBOR] | city[Kind.OFFICE]
    ).bit_count()
    demand = staffed + shops * rules_.board.max_customers
    price = _settle(city, ENERGY, fed, fed + parks, int(turns * INCOME))
    price += _settle(city, INHABITANTS, demand, demand, int(turns * INCOME))
    kept = PROMISE * min(1, turns / PROMISE_FADES)
    promised = kept * promises(rules_, buildings(city)) if kept else 0
    return values.points(assignment.best(rules_, city)) + promised - price


def _settle(city: City, resource: int, least: int, most: int, limit: int) -> float:
    """Bring a resource nearer to what the city can use, and say what that costs."""
    have = city[resource]
    if have < least:
        city[resource] = min(have + limit, least)
        return SHORTAGE * (city[resource] - have)
    if have > most:
        city[resource] = max(have - limit, most)
        return SURPLUS * (have - city[resource])
    return 0


def buildings(city: City) -> tuple[int, ...]:
    """Which stand where and how high; without resources and printed points."""
    return (*city[:INHABITANTS], *city[INHABITANTS + len(NOTHING_ELSE) :])


@lru_cache(maxsize=1 << 15)
def promises(rules_: Rules, built: tuple[int, ...]) -> int:
    """What the best next building would add, summed over the empty cells and the towers."""
    city = [*built[:INHABITANTS], *NOTHING_ELSE, *built[INHABITANTS:]]
    total = sum(
        NEXT_FLOOR[floor - 1] * rules.floor_to_add(city, city[Kind.TOWER], floor).bit_count()
        for floor in range(2, rules_.board.max_floors + 1)
    )
    served = {rules_.district[cell] for cell in BITS[city[Kind.SERVICE]]}
    service = NEXT_DISTRICT[len(served)]
    for cell in BITS[city[EMPTY]]:
        promise = _promise(rules_, city, cell)
        district = rules_.district[cell]
        if promise < service and district not in served:
            promise = service
            served.add(district)  # one service will do
        total += promise
    return total


def _promise(rules_: Rules, city: City, cell: int) -> int:
    """The most that a building here would add, by its neighbours; public services aside."""
    tower, shop, _, park, square, factory, harbor, office, monument = city[:9]
    near = rules_.neighbours[cell]
    homes = tower | office
    monuments = (near & monument).bit_count()
    by_factories = (near & factory).bit_count()
    as_home = 0
    for green in BITS[near & (park | square)]:
        as_home += NEXT_HOME[(rules_.neighbours[green] & homes).bit_count()]
    as_park = PARK_POINTS[(near & homes).bit_count()] + MONUMENT_POINTS[Kind.PARK] * monuments
    as_shop = FACTORY_POINTS[Kind.SHOP] * by_factories + MONUMENT_POINTS[Kind.SHOP] * monuments
    as_factory = (
        FACTORY_POINTS[Kind.SHOP] * (near & shop).bit_count()
        + FACTORY_POINTS[Kind.HARBOR] * (near & harbor).bit_count()
        + FACTORY_POINTS[Kind.OFFICE] * (near & office).bit_count()
        + MONUMENT_POINTS[Kind.FACTORY] * monuments
    )
    as_harbor = FACTORY_POINTS[Kind.HARBOR] * by_factories + _longer_runs(harbor, cell)
    as_harbor += MONUMENT_POINTS[Kind.HARBOR] * monuments
    as_office = 0
    if near & office:
        as_office = as_home + FACTORY_POINTS[Kind.OFFICE] * by_factories
        as_office += 1 + (near & office).bit_count()  # a group of one floor each
    return max(as_home, as_park, as_shop, as_factory, as_harbor, as_office)


@lru_cache(maxsize=1 << 16)
def _longer_runs(harbor: int, cell: int) -> int:
    """What one more harbor adds to the longest row and the longest column."""
    return _runs(harbor | 1 << cell) - _runs(harbor)


@lru_cache(maxsize=1 << 16)
def _runs(harbor: int) -> int:
    return HARBOR_POINTS[rules.longest_row(harbor)] + HARBOR_POINTS[rules.longest_column(harbor)]
