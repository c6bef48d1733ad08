"""The best assignment of inhabitants and energy, exactly.

Best means: most points, then most inhabitants placed, then fewest empty cells, then the greatest
activity string over a1, b1, …. All four are one integer, the *value*: a point weighs more than
all inhabitants, an inhabitant more than all cells, and the lowest 20 bits are the activity string
itself. Values of separate buildings just add up, so "best" is always ``max`` of integers.

The search follows from what depends on what. Towers and shops need energy; services, factories
and harbors an inhabitant; offices both; what is left over may be customers. Monuments and parks
are always there, so what a neighbour gets from them is known beforehand. Once it is decided

* which offices are on (they form groups and count for parks and factories),
* which factories with undecided neighbours are on, and
* which harbors form the longest row and the longest column,

every other building is worth a fixed number whatever else happens: the best n of a kind are its
n most valuable ones, and what remains is to split the resources between the kinds.

Each of the three decisions is cut short by a bound of the same form: the best that could come of
it if everything it competes with were on as well. Buildings never take points from each other
(only monuments do, and they are fixed), so no choice can beat that.
"""

from __future__ import annotations

from functools import cache, lru_cache

from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELLS, COLUMNS
from engine.quadropolis.rules import (
    BITS,
    ENERGY,
    FLOORS,
    INHABITANTS,
    POINTS,
    City,
    Rules,
    office_groups,
    runs,
)
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

POINT = 1 << 40
PLACED = 1 << 32
ACTIVE = 1 << 24
_ACTIVITY = tuple(1 << (len(CELLS) - 1 - cell) for cell in range(len(CELLS)))
_FED = tuple(ACTIVE + bit for bit in _ACTIVITY)  # what switching on adds, with energy alone
_STAFFED = tuple(PLACED + ACTIVE + bit for bit in _ACTIVITY)  # and with an inhabitant

_TOWER = tuple(POINT * points for points in TOWER_POINTS)
_PARK = tuple(POINT * points for points in PARK_POINTS)
_FACTORY_SHOP = POINT * FACTORY_POINTS[Kind.SHOP]
_FACTORY_HARBOR = POINT * FACTORY_POINTS[Kind.HARBOR]
_FACTORY_OFFICE = POINT * FACTORY_POINTS[Kind.OFFICE]
_MONUMENT_FACTORY = POINT * MONUMENT_POINTS[Kind.FACTORY]
_MONUMENT_HARBOR = POINT * MONUMENT_POINTS[Kind.HARBOR]
_MONUMENT_SERVICE = POINT * MONUMENT_POINTS[Kind.SERVICE]
_MONUMENT_SHOP = POINT * MONUMENT_POINTS[Kind.SHOP]
_MONUMENT_GREEN = POINT * MONUMENT_POINTS[Kind.PARK]

_NEVER = -POINT << 20
_ONE_FLOOR = [1] * len(CELLS)

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


def best(rules: Rules, city: City) -> int:
    """The value of the best assignment of the city's inhabitants and energy."""
    return _Search(rules, city).best()


