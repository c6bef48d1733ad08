"""Small cities with their points. The engine scores them, so they can't be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.quadropolis import rules
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELL_BY_NAME
from engine.quadropolis.rules import City
from games.examples.quadropolis import drawings
from games.examples.quadropolis.drawings import CityExample
from games.presenters.quadropolis.city import City as DrawnCity
from games.presenters.quadropolis.sheet import Reason, Row


@dataclass(frozen=True)
class ScoredCity:
    """``left_off`` names a building that its owner leaves off although something else is better."""

    title: Promise
    text: Promise
    drawing: str
    inhabitants: int = 0
    energy: int = 0
    left_off: str = ""

    def present(self) -> CityExample:
        rules_, city = drawings.read(self.drawing, self.inhabitants, self.energy)
        picture = drawings.picture(rules_, city)
        if self.left_off:
            # Buildings that are off are removed before scoring, and so is this one.
            _remove(city, 1 << CELL_BY_NAME[self.left_off])
            picture = _with_building_off(drawings.picture(rules_, city), picture, self.left_off)
        picture = replace(picture, sheet=_what_counts(picture.sheet))
        return CityExample(self.title, self.text, picture, is_scored=True)


def _what_counts(sheet: Sequence[Row]) -> list[Row]:
    """The lines that are worth something."""
    return [
        replace(row, reasons=[reason for reason in row.reasons if reason.points])
        for row in sheet
        if row.points
    ]


def _remove(city: City, bit: int) -> None:
    for kind in Kind:
        city[kind] &= ~bit
    city[rules.EMPTY] |= bit


def _with_building_off(scored: DrawnCity, drawn: DrawnCity, name: str) -> DrawnCity:
    """The city that was scored, with the building that was removed from it drawn in again."""
    [missing] = [cell for row in drawn.rows for cell in row.cells if cell.name == name]
    off = replace(
        missing,
        label=gettext("%(building)s, left off") % {"building": missing.label},
        why_off=gettext("left off on purpose"),
    )
    city = drawings.redrawn(scored, lambda cell: off if cell.name == name else cell)
    return replace(city, off=[Reason(name, 0, off.why_off)])


CITIES = {
    "activation": ScoredCity(
        _("Not enough energy for everybody"),
        _(
            "Three buildings need energy, but there are only two. The single floor is worth least, "
            "so it stays off. One inhabitant runs the harbor, the others go shopping."
        ),
        """
        T3 T  .  .
        S  H2 .  .
        """,
        inhabitants=5,
        energy=2,
    ),
    "tower": ScoredCity(
        _("One high stack beats several low ones"),
        _(
            "Four tiles stand on a1, and four side by side. The stack is worth far more, and it "
            "needs only one energy."
        ),
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
            "Nearly the same city, but nobody absorbs the three left-over energy, and the two "
            "inhabitants whom the squares bring have nothing to do."
        ),
        """
        Q  T3 Q  .
        """,
        inhabitants=2,
        energy=4,
    ),
    "factory": ScoredCity(
        _("In the middle of things"),
        _(
            "Two shops and a harbor stand beside the factory. The shop on a2 touches it only at a "
            "corner."
        ),
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
            "The longest row has three harbors, the longest column two. The harbor on b2 belongs "
            "to both. One has a point printed on it."
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
            "Thirteen inhabitants run eight buildings and fill the shops; six energy are exactly "
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
