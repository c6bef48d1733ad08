"""A small city for each part of the score. The engine scores them, so they can't be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.megalopolis import scoring
from engine.megalopolis.city import City
from engine.megalopolis.conditions import SCORING
from engine.megalopolis.scoring import BOROUGHS, TRAFFIC, Line
from games.examples.megalopolis import drawings
from games.examples.megalopolis.drawings import Example
from games.presenters.megalopolis.city import city_label
from games.presenters.megalopolis.plans import frame, plan
from games.presenters.megalopolis.scores import lights, reasons
from games.text import unsigned

MARGIN = 0.15


@dataclass(frozen=True)
class ScoredCity:
    title: Promise
    text: Promise
    drawing: str

    def present(self, part: str) -> Example:
        city = drawings.read(self.drawing)
        drawn, lines = plan(city), part_lines(part, city)
        return Example(
            self.title,
            self.text,
            city_label(drawn.blocks),
            drawn,
            frame(drawn.blocks, MARGIN),
            lights(city, part, lines, drawn.blocks),
            reasons(lines),
            unsigned(sum(line.points for line in lines)),
        )


def part_lines(part: str, city: City) -> Sequence[Line]:
    permanent = {BOROUGHS: scoring.boroughs, TRAFFIC: scoring.traffic}
    found = permanent[part]("normal", city) if part in permanent else SCORING[int(part)](city)
    return [Line(*counted) for counted in found]


SCORINGS = {
    BOROUGHS: ScoredCity(
        _("The largest group of each type"),
        _(
            "Blocks belong together where they share a side. There is a second group of parks, and "
            "a second industrial block, but only one group of each type counts."
        ),
        """
        C─ C┐ P  R│
        I─ C│ R─ R┘
        P  P  I─ R│
        """,
    ),
    TRAFFIC: ScoredCity(
        _("Three roads"),
        _(
            "One road winds through five blocks. The other two have only one block each: they lead "
            "past each other, not into each other."
        ),
        """
        C─ R┐ P
        P  I│ C─
        R─ C┘ I│
        """,
    ),
    "1": ScoredCity(
        _("Where roads end"),
        _(
            "Two short roads run into parks or blocks at both ends, and the ring has no end at "
            "all. The road in the second row leaves the city in the west."
        ),
        """
        P  C─ P
        R─ I─ P
        C┌ R┐ I│
        I└ C┘ P
        """,
    ),
    "2": ScoredCity(
        _("Rows and columns of three"),
        _(
            "The first row and the first column have exactly three parks. The last row has none. "
            "One park or two change nothing."
        ),
        """
        P  P  C─ P
        P  R│ P  C─
        P  C│ R─ I┐
        I─ R┘ C─ R└
        """,
    ),
    "3": ScoredCity(
        _("One factory among the trees"),
        _("Five parks are worth less than you would think, because of one industrial block."),
        """
        P  P  C─
        R│ P  P
        C─ I─ P
        """,
    ),
    "4": ScoredCity(
        _("Squares may overlap"),
        _(
            "Six residential blocks make two squares, since they share the middle column. The "
            "parks make a third one."
        ),
        """
        R│ R─ R┐ P
        R│ R─ R│ C─
        I─ C─ P  P
        C│ I┘ P  P
        """,
    ),
    "5": ScoredCity(
        _("Good company for smoke"),
        _(
            "The two industrial blocks in the corner have only commercial and industrial blocks "
            "beside them; open sides are fine. A park beside the other two spoils both."
        ),
        """
        I─ C─ R┐
        I│ I─ C│
        C└ P  I─
        """,
    ),
    "6": ScoredCity(
        _("Homes against halls"),
        _("Only the largest group of each counts: the single home in the corner does not."),
        """
        R─ R┐ I─ I┐
        C│ R│ P  I│
        P  R└ C─ R┘
        """,
    ),
    "7": ScoredCity(
        _("Three parks inside, one outside"),
        _("A park is inside if all its four sides have a block; corners don’t matter."),
        """
        C─ R─ I─ C┐ P
        R│ P  P  P  I│
        I└ C─ R─ I─ C┘
        """,
    ),
    "8": ScoredCity(
        _("Around the largest residential group"),
        _(
            "Three parks share a side with the group of three homes, and so does one industrial "
            "block. The other one only stands near it."
        ),
        """
        P  R│ P  R─
        R─ R┘ I─ C│
        C─ P  I│ R─
        """,
    ),
    "9": ScoredCity(
        _("Corner to corner"),
        _(
            "Four industrial blocks meet at corners, all around the one in the middle. The fifth "
            "meets none."
        ),
        """
        I─ C─ I│
        R│ I─ P
        C─ R─ I┐
        I─ P  R│
        """,
    ),
    "10": ScoredCity(
        _("The best row"),
        _("Other blocks may stand between the shops. The best column has fewer of them."),
        """
        C─ P  C─ C┐
        R│ C─ I─ R│
        C─ R─ P  C┘
        """,
    ),
    "11": ScoredCity(
        _("A shop on the way home"),
        _(
            "Two commercial blocks have a residential block at both ends of their piece of road. "
            "The other ones have one at one end only, or none."
        ),
        """
        R─ C─ R┐ P
        I─ P  C│ R─
        C─ C─ R└ C─
        """,
    ),
    "12": ScoredCity(
        _("Seven blocks long"),
        _("The longest road winds through seven blocks; half of that is rounded down."),
        """
        R─ C─ I┐ P
        C─ P  R│ I─
        I┌ C─ R┘ C│
        """,
    ),
    "13": ScoredCity(
        _("From park to park"),
        _(
            "Two roads begin and end at a park. They may share one, but a road needs two different "
            "ones. The road in the west meets a park at one end only."
        ),
        """
        P  C─ R─ P
        R─ I─ P  C│
        P  C─ I─ R┘
        """,
    ),
    "14": ScoredCity(
        _("Round and round"),
        _("A ring of six blocks. What lies inside or outside of it makes no difference."),
        """
        C┌ R─ I┐ P
        I└ C─ R┘ C─
        R─ P  I─ C─
        """,
    ),
    "15": ScoredCity(
        _("Between the factories"),
        _("Two homes have an industrial block on two sides; the third home only on one."),
        """
        I─ R│ I─
        C│ P  R─
        C└ R─ I┘
        """,
    ),
    "16": ScoredCity(
        _("From home to work"),
        _(
            "Two roads run through homes and shops, however many of each. The road in the south "
            "has homes, but no shop."
        ),
        """
        R─ C─ P
        C─ I─ R┐
        I│ P  C└
        R└ I─ I─
        """,
    ),
    "17": ScoredCity(
        _("Shops with a view"),
        _("Every open side counts, so corners of the city count twice and headlands more."),
        """
        .  C─ .
        C│ P  R─
        C└ I─ C┘
        """,
    ),
    "18": ScoredCity(
        _("Far and wide"),
        _("The gap in the first row is not counted, but the row goes on behind it."),
        """
        C─ R─ P  .  I─ P
        .  I│ C─ R─ C┘ .
        P  C│ .  .  .  .
        .  R┘ .  .  .  .
        """,
    ),
}
