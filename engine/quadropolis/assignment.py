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

NODES = [0]
HALF_HARBOR = FACTORY_HARBOR // 2
HALF_SHOP = FACTORY_SHOP // 2


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
        self.open_shop = 0 if self.enough_energy else shop
        self.open = self.open_factory | self.open_harbor | self.open_shop
        self.knot = self._knot()
        others = self.open_harbor | self.open_shop
        self.relations = {
            c: beside[c] & (others if self.factory >> c & 1 else self.open_factory) for c in self.knot
        }

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

    def _knot(self) -> tuple[int, ...]:
        """Buildings that, once decided, leave no two open ones related; those with most first.

        Open factories are related to the open harbors beside them, and to the shops if it is not
        sure that these are on.
        """
        others = self.open_harbor | self.open_shop
        relations = {}
        for cell in BITS[self.open_factory]:
            if self.beside[cell] & others:
                relations[cell] = self.beside[cell] & others
        if not relations:
            return ()
        for cell in BITS[others]:
            if self.beside[cell] & self.open_factory:
                relations[cell] = self.beside[cell] & self.open_factory
        knot, order = 0, []
        while True:
            cell = max(relations, key=lambda cell: (relations[cell] & ~knot).bit_count())
            if not relations.pop(cell) & ~knot:
                return tuple(order)
            knot |= 1 << cell
            order.append(cell)

    def best(self) -> int:
        if not self.office or (self.enough_people and self.enough_energy):
            everything = self._office_value(self.office) + self._rest(self.office, self.offices)
            return self.sure + everything
        return self.sure + self._best_with_offices()

    def _best_with_offices(self) -> int:
        """Try every number of offices, the most promising first."""
        found = self._rest(0, 0)
        for bound, count, share, promise in sorted(self._plans(), reverse=True):
            if bound <= found:
                break
            found = self._choose_offices(count, share, promise, found)
        return found

    def _plans(self) -> list[tuple[int, int, int, int]]:
        """By number of offices: a bound, the offices' share of what factories get by them, and the
        most of everything else with the rest of that.

        Any share gives a bound. The fewer offices there are, the more it pays to leave to them.
        """
        plans = []
        worths = self._factory_worths(0)
        base = sum([worths[cell] for cell in BITS[self.sure_factory]])
        by_towers: Values = []
        if not self.enough_energy:
            by_towers = self._by_towers(0)
        beside = {c: POINT * (self.beside[c] & self.office).bit_count() for c in BITS[self.open_factory]}
        most = FACTORY_OFFICE // POINT if any(beside.values()) else 0
        share = most
        for count in range(1, min(self.people, self.energy, self.offices) + 1):
            people, power = self.people - count, self.energy - count
            fed = base + self._all_fed(0, power) if self.enough_energy else base
            best_plan = None
            while True:
                for cell, by_offices in beside.items():
                    worths[cell] += by_offices * (most - share)
                promise = fed + self._finish(0, 0, worths, by_towers, people, power, NEVER)
                for cell, by_offices in beside.items():
                    worths[cell] -= by_offices * (most - share)
                ceilings = sorted(self._ceilings(self.office, count, share).values())
                plan = (sum(ceilings[-count:]) + promise, count, share, promise)
                if best_plan and plan[0] >= best_plan[0]:
                    share += 1
                    break
                best_plan = plan
                if not share:
                    break
                share -= 1
            plans.append(best_plan)
        return plans

    def _ceilings(self, on: int, count: int, share: int) -> dict[int, int]:
        worths = self._office_worths(on, count)
        add, factory = share * POINT, self.open_factory
        for cell in worths:
            near = self.beside[cell]
            if near & factory:
                worths[cell] += add * (near & factory).bit_count()
            if near & self.sure_factory:
                worths[cell] += FACTORY_OFFICE * (near & self.sure_factory).bit_count()
            for park in BITS[near & self.green]:
                homes = (self.beside[park] & (self.tower | on)).bit_count()
                worths[cell] += PARK[homes] - PARK[homes - 1]  # each further tower adds no less than the last
        return worths

    def _choose_offices(self, count: int, share: int, promise: int, found: int) -> int:
        """Exactly so many: from the whole, ever more of the least valuable are taken away."""
        ceilings = self._ceilings(self.office, count, share)
        cells = sorted(ceilings, key=lambda cell: ceilings[cell])
        people, power = self.people - count, self.energy - count
        plain = self._factory_worths(0)
        fed = sum([plain[cell] for cell in BITS[self.sure_factory]])
        by_towers: Values = []
        if self.enough_energy:
            fed += self._all_fed(0, power)
        else:
            by_towers = self._by_towers(0)
        shared = any(self.beside[cell] & self.office for cell in BITS[self.open_factory])
        waiting = [(self.office, 0)]  # a set of offices, and how many cells may not leave it
        while waiting:
            on, start = waiting.pop()
            NODES[0] += 1
            ceilings = self._ceilings(on, count, share)
            surplus = len(ceilings) - count
            removable = sorted([ceilings[cell] for cell in cells[start:] if on >> cell & 1])
            total = sum(ceilings.values()) - sum(removable[:surplus])
            if total + promise <= found:
                continue
            if not surplus:
                value = self._office_value(on)
                found = max(found, value + self._rest(on, count, found - value))
                continue
            if shared:
                fixed = sum([1 << cell for cell in cells[:start]]) & on
                worths = dict(plain)
                for cell in BITS[self.open_factory]:
                    near = self.beside[cell] & on
                    if near:
                        sure = (near & fixed).bit_count()
                        worths[cell] += POINT * (
                            4 * sure + (4 - share) * (near.bit_count() - sure)
                        )
                        total -= share * POINT * sure
                total += fed
                if total + self._finish(0, 0, worths, by_towers, people, power, found - total, True) <= found:
                    continue
            for index in range(len(cells) - surplus, start - 1, -1):
                waiting.append((on & ~(1 << cells[index]), index + 1))
        return found

    def _office_value(self, on: int) -> int:
        return sum(self._office_worths(on, self.offices).values())

    def _office_worths(self, on: int, most: int) -> dict[int, int]:
        worths = {}
        for group in office_groups(self.rules, on):
            by_floors = OFFICE_POINTS[min(group.bit_count(), most, len(OFFICE_POINTS) - 1)]
            for cell in BITS[group]:
                worths[cell] = POINT * by_floors[self.floors[cell]] + STAFFED[cell]
        return worths

    def _rest(self, offices_on: int, count: int, found: int = NEVER) -> int:
        """Everything but the offices, these being on as neighbours and ``count`` of them supplied.

        Or ``found``, if it can't be more.
        """
        people, power = self.people - count, self.energy - count
        worths = self._factory_worths(offices_on)
        base = sum([worths[cell] for cell in BITS[self.sure_factory]])
        by_towers: Values = []
        if self.enough_energy:
            base += self._all_fed(offices_on, power)
        else:
            by_towers = self._by_towers(offices_on)
        found -= base
        waiting = [(0, 0)]
        while waiting:
            on, off = waiting.pop()
            undecided = self.open & ~on & ~off
            for cell in self.knot:
                if undecided >> cell & 1 and self.relations[cell] & undecided:
                    break
            else:
                cell = -1
            bound = self._finish(on, off, worths, by_towers, people, power, found, cell >= 0)
            if bound <= found:
                continue
            if cell >= 0:
                    waiting.append((on, off | 1 << cell))
                    waiting.append((on | 1 << cell, off))
            else:
                found = bound
        return base + found

    def _finish(
        self,
        on: int,
        off: int,
        worths: dict[int, int],
        by_towers: Values,
        people: int,
        power: int,
        found: int,
        hasty: bool = False,
    ) -> int:
        """The best of all but the offices, or ``found`` if it can't be more.

        What two buildings score by each other counts for the one that is still open, and half for
        each if both are: so it is exact once no two open ones are related, and a bound before.
        """
        beside, factory, harbor, shop = self.beside, self.factory, self.harbor, self.open_shop
        undecided = ~(on | off)
        value = 0
        spare = []
        open_harbor, open_shop = self.open_harbor & undecided, shop & undecided
        open_factory = self.open_factory & undecided
        on_harbor, on_shop = harbor & on, shop & on
        for cell in BITS[self.open_factory & ~off]:
            near = beside[cell]
            worth = worths[cell]
            if near & on:
                worth += FACTORY_HARBOR * (near & on_harbor).bit_count()
                worth += FACTORY_SHOP * (near & on_shop).bit_count()
            if on >> cell & 1:
                value += worth
                people -= 1
            else:
                worth += HALF_HARBOR * (near & open_harbor).bit_count()
                spare.append(worth + HALF_SHOP * (near & open_shop).bit_count())
        running = self.sure_factory | on & factory
        for cell in BITS[on_harbor]:
            value += self._harbor_worth(cell, self.sure_factory)
            people -= 1
        for cell in BITS[on_shop]:
            value += self._shop_worth(cell, self.sure_factory)
            power -= 1
        if people < 0 or power < 0:
            return found
        busy = len(spare) + open_harbor.bit_count() + len(self.by_services) - 1
        harbors = {
            cell: self._harbor_worth(cell, running)
            + HALF_HARBOR * (beside[cell] & open_factory).bit_count()
            for cell in BITS[open_harbor]
        }
        shops = [
            self._shop_worth(cell, running)
            + HALF_SHOP * (beside[cell] & open_factory).bit_count()
            for cell in BITS[open_shop]
        ]
        leisure = self._leisure(
            shops, on_shop.bit_count(), by_towers, power, max(0, people - busy), people
        )
        return value + self._staff(people, harbors, off, spare, leisure, found - value, hasty)

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
        self, worths: Values, shops: int, by_towers: Values, power: int, least: int, most: int
    ) -> Values:
        """By inhabitants without work, of whom there are ``least`` to ``most``: customers, and the
        best split of the energy between tower blocks and shops.
        """
        if self.enough_energy:
            return self.customers[self.shops]
        worths.sort(reverse=True)
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
        self,
        people: int,
        worths: dict[int, int],
        shut: int,
        spare: Values,
        leisure: Values,
        found: int,
        hasty: bool,
    ) -> int:
        """The best of harbors, services, spare factories and leisure; or ``found`` if more."""
        # Without having to keep a run together, the harbors can be chosen freely: a bound.
        free = self._share(people, [*spare, *worths.values()], leisure)
        for run_points, run in self.runs:
            if free + run_points <= found:
                break
            if run & shut:
                continue
            needed = [worths[cell] for cell in BITS[run] if cell in worths]
            crew = people - len(needed)
            if crew < 0:
                continue
            value = run_points + free
            if needed:
                others = [worth for cell, worth in worths.items() if not run >> cell & 1]
                value = run_points + sum(needed) + self._share(crew, spare + others, leisure)
            if value > found:
                found = value
                if hasty:
                    break
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