class _Search:
    """One city, with what is sure from the start told apart from what is open."""

    def __init__(self, rules: Rules, city: City) -> None:
        tower, shop, service, park, square, factory, harbor, office, monument = city[:9]
        self.rules = rules
        self.beside = beside = rules.neighbours
        self.city = city
        self.tower, self.shop, self.office, self.monument = tower, shop, office, monument
        self.green = park | square
        self.absorbed = park.bit_count()
        self.shops, self.offices = shop.bit_count(), office.bit_count()
        self.energy = city[ENERGY]
        self.only_fed = tower.bit_count() + self.shops
        self.enough_energy = self.energy >= self.only_fed + self.offices

        services = service.bit_count()
        staffed = services + factory.bit_count() + harbor.bit_count() + self.offices
        self.people = city[INHABITANTS]
        # Inhabitants that no building could ever use; without them the tables below suffice.
        idle = self.people - staffed - self.shops * rules.board.max_customers
        self.enough_people = idle >= 0
        self.sure = 0
        if idle > 0:
            self.people -= idle
            self.sure = -idle * POINT
        for cell in BITS[monument]:
            self.sure += _MONUMENT_GREEN * (beside[cell] & self.green).bit_count()

        self.by_services = _services(rules, service, city[POINTS], monument)
        self.runs = _runs(harbor)
        self.customers = _customers(rules.board.max_customers)
        self.factory, self.harbor = factory, harbor
        self.open_factory, self.open_harbor = factory, harbor
        if self.enough_people:
            self._staff_all_but_what_monuments_shun(services)
        self.sure_factory = factory & ~self.open_factory
        self.sure_harbor = harbor & ~self.open_harbor
        self.floors = _floors(city) if city[FLOORS + 2] else _ONE_FLOOR
        self.tower_values = {c: _TOWER[self.floors[c]] + _FED[c] for c in BITS[tower]}
        self.knot = self._knot()
        self.free_harbor = self.open_harbor & ~self.knot
        if self.knot:
            self.knot_worths, self.knot_promises = self._knot_worths(), self._knot_promises()

    def _staff_all_but_what_monuments_shun(self, services: int) -> None:
        """With people for everything, only a factory or harbor by a monument may be better off."""
        shunned = 0
        for cell in BITS[self.monument]:
            shunned |= self.beside[cell]
        self.open_factory &= shunned
        self.open_harbor &= shunned
        sure_harbor = self.harbor & ~shunned
        self.people -= services + (self.factory & ~shunned).bit_count() + sure_harbor.bit_count()
        self.by_services = self.by_services[-1:]
        for cell in BITS[sure_harbor]:
            self.sure += self._harbor_worth(cell, 0)  # the factories count themselves

    def _knot(self) -> int:
        """The fewest buildings (or nearly) that, once decided, leave no two open ones related.

        Open factories are related to the open harbors beside them, and to the shops if it is not
        sure that these are on. The building with the most relations goes first.
        """
        others = self.open_harbor if self.enough_energy else self.open_harbor | self.shop
        relations = {}
        for cell in BITS[self.open_factory]:
            if self.beside[cell] & others:
                relations[cell] = self.beside[cell] & others
        if not relations:
            return 0
        for cell in BITS[others]:
            if self.beside[cell] & self.open_factory:
                relations[cell] = self.beside[cell] & self.open_factory
        knot = 0
        while True:
            cell = max(relations, key=lambda cell: (relations[cell] & ~knot).bit_count())
            if not relations.pop(cell) & ~knot:
                return knot
            knot |= 1 << cell

    def best(self) -> int:
        if not self.office or (self.enough_people and self.enough_energy):
            everything = self._office_value(self.office) + self._rest(self.office, self.offices)
            return self.sure + everything
        return self.sure + self._best_with_offices()

    def _best_with_offices(self) -> int:
        """Try sets of offices, the whole first, then with ever more of the least valuable off."""
        most = min(self.people, self.energy, self.offices)
        rests = [self._rest(0, count) for count in range(most + 1)]
        found = rests[0]
        cells = sorted(BITS[self.office], key=lambda cell: self.floors[cell])
        waiting = [(self.office, 0)]  # a set of offices, and how many cells may not leave it
        while waiting:
            on, start = waiting.pop()
            count = on.bit_count()
            worths = self._office_worths(on)
            ceilings = {c: worth + self._most_for_others(c, on) for c, worth in worths.items()}
            ceiling = sum(ceilings.values())
            removable = [ceilings[cell] for cell in cells[start:] if on >> cell & 1]
            if self._office_bound(ceiling, removable, count, rests) <= found:
                continue
            if count <= most and ceiling + rests[count] > found:
                value = sum(worths.values())
                found = max(found, value + self._rest(on, count, found - value))
            for index in range(len(cells) - 1, start - 1, -1):
                waiting.append((on & ~(1 << cells[index]), index + 1))
        return found

    def _office_value(self, on: int) -> int:
        return sum(self._office_worths(on).values())

    def _office_worths(self, on: int) -> dict[int, int]:
        worths = {}
        for group in office_groups(self.rules, on):
            by_floors = OFFICE_POINTS[min(group.bit_count(), len(OFFICE_POINTS) - 1)]
            for cell in BITS[group]:
                worths[cell] = POINT * by_floors[self.floors[cell]] + _STAFFED[cell]
        return worths

    def _most_for_others(self, cell: int, on: int) -> int:
        """The most that an office can add to its factories and parks, be they all on."""
        near = self.beside[cell]
        most = _FACTORY_OFFICE * (near & self.factory).bit_count()
        for park in BITS[near & self.green]:
            homes = (self.beside[park] & (self.tower | on)).bit_count()
            most += _PARK[homes] - _PARK[homes - 1]  # each further tower adds no less than the last
        return most

    def _office_bound(self, total: int, removable: Values, count: int, rests: Values) -> int:
        """The best that could come of removing some of these: the groups only get smaller."""
        bound = total + rests[count] if count < len(rests) else _NEVER
        for loss in sorted(removable):
            total -= loss
            count -= 1
            if count < len(rests):
                bound = max(bound, total + rests[count])
        return bound

    def _rest(self, offices_on: int, count: int, found: int = _NEVER) -> int:
        """Everything but the offices, these being on as neighbours and ``count`` of them supplied.

        Or ``found``, if it can't be more.
        """
        power, people = self.energy - count, self.people - count
        worths = self._factory_worths(offices_on)
        base = sum([worths[cell] for cell in BITS[self.sure_factory]])
        if self.enough_energy:
            base += self._all_fed(offices_on, power)
            by_towers: Values = []
        else:
            by_towers = self._by_towers(offices_on)
        if not self.knot:
            return base + self._finish(0, 0, 0, worths, by_towers, people, power, found - base)

        many = self.knot.bit_count() > 2  # else a bound costs as much as it saves
        bounds: dict[tuple[int, int], int] = {}
        for on in _subsets(self.knot):
            shops_on = (on & self.shop).bit_count()
            crew, left = people - on.bit_count() + shops_on, power - shops_on
            if crew < 0 or left < 0:
                continue
            value = base + self._knot_value(on, worths)
            if many and on != self.knot:
                key = (crew, left)
                if key not in bounds:
                    bounds[key] = self._finish(on, 0, 0, worths, by_towers, crew, left, _NEVER)
                promised = sum([self.knot_promises[cell] for cell in BITS[on]])
                if value + promised + bounds[key] <= found:
                    continue
            shut = self.knot & self.harbor & ~on
            rest = self._finish(on, on, shut, worths, by_towers, crew, left, found - value)
            found = max(found, value + rest)
        return found

    def _knot_value(self, on: int, worths: dict[int, int]) -> int:
        """What the buildings of the knot that are on score by themselves and by each other."""
        value = sum([self.knot_worths[cell] for cell in BITS[on & ~self.factory]])
        for cell in BITS[on & self.factory]:
            near = self.beside[cell] & on
            value += worths[cell] + _FACTORY_HARBOR * (near & self.harbor).bit_count()
            value += _FACTORY_SHOP * (near & self.shop).bit_count()
        return value

    def _knot_worths(self) -> dict[int, int]:
        """Its harbors and shops by themselves."""
        worths = {
            c: self._harbor_worth(c, self.sure_factory) for c in BITS[self.knot & self.harbor]
        }
        for cell in BITS[self.knot & self.shop]:
            worths[cell] = self._shop_worth(cell, self.sure_factory)
        return worths

    def _knot_promises(self) -> dict[int, int]:
        """The most that each and the buildings outside the knot can score by each other."""
        promises = {}
        free_factory = self.open_factory & ~self.knot
        free_shop = 0 if self.enough_energy else self.shop & ~self.knot
        for cell in BITS[self.knot]:
            near = self.beside[cell]
            if self.factory >> cell & 1:
                promises[cell] = _FACTORY_HARBOR * (near & self.free_harbor).bit_count()
                promises[cell] += _FACTORY_SHOP * (near & free_shop).bit_count()
            else:
                per_factory = _FACTORY_HARBOR if self.harbor >> cell & 1 else _FACTORY_SHOP
                promises[cell] = per_factory * (near & free_factory).bit_count()
        return promises

    def _finish(
        self,
        on: int,
        seen: int,
        shut: int,
        worths: dict[int, int],
        by_towers: Values,
        people: int,
        power: int,
        found: int,
    ) -> int:
        """The best of all that is not in the knot; or ``found``, if it can't be more.

        ``on`` is what is on in the knot, ``seen`` what its neighbours take to be on, and ``shut``
        are the harbors in it that are off.
        """
        spare = []
        for cell in BITS[self.open_factory & ~self.knot]:
            near = self.beside[cell] & seen
            worth = worths[cell] + _FACTORY_HARBOR * (near & self.harbor).bit_count()
            spare.append(worth + _FACTORY_SHOP * (near & self.shop).bit_count())
        running = self.sure_factory | seen & self.factory
        busy = len(spare) + self.free_harbor.bit_count() + len(self.by_services) - 1
        leisure = self._leisure(on, running, by_towers, power, max(0, people - busy), people)
        return self._staff(people, running, shut, spare, leisure, found)

    def _factory_worths(self, offices_on: int) -> dict[int, int]:
        worths = {}
        for cell in BITS[self.factory]:
            near = self.beside[cell]
            worth = _STAFFED[cell] + _FACTORY_OFFICE * (near & offices_on).bit_count()
            worth += _FACTORY_HARBOR * (near & self.sure_harbor).bit_count()
            if self.monument:
                worth += _MONUMENT_FACTORY * (near & self.monument).bit_count()
            if self.enough_energy:
                worth += _FACTORY_SHOP * (near & self.shop).bit_count()
            worths[cell] = worth
        return worths

    def _all_fed(self, offices_on: int, power: int) -> int:
        total = _greens(self.beside, self.green, self.tower | offices_on)
        total += sum(self.tower_values.values())
        for cell in BITS[self.shop]:
            total += self._shop_worth(cell, 0)  # the factories count themselves
        left = power - self.only_fed - self.absorbed
        return total - left * POINT if left > 0 else total

    def _shop_worth(self, cell: int, running: int) -> int:
        """Without its customers."""
        near = self.beside[cell]
        worth = _FED[cell] + _FACTORY_SHOP * (near & running).bit_count()
        return worth + _MONUMENT_SHOP * (near & self.monument).bit_count()

    def _harbor_worth(self, cell: int, running: int) -> int:
        """Without the runs it may be part of."""
        near = self.beside[cell]
        worth = _STAFFED[cell] + POINT * (self.city[POINTS] >> 4 * cell & 15)
        worth += _FACTORY_HARBOR * (near & running).bit_count()
        return worth + _MONUMENT_HARBOR * (near & self.monument).bit_count()

    def _leisure(
        self, on: int, running: int, by_towers: Values, power: int, least: int, most: int
    ) -> Values:
        """By inhabitants without work, of whom there are ``least`` to ``most``: customers, and the
        best split of the energy between tower blocks and shops.
        """
        if self.enough_energy:
            return self.customers[self.shops]
        worths = [self._shop_worth(cell, running) for cell in BITS[self.shop & ~self.knot]]
        worths.sort(reverse=True)
        shops = (on & self.shop).bit_count()
        leisure = [_NEVER] * (most + 1)
        total = 0
        for worth in [0, *worths]:
            if power < 0:
                break
            total += worth
            towers = min(len(by_towers) - 1, power)
            value = total + by_towers[towers] - max(0, power - towers - self.absorbed) * POINT
            customers = self.customers[shops]
            for left in range(least, most + 1):
                if value + customers[left] > leisure[left]:
                    leisure[left] = value + customers[left]
            shops += 1
            power -= 1
        return leisure

    def _by_towers(self, offices_on: int) -> Values:
        """By number of tower blocks on: their value, and that of the parks beside them."""
        near_green = 0
        for cell in BITS[self.green]:
            near_green |= self.beside[cell]
        apart = sorted([self.tower_values[c] for c in BITS[self.tower & ~near_green]], reverse=True)
        choices = [(0, offices_on, 0)]  # towers on, cells that parks see, value
        for cell in BITS[self.tower & near_green]:
            bit, worth = 1 << cell, self.tower_values[cell]
            choices += [(count + 1, seen | bit, value + worth) for count, seen, value in choices]
        parks = [self.beside[cell] for cell in BITS[self.green]]
        table = [_NEVER] * (self.tower.bit_count() + 1)
        for count, seen, value in choices:
            value += sum([_PARK[(park & seen).bit_count()] for park in parks])
            if value > table[count]:
                table[count] = value
        for added, worth in enumerate(apart):
            for count in range(len(table) - len(apart) + added, 0, -1):
                table[count] = max(table[count], table[count - 1] + worth)
        return table

    def _staff(
        self, people: int, running: int, shut: int, spare: Values, leisure: Values, found: int
    ) -> int:
        """The best of harbors, services, spare factories and leisure; or ``found`` if more."""
        worths = {cell: self._harbor_worth(cell, running) for cell in BITS[self.free_harbor]}
        # Without having to keep a run together, the harbors can be chosen freely: a bound.
        free = self._share(people, [*spare, *worths.values()], leisure)
        for run_points, run in self.runs:
            if free + run_points <= found:
                break
            needed = run & self.free_harbor
            crew = people - needed.bit_count()
            if crew < 0 or run & shut:
                continue
            value = run_points + free
            if needed:
                others = [worths[cell] for cell in BITS[self.free_harbor & ~needed]]
                value = run_points + sum([worths[cell] for cell in BITS[needed]])
                value += self._share(crew, spare + others, leisure)
            if value > found:
                found = value
        return found

    def _share(self, people: int, worths: Values, leisure: Values) -> int:
        """Split the people between the most valuable of these, services, and leisure."""
        worths.sort(reverse=True)
        found = _NEVER
        total = 0
        for worth in [0, *worths]:
            total += worth
            left = people
            for services in self.by_services[: people + 1]:
                value = total + services + leisure[left]
                if value > found:
                    found = value
                left -= 1
            people -= 1
            if people < 0:
                break
        return found


