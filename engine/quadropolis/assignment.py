"""The best assignment of inhabitants and energy, exactly.

What best means is one integer, the value of ``values.py``, and values add up. ``staffing.py``
finds the best assignment once it is known which office towers are on. Here these are chosen: they
form groups, and they count for the parks and factories beside them.

All choices are cut short by bounds. Buildings never take points from each other (only monuments
do, and they are always there), so nothing can be better than what it is with all the rest on. And
what two buildings score by each other may be shared between them in any way: whoever is counted
without the other then has too much, and nobody has too little.
"""

from __future__ import annotations

from engine.quadropolis.rules import BITS, City, Rules, office_groups
from engine.quadropolis.staffing import Staffing, Worths
from engine.quadropolis.tables import OFFICE_POINTS
from engine.quadropolis.values import FACTORY_OFFICE, PARK, POINT, STAFFED, subsets

FEW = 3  # then trying all costs less than bounds would


def best(rules: Rules, city: City) -> int:
    """The value of the best assignment of the city's inhabitants and energy."""
    staffing = Staffing(rules, city)
    if not staffing.office:
        return staffing.sure + staffing.best(0, 0)
    return staffing.sure + _Offices(staffing).best()


class _Offices:
    """The search for the offices that are best on."""

    def __init__(self, staffing: Staffing) -> None:
        self.rest = staffing
        self.beside = staffing.beside
        self.all = staffing.office
        self.most = min(staffing.people, staffing.energy, staffing.offices)
        self.factories = BITS[staffing.open_factory]
        seen = staffing.factory | staffing.green
        self.neighbours = [cell for cell in BITS[seen] if self.beside[cell] & self.all]
        self.parks = [cell for cell in self.neighbours if staffing.green >> cell & 1]
        self.known: dict[tuple[int, ...], int] = {}  # the most that the rest can be

    def best(self) -> int:
        rest = self.rest
        if rest.enough_people and rest.enough_energy:
            return self._value(self.all) + rest.best(self.all, rest.offices)
        found = rest.best(0, 0)
        if rest.offices <= FEW:
            return self._try_all(found)
        for bound, count, share in sorted(self._plans(), reverse=True):
            if bound <= found:
                break
            found = self._choose(count, share, found)
        return found

    def _try_all(self, found: int) -> int:
        for on in subsets(self.all):
            if 0 < on.bit_count() <= self.most:
                found = self._try(on, found)
        return found

    def _try(self, on: int, found: int) -> int:
        value, count = self._value(on), on.bit_count()
        # The rest only sees how many offices are beside each of its buildings.
        key = (count, *[(self.beside[cell] & on).bit_count() for cell in self.neighbours])
        if key not in self.known or value + self.known[key] > found:
            self.known[key] = self.rest.best(on, count, found - value)
        return max(found, value + self.known[key])

    def _plans(self) -> list[tuple[int, int, int]]:
        """By number of offices: a bound, and which share of what an office and a factory score by
        each other counts for the office.

        The more offices there are, the smaller is the share that bounds best.
        """
        plans = []
        related = any(self.beside[cell] & self.all for cell in self.factories)
        share = FACTORY_OFFICE if related else 0
        for count in range(1, self.most + 1):
            plan = self._plan(count, share)
            while share and (other := self._plan(count, share - POINT)) < plan:
                plan, share = other, share - POINT
            plans.append(plan)
        return plans

    def _plan(self, count: int, share: int) -> tuple[int, int, int]:
        ceilings = self._ceilings(self.all, count, self._by_group_size(share))
        promised = self.rest.ceiling(count, self._for_factories(self.all, 0, share))
        return sum(sorted(ceilings.values())[-count:]) + promised, count, share

    def _choose(self, count: int, share: int, found: int) -> int:
        """Exactly so many: from all of them, ever more of the least valuable are taken away."""
        table = self._by_group_size(share)
        promised = self.rest.ceiling(count, self._for_factories(self.all, 0, share))
        ceilings = self._ceilings(self.all, count, table)
        cells = sorted(ceilings, key=lambda cell: ceilings[cell])
        waiting = [(self.all, 0, 0)]  # offices, those of them that stay, where the others begin
        while waiting:
            on, staying, start = waiting.pop()
            ceilings = self._ceilings(on, count, table)
            surplus = len(ceilings) - count
            leaving = sorted([ceilings[cell] for cell in cells[start:] if cell in ceilings])
            bound = sum(ceilings.values()) - sum(leaving[:surplus])
            if bound + promised <= found:
                continue
            # Once an office stays, all that it adds to a factory depends on the factory alone.
            if not surplus:
                staying = on
            added = self._for_factories(on, staying, share)
            for cell in self.factories:
                bound -= share * (self.beside[cell] & staying).bit_count()
            if bound + self.rest.ceiling(count, added) <= found:
                continue
            if not surplus:
                found = self._try(on, found)
                continue
            smaller = []
            for index in range(start, len(cells) - surplus + 1):
                bit = 1 << cells[index]
                smaller.append((on & ~bit, staying, index + 1))
                staying |= bit
            waiting += smaller[::-1]
        return found

    def _for_factories(self, on: int, staying: int, share: int) -> tuple[int, ...]:
        """What each open factory gets by these offices: all of it if they stay, else the rest."""
        left = FACTORY_OFFICE - share
        return tuple(
            [
                left * (self.beside[cell] & on).bit_count()
                + share * (self.beside[cell] & staying).bit_count()
                for cell in self.factories
            ]
        )

    def _by_group_size(self, share: int) -> list[Worths]:
        """By size of its group, what each office is worth, with its share of what factories get."""
        sure, maybe = self.rest.sure_factory, self.rest.open_factory
        fixed = {
            cell: STAFFED[cell]
            + FACTORY_OFFICE * (self.beside[cell] & sure).bit_count()
            + share * (self.beside[cell] & maybe).bit_count()
            for cell in BITS[self.all]
        }
        return [
            {cell: POINT * points[self.rest.floors[cell]] + fixed[cell] for cell in fixed}
            for points in OFFICE_POINTS
        ]

    def _ceilings(self, on: int, count: int, table: list[Worths]) -> Worths:
        """The most that each of these is worth if so many of them are on."""
        ceilings = {}
        most = min(count, len(OFFICE_POINTS) - 1)
        for group in office_groups(self.rest.rules, on):
            worths = table[min(group.bit_count(), most)]
            for cell in BITS[group]:
                ceilings[cell] = worths[cell]
        for park in self.parks:
            near = self.beside[park]
            offices, towers = near & on, (near & self.rest.tower).bit_count()
            for cell in BITS[offices]:
                # Each further tower adds no less than the last, so none adds more on average.
                number = offices.bit_count()
                ceilings[cell] -= (PARK[towers] - PARK[towers + number]) // number
        return ceilings

    def _value(self, on: int) -> int:
        value = 0
        for group in office_groups(self.rest.rules, on):
            by_floors = OFFICE_POINTS[min(group.bit_count(), len(OFFICE_POINTS) - 1)]
            for cell in BITS[group]:
                value += POINT * by_floors[self.rest.floors[cell]] + STAFFED[cell]
        return value
