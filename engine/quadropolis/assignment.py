"""The best assignment of inhabitants and energy, exactly.

What best means is one integer, the value of ``values.py``, and values add up.

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

from engine.quadropolis.rules import (
    BITS,
    ENERGY,
    FLOORS,
    INHABITANTS,
    POINTS,
    City,
    Rules,
    office_groups,
)
from engine.quadropolis.tables import OFFICE_POINTS
from engine.quadropolis.values import (
    FACTORY_HARBOR,
    FACTORY_OFFICE,
    FACTORY_SHOP,
    FED,
    MONUMENT_FACTORY,
    MONUMENT_GREEN,
    MONUMENT_HARBOR,
    MONUMENT_SHOP,
    NEVER,
    ONE_FLOOR,
    PARK,
    POINT,
    STAFFED,
    TOWER,
    Values,
    by_customers,
    by_services,
    floors_by_cell,
    greens,
    run_choices,
    subsets,
)


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
            self.sure += MONUMENT_GREEN * (beside[cell] & self.green).bit_count()

        self.by_services = by_services(rules, service, city[POINTS], monument)
        self.runs = run_choices(harbor)
        self.customers = by_customers(rules.board.max_customers)
        self.factory, self.harbor = factory, harbor
        self.open_factory, self.open_harbor = factory, harbor
        if self.enough_people:
            self._staff_all_but_what_monuments_shun(services)
        self.sure_factory = factory & ~self.open_factory
        self.sure_harbor = harbor & ~self.open_harbor
        self.floors = floors_by_cell(city) if city[FLOORS + 2] else ONE_FLOOR
        self.tower_values = {c: TOWER[self.floors[c]] + FED[c] for c in BITS[tower]}
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
                worths[cell] = POINT * by_floors[self.floors[cell]] + STAFFED[cell]
        return worths

    def _most_for_others(self, cell: int, on: int) -> int:
        """The most that an office can add to its factories and parks, be they all on."""
        near = self.beside[cell]
        most = FACTORY_OFFICE * (near & self.factory).bit_count()
        for park in BITS[near & self.green]:
            homes = (self.beside[park] & (self.tower | on)).bit_count()
            most += PARK[homes] - PARK[homes - 1]  # each further tower adds no less than the last
        return most

    def _office_bound(self, total: int, removable: Values, count: int, rests: Values) -> int:
        """The best that could come of removing some of these: the groups only get smaller."""
        bound = total + rests[count] if count < len(rests) else NEVER
        for loss in sorted(removable):
            total -= loss
            count -= 1
            if count < len(rests):
                bound = max(bound, total + rests[count])
        return bound

    def _rest(self, offices_on: int, count: int, found: int = NEVER) -> int:
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
        for on in subsets(self.knot):
            shops_on = (on & self.shop).bit_count()
            crew, left = people - on.bit_count() + shops_on, power - shops_on
            if crew < 0 or left < 0:
                continue
            value = base + self._knot_value(on, worths)
            if many and on != self.knot:
                key = (crew, left)
                if key not in bounds:
                    bounds[key] = self._finish(on, 0, 0, worths, by_towers, crew, left, NEVER)
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
            value += worths[cell] + FACTORY_HARBOR * (near & self.harbor).bit_count()
            value += FACTORY_SHOP * (near & self.shop).bit_count()
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
                promises[cell] = FACTORY_HARBOR * (near & self.free_harbor).bit_count()
                promises[cell] += FACTORY_SHOP * (near & free_shop).bit_count()
            else:
                per_factory = FACTORY_HARBOR if self.harbor >> cell & 1 else FACTORY_SHOP
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
            worth = worths[cell] + FACTORY_HARBOR * (near & self.harbor).bit_count()
            spare.append(worth + FACTORY_SHOP * (near & self.shop).bit_count())
        running = self.sure_factory | seen & self.factory
        busy = len(spare) + self.free_harbor.bit_count() + len(self.by_services) - 1
        leisure = self._leisure(on, running, by_towers, power, max(0, people - busy), people)
        return self._staff(people, running, shut, spare, leisure, found)

    def _factory_worths(self, offices_on: int) -> dict[int, int]:
        worths = {}
        for cell in BITS[self.factory]:
            near = self.beside[cell]
            worth = STAFFED[cell] + FACTORY_OFFICE * (near & offices_on).bit_count()
            worth += FACTORY_HARBOR * (near & self.sure_harbor).bit_count()
            if self.monument:
                worth += MONUMENT_FACTORY * (near & self.monument).bit_count()
            if self.enough_energy:
                worth += FACTORY_SHOP * (near & self.shop).bit_count()
            worths[cell] = worth
        return worths

    def _all_fed(self, offices_on: int, power: int) -> int:
        total = greens(self.beside, self.green, self.tower | offices_on)
        total += sum(self.tower_values.values())
        for cell in BITS[self.shop]:
            total += self._shop_worth(cell, 0)  # the factories count themselves
        left = power - self.only_fed - self.absorbed
        return total - left * POINT if left > 0 else total

    def _shop_worth(self, cell: int, running: int) -> int:
        """Without its customers."""
        near = self.beside[cell]
        worth = FED[cell] + FACTORY_SHOP * (near & running).bit_count()
        return worth + MONUMENT_SHOP * (near & self.monument).bit_count()

    def _harbor_worth(self, cell: int, running: int) -> int:
        """Without the runs it may be part of."""
        near = self.beside[cell]
        worth = STAFFED[cell] + POINT * (self.city[POINTS] >> 4 * cell & 15)
        worth += FACTORY_HARBOR * (near & running).bit_count()
        return worth + MONUMENT_HARBOR * (near & self.monument).bit_count()

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
        leisure = [NEVER] * (most + 1)
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
        table = [NEVER] * (self.tower.bit_count() + 1)
        for count, seen, value in choices:
            value += sum([PARK[(park & seen).bit_count()] for park in parks])
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
        found = NEVER
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