def _subsets(mask: int) -> list[int]:
    """All subsets, the whole first."""
    subsets = [mask]
    subset = mask
    while subset:
        subset = (subset - 1) & mask
        subsets.append(subset)
    return subsets


def _floors(city: City) -> list[int]:
    floors = [1] * len(CELLS)
    for floor in range(2, 6):
        for cell in BITS[city[FLOORS + floor]]:
            floors[cell] = floor
    return floors


def _greens(beside: tuple[int, ...], green: int, housing: int) -> int:
    """Parks and squares score by the tower blocks and office towers beside them."""
    return sum(_PARK[(beside[cell] & housing).bit_count()] for cell in BITS[green])


@lru_cache(maxsize=1 << 14)
def _services(rules: Rules, service: int, printed: int, monument: int) -> Values:
    """By number of services on: districts covered, printed points, monuments beside them."""
    by_district: dict[int, Values] = {}
    for cell in BITS[service]:
        worth = _STAFFED[cell] + POINT * (printed >> 4 * cell & 15)
        worth += _MONUMENT_SERVICE * (rules.neighbours[cell] & monument).bit_count()
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
def _runs(harbor: int) -> list[tuple[int, int]]:
    """The ways to have a longest row and a longest column: their value, and the cells they need."""
    rows = [(0, 0), *_lines(harbor, step=1)]
    columns = [(0, 0), *_lines(harbor, step=len(COLUMNS))]
    ways: dict[int, int] = {}
    for row_points, row in rows:
        for column_points, column in columns:
            ways[row | column] = max(ways.get(row | column, 0), row_points + column_points)
    kept: list[tuple[int, int]] = []
    for cells, worth in sorted(ways.items(), key=lambda way: (way[0].bit_count(), -way[1])):
        if all(other & ~cells or worth > kept_worth for kept_worth, other in kept):
            kept.append((worth, cells))
    return sorted(kept, key=lambda way: -way[0])


def _lines(harbor: int, step: int) -> list[tuple[int, int]]:
    """Every unbroken run, with its value."""
    return [(POINT * HARBOR_POINTS[run.bit_count()], run) for run in runs(harbor, step)]


@cache
def _customers(max_customers: int) -> list[Values]:
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
