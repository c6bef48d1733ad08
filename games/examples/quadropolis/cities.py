"""Small cities with their points. The engine scores them here, so they can't be wrong."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.quadropolis import rules, scoring
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELL_BY_NAME
from engine.quadropolis.rules import City, Rules
from engine.quadropolis.scoring import Sheet
from games.examples.quadropolis import drawings


@dataclass(frozen=True)
class ScoredCity:
    """``left_off`` names a building that the owner leaves off although it need not be."""

    title: Promise
    text: Promise
    drawing: str
    inhabitants: int = 0
    energy: int = 0
    left_off: str = ""

    def city(self) -> tuple[Rules, City]:
        return drawings.read(self.drawing, self.inhabitants, self.energy)

    def sheet(self) -> Sheet:
        """Buildings that are off are removed before scoring: so is the one left off."""
        rules_, city = self.city()
        if self.left_off:
            _remove(city, 1 << CELL_BY_NAME[self.left_off])
        return scoring.sheet(rules_, city)


def _remove(city: City, bit: int) -> None:
    for kind in Kind:
        city[kind] &= ~bit
    city[rules.EMPTY] |= bit


CITIES = {
    "activation": ScoredCity(
        _("Not enough energy for everybody"),
        _(
            "Three buildings need energy, but there are only two. The single floor is worth least, "
            "so it stays dark. The harbor gets the one inhabitant."
        ),
        """
        T3 T  .  .
        S  H2 .  .
        """,
        inhabitants=4,
        energy=2,
    ),
    "tower": ScoredCity(
        _("One high stack beats several low ones"),
        _("Four tiles each time: the stack on a1 is worth far more than the four houses around it."),
        """
        T4 .  T  T
        .  .  T  T
        """,
        energy=5,
    ),
    "shop": ScoredCity(
        _("Six customers for two shops"),
        _(
            "The first shop is filled, the rest go to the second. Three customers in each would "
            "be worth less."
        ),
        """
        S  S  .  .
        """,
        inhabitants=6,
        energy=2,
    ),
    "service": ScoredCity(
        _("Four public services, three districts"),
        _(
            "Two of them stand in the same district, so only three districts count. The printed "
            "points count for every one."
        ),
        """
        C2 .  C1 .
        .  C  .  .
        .  .  .  .
        C  .  .  .
        """,
        inhabitants=4,
    ),
    "park": ScoredCity(
        _("Three neighbours"),
        _("Three stacks touch the park. How high they are makes no difference to it."),
        """
        .  T2 .  .
        T  P  T3 .
        """,
        energy=3,
    ),
    "absorbing": ScoredCity(
        _("Parks absorb energy"),
        _("Three energy are left over. The two parks absorb one each; the third costs a point."),
        """
        P  T3 P  .
        """,
        energy=4,
    ),
    "square": ScoredCity(
        _("A square in its place"),
        _(
            "Nearly the same city, with squares. Nobody absorbs the three left-over energy, and the "
            "two inhabitants whom the squares bring have nothing to do."
        ),
        """
        Q  T3 Q  .
        """,
        inhabitants=2,
        energy=4,
    ),
    "factory": ScoredCity(
        _("In the middle of things"),
        _("Two shops and a harbor stand beside the factory. The shop on the corner does not."),
        """
        S  F  H  .
        S  S  .  .
        """,
        inhabitants=2,
        energy=3,
    ),
    "harbor": ScoredCity(
        _("Across and down"),
        _(
            "The longest row has three harbors, the longest column two. The harbor on b1 belongs to "
            "both. One has a point printed on it."
        ),
        """
        .  H  .  .
        H  H  H1 .
        """,
        inhabitants=4,
    ),
    "broken_row": ScoredCity(
        _("A gap in the row"),
        _("Four harbors, but only three inhabitants. Leaving b1 off breaks the row in two."),
        """
        H  H  H  H
        """,
        inhabitants=3,
        left_off="b1",
    ),
    "whole_row": ScoredCity(
        _("Better at the end"),
        _("With a harbor at the end of the row left off instead, three in a row remain."),
        """
        H  H  H  H
        """,
        inhabitants=3,
    ),
    "office": ScoredCity(
        _("A group and a loner"),
        _(
            "Three office towers touch: each scores in the line for three. The one on e1 is higher "
            "than all of them, but alone."
        ),
        """
        O2 O  .  .  O3
        O  .  .  .  .
        """,
        inhabitants=4,
        energy=4,
    ),
    "monument": ScoredCity(
        _("A quiet corner"),
        _("Two parks, a shop and a public service around the monument: hard to do better."),
        """
        .  P  .  .  .
        S  M  P  .  .
        .  C  .  .  .
        """,
        inhabitants=4,
        energy=1,
    ),
    "left_off": ScoredCity(
        _("A factory left off on purpose"),
        _(
            "Switched on, the factory would score for the shop beside it, but the monument would "
            "lose more. So the inhabitant goes shopping, and the factory stays off."
        ),
        """
        P  M  F  .  .
        .  .  S  .  .
        """,
        inhabitants=1,
        energy=1,
    ),
    "penalties": ScoredCity(
        _("Too much of everything"),
        _(
            "The factory takes one inhabitant, the tower block one energy, and the park absorbs "
            "another. The rest is left over."
        ),
        """
        T2 P  F  .
        """,
        inhabitants=3,
        energy=4,
    ),
    "whole": ScoredCity(
        _("Everything together"),
        _(
            "Thirteen inhabitants run eight buildings and fill the shops; seven energy are exactly "
            "enough."
        ),
        """
        T3 P  C1 S
        T2 T4 F  H2
        S  P  H  H
        C  F  S  C2
        """,
        inhabitants=13,
        energy=6,
    ),
}
