"""The best assignment of a city whose active office towers are chosen.

Towers and shops need energy; services, factories and harbors an inhabitant; what is left over may
be customers. Monuments and parks are always there, so what a neighbour gets from them is known
beforehand. Once it is decided

* which factories with undecided neighbours are on (or, instead, these neighbours), and
* which harbors form the longest row and the longest column,

every other building is worth a fixed number whatever else happens: the best n of a kind are its
n most valuable ones, and what remains is to split the resources between the kinds.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.quadropolis.rules import BITS, ENERGY, FLOORS, INHABITANTS, POINTS, City, Rules
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
    POINT,
    STAFFED,
    TOWER,
    Values,
    by_customers,
    by_services,
    by_towers,
    floors_by_cell,
    greens,
    run_choices,
)

Worths = dict[int, int]  # by cell

HALF_HARBOR = FACTORY_HARBOR // 2
NO_SERVICES = [0]


class _Given(NamedTuple):
    """What there is to go by once the offices are chosen."""

    worths: Worths  # of the factories, without what is open beside them
    homes: Values  # by number of tower blocks on, if there is not enough energy for all
    people: int
    power: int


class Staffing:
    """One city, with what is sure from the start told apart from what is open."""

    def __init__(self, rules: Rules, city: City) -> None:
        tower, shop, service, park, square, factory, harbor, office, monument = city[:9]
        self.rules = rules
        self.beside = rules.neighbours
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
            self.sure += MONUMENT_GREEN * (self.beside[cell] & self.green).bit_count()

        self.by_services = by_services(rules, service, city[POINTS], monument)
        self.runs = run_choices(harbor)
        self.customers = by_customers(rules.board.max_customers)
        self.factory, self.harbor = factory, harbor
        self.open_factory, self.open_harbor = factory, harbor
        self.open_shop = 0 if self.enough_energy else shop
        if self.enough_people:
            self._staff_all_but_what_monuments_shun(services)
        self.sure_factory = factory & ~self.open_factory
        self.sure_harbor = harbor & ~self.open_harbor
        self.floors = floors_by_cell(city) if city[FLOORS + 2] else ONE_FLOOR
        self.tower_values = {c: TOWER[self.floors[c]] + FED[c] for c in BITS[tower]}
        self.factory_worths = {cell: self._factory_worth(cell) for cell in BITS[factory]}
        sure = self.sure_factory
        self.harbor_worths = {c: self._harbor_worth(c, sure) for c in BITS[self.open_harbor]}
        self.shop_worths = {c: self._shop_worth(c, sure) for c in BITS[self.open_shop]}
        self.knot = self._knot()
        # What a factory and a shop score by each other promises most on the scarcer side.
        scarce_energy = self.energy * staffed < self.people * self.only_fed
        self.shop_part = FACTORY_SHOP if scarce_energy else FACTORY_SHOP // 2
        self.near_green = 0
        for cell in BITS[self.green]:
            self.near_green |= self.beside[cell]
        self.homes: dict[int, Values] = {}
        self.ceilings: dict[tuple[int, ...], int] = {}

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

    def _factory_worth(self, cell: int) -> int:
        """Without offices, and without what is open beside it."""
        near = self.beside[cell]
        worth = STAFFED[cell] + FACTORY_HARBOR * (near & self.sure_harbor).bit_count()
        worth += MONUMENT_FACTORY * (near & self.monument).bit_count()
        if self.enough_energy:
            worth += FACTORY_SHOP * (near & self.shop).bit_count()
        return worth

    def _harbor_worth(self, cell: int, running: int) -> int:
        """With these factories, and without the runs it may be part of."""
        near = self.beside[cell]
        worth = STAFFED[cell] + POINT * (self.city[POINTS] >> 4 * cell & 15)
        worth += FACTORY_HARBOR * (near & running).bit_count()
        return worth + MONUMENT_HARBOR * (near & self.monument).bit_count()

    def _shop_worth(self, cell: int, running: int) -> int:
        """With these factories, and without its customers."""
        near = self.beside[cell]
        worth = FED[cell] + FACTORY_SHOP * (near & running).bit_count()
        return worth + MONUMENT_SHOP * (near & self.monument).bit_count()

    def _knot(self) -> list[tuple[int, int]]:
        """Buildings that, once decided, leave no two open ones related, each with its relations.

        Open factories are related to the open harbors and shops beside them. The building with
        the most relations goes first.
        """
        others = self.open_harbor | self.open_shop
        relations = {}
        for cell in BITS[self.open_factory]:
            if self.beside[cell] & others:
                relations[cell] = self.beside[cell] & others
        if not relations:
            return []
        for cell in BITS[others]:
            if self.beside[cell] & self.open_factory:
                relations[cell] = self.beside[cell] & self.open_factory
        knot: list[tuple[int, int]] = []
        decided = 0
        while True:
            cell = max(relations, key=lambda cell: (relations[cell] & ~decided).bit_count())
            related = relations.pop(cell)
            if not related & ~decided:
                return knot
            knot.append((cell, related))
            decided |= 1 << cell

    def best(self, offices_on: int, count: int, found: int = NEVER) -> int:
        """Everything but the offices, these being on as neighbours and ``count`` of them supplied.

        Or ``found``, if it can't be more.
        """
        worths = self.factory_worths
        if offices_on:
            worths = {
                cell: worth + FACTORY_OFFICE * (self.beside[cell] & offices_on).bit_count()
                for cell, worth in worths.items()
            }
        base, given = self._given(worths, offices_on, count)
        if self.knot:
            return base + self._untie(given, found - base)
        return base + self._finish(given, 0, 0, found - base)

    def ceiling(self, count: int, added: tuple[int, ...]) -> int:
        """No less than ``best`` if the offices add so much to each open factory, but without what
        they add to others.
        """
        key = (count, *added)
        if key not in self.ceilings:
            worths = self.factory_worths.copy()
            for cell, more in zip(BITS[self.open_factory], added, strict=True):
                worths[cell] += more
            base, given = self._given(worths, 0, count)
            self.ceilings[key] = base + self._finish(given, 0, 0, NEVER)
        return self.ceilings[key]

    def _given(self, worths: Worths, offices_on: int, count: int) -> tuple[int, _Given]:
        """What is sure to be added, and what there is to go by for the rest."""
        people, power = self.people - count, self.energy - count
        base = sum([worths[cell] for cell in BITS[self.sure_factory]])
        if self.enough_energy:
            base += self._all_fed(offices_on, power)
            return base, _Given(worths, [], people, power)
        seen = offices_on & self.near_green
        if seen not in self.homes:
            self.homes[seen] = by_towers(self.beside, self.green, self.tower_values, seen)
        return base, _Given(worths, self.homes[seen], people, power)

    def _untie(self, given: _Given, found: int) -> int:
        """Decide the knot building by building: on, or off."""
        waiting = [(0, 0)]  # those on, those off
        while waiting:
            on, off = waiting.pop()
            cell = self._undecided(on | off)
            if cell is None:
                found = self._finish(given, on, off, found)
            elif not on | off or self._finish(given, on, off, found, hasty=True) > found:
                waiting += [(on, off | 1 << cell), (on | 1 << cell, off)]
        return found

    def _undecided(self, decided: int) -> int | None:
        for cell, related in self.knot:
            if related & ~decided and not decided >> cell & 1:
                return cell
        return None

    def _finish(self, given: _Given, on: int, off: int, found: int, hasty: bool = False) -> int:
        """The best with this much of the knot decided; or ``found``, if it can't be more.

        With related buildings undecided it is a bound. If that is all one wants to know, be
        ``hasty``: then anything above ``found`` will do.
        """
        worths, homes, people, power = given
        fed = (on & self.open_shop).bit_count()
        power -= fed
        people -= on.bit_count() - fed
        if people < 0 or power < 0:
            return found
        if self.knot:
            value, spare, harbors, shops = self._untangle(on, off, worths)
        else:
            value = 0
            spare = [worths[cell] for cell in BITS[self.open_factory]]
            harbors = [*self.harbor_worths.values()]
            shops = [*self.shop_worths.values()]
        if self.enough_energy:
            leisure = self.customers[self.shops]
        else:
            busy = len(spare) + len(harbors) + len(self.by_services) - 1
            leisure = self._leisure(shops, fed, homes, power, max(0, people - busy), people)
        return value + self._staff(
            people, spare, harbors, on | self.sure_harbor, off, leisure, found - value, hasty
        )

    def _untangle(
        self, on: int, off: int, worths: Worths
    ) -> tuple[int, list[int], list[int], list[int]]:
        """The value of what is on in the knot; the worths of undecided factories, harbors, shops.

        What two buildings score by each other counts for the one that is undecided. If both are,
        each gets a part: one alone then promises too much, and no choice is promised too little.
        """
        beside = self.beside
        undecided = ~(on | off)
        harbor, shop = self.open_harbor & undecided, self.open_shop & undecided
        factory = self.open_factory & undecided
        on_harbor, on_shop = self.open_harbor & on, self.open_shop & on
        running = self.open_factory & on
        value = sum([self.harbor_worths[cell] for cell in BITS[on_harbor]])
        value += sum([self.shop_worths[cell] for cell in BITS[on_shop]])
        for cell in BITS[running]:
            near = beside[cell]
            value += worths[cell] + FACTORY_HARBOR * (near & on_harbor).bit_count()
            value += FACTORY_SHOP * (near & on_shop).bit_count()
        spare = []
        shop_part = self.shop_part
        for cell in BITS[factory]:
            near = beside[cell]
            worth = worths[cell] + FACTORY_HARBOR * (near & on_harbor).bit_count()
            worth += FACTORY_SHOP * (near & on_shop).bit_count()
            worth += HALF_HARBOR * (near & harbor).bit_count()
            spare.append(worth + (FACTORY_SHOP - shop_part) * (near & shop).bit_count())
        harbors = []
        for cell in BITS[harbor]:
            near = beside[cell]
            worth = self.harbor_worths[cell] + FACTORY_HARBOR * (near & running).bit_count()
            harbors.append(worth + HALF_HARBOR * (near & factory).bit_count())
        shops = []
        for cell in BITS[shop]:
            near = beside[cell]
            worth = self.shop_worths[cell] + FACTORY_SHOP * (near & running).bit_count()
            shops.append(worth + shop_part * (near & factory).bit_count())
        return value, spare, harbors, shops

    def _all_fed(self, offices_on: int, power: int) -> int:
        total = greens(self.beside, self.green, self.tower | offices_on)
        total += sum(self.tower_values.values())
        for cell in BITS[self.shop]:
            total += self._shop_worth(cell, 0)  # the factories count themselves
        left = power - self.only_fed - self.absorbed
        return total - left * POINT if left > 0 else total

    def _leisure(
        self, worths: list[int], shops: int, homes: Values, power: int, least: int, most: int
    ) -> Values:
        """By inhabitants without work, of whom there are ``least`` to ``most``: customers, and the
        best split of the energy between tower blocks and shops.
        """
        worths.sort(reverse=True)
        leisure = [NEVER] * (most + 1)
        total = 0
        for worth in [0, *worths]:
            if power < 0:
                break
            total += worth
            towers = min(len(homes) - 1, power)
            value = total + homes[towers] - max(0, power - towers - self.absorbed) * POINT
            customers = self.customers[shops]
            for left in range(least, most + 1):
                if value + customers[left] > leisure[left]:
                    leisure[left] = value + customers[left]
            shops += 1
            power -= 1
        return leisure

    def _staff(
        self,
        people: int,
        spare: list[int],
        harbors: list[int],
        on: int,
        off: int,
        leisure: Values,
        found: int,
        hasty: bool,
    ) -> int:
        """The best of harbors, services, spare factories and leisure; or ``found`` if more."""
        staff = sorted(spare + harbors, reverse=True)
        others = self._services_and_leisure(leisure, max(0, people - len(staff)), people)
        # Without having to keep a run together, the harbors can be chosen freely: a bound.
        free = _share(people, staff, 0, others)
        for run_points, run, run_bits in self.runs:
            if free + run_points <= found:
                break
            crew = people - (run & ~on).bit_count()
            if crew < 0 or run & off:
                continue
            value = run_points + free
            if run & ~on:
                needed = sum([worth for worth in harbors if worth & run_bits])
                value = run_points + needed + _share(crew, staff, run_bits, others)
            if value > found:
                found = value
                if hasty:
                    break
        return found

    def _services_and_leisure(self, leisure: Values, least: int, most: int) -> Values:
        """By inhabitants for both, of whom there are ``least`` to ``most``."""
        services = self.by_services
        if services == NO_SERVICES:
            return leisure
        others = [NEVER] * least
        for people in range(least, most + 1):
            found = NEVER
            left = people
            for value in services[: people + 1]:
                if value + leisure[left] > found:
                    found = value + leisure[left]
                left -= 1
            others.append(found)
        return others


def _share(people: int, staff: list[int], besides: int, others: Values) -> int:
    """Split the people between the most valuable of the staff, besides these, and all others."""
    found = others[people]
    total = 0
    for worth in staff:
        if worth & besides:
            continue
        people -= 1
        if people < 0:
            break
        total += worth
        if total + others[people] > found:
            found = total + others[people]
    return found
