"""Which tile an architect takes, and what the urbanist blocks: the engine says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.quadropolis import GAME
from engine.quadropolis.moves import PLACE_BY_NAME
from games.examples.quadropolis import drawings
from games.presenters.quadropolis.choice import CELL, Choice, reached_space
from games.presenters.quadropolis.site import Line, Place, Site, Space, site


@dataclass(frozen=True)
class SiteExample:
    """``lines`` are the rows of the site; ``step`` counts the spaces up to the one reached."""

    title: Promise
    text: Promise
    north: list[Place]
    lines: list[SiteLine]
    south: list[Place]


class SiteLine(NamedTuple):
    west: Place
    spaces: list[tuple[Space, int | None]]
    east: Place


def _site(example: ReachedTile, drawn: Site, steps: dict[int, int]) -> SiteExample:
    return SiteExample(
        title=example.title,
        text=example.text,
        north=[_quiet(place) for place in drawn.north],
        lines=[_line(line, steps) for line in drawn.lines],
        south=[_quiet(place) for place in drawn.south],
    )


def _line(line: Line, steps: dict[int, int]) -> SiteLine:
    spaces = [(space, steps.get(space.index)) for space in line.spaces]
    return SiteLine(_quiet(line.west), spaces, _quiet(line.east))


def _quiet(place: Place) -> Place:
    """Without the tiles that the architect would take from elsewhere."""
    return Place(place.name, "idle", place.name) if place.state == "other" else place


@dataclass(frozen=True)
class ReachedTile:
    """The site after some moves, with an architect about to take a tile."""

    title: Promise
    text: Promise
    moves: tuple[str, ...] = ()
    architect: int | None = None
    place: str = ""

    def present(self) -> SiteExample:
        position = drawings.new_position("classic")
        for move in self.moves:
            position.play(GAME.parse(move))
        place = PLACE_BY_NAME.get(self.place)
        drawn = site(drawings.scene(position, Choice(CELL, self.architect, place)))
        return _site(self, drawn, self._steps())

    def _steps(self) -> dict[int, int]:
        """The spaces from the architect's edge to the one that it reaches."""
        if self.architect is None:
            return {}
        place = PLACE_BY_NAME[self.place]
        return {reached_space(number, place): number for number in range(1, self.architect + 1)}


SITES = {
    "north": ReachedTile(
        _("Architect 2 at N2"),
        _("From above column 2 it takes the second tile down."),
        architect=2,
        place="N2",
    ),
    "west": ReachedTile(
        _("Architect 4 at W4"),
        _("From the left of row 4 it takes the fourth tile. From E4 it would be another one."),
        architect=4,
        place="W4",
    ),
    "urbanist": ReachedTile(
        _("The urbanist after 3W2"),
        _(
            "Architect 3 at W2 took the middle tile of row 2. Now row 2 is closed at both ends, "
            "and so is column 3. All other places are free."
        ),
        moves=("3W2-x",),
    ),
}
