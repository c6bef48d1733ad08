"""The final score: boroughs, traffic and the three conditions, with the blocks that count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.game import Json
from engine.megalopolis.city import City
from engine.megalopolis.conditions import SCORING, Counted, largest_group
from engine.megalopolis.meta import DIFFICULTIES, Kind
from engine.text import Text
from engine.text import Text as _

BOROUGHS = "boroughs"
TRAFFIC = "traffic"

LARGEST = {
    Kind.COMMERCIAL: _("the largest commercial group"),
    Kind.PARK: _("the largest group of parks"),
    Kind.INDUSTRIAL: _("the largest industrial group"),
    Kind.RESIDENTIAL: _("the largest residential group"),
}
ROAD = _("a road")


class Goal(NamedTuple):
    """What a match is scored by."""

    variant: str
    conditions: tuple[int, ...]

    @property
    def target(self) -> int:
        return sum(self.conditions)


class Line(NamedTuple):
    """Some points, the blocks or the road that they come from (a mask), and why."""

    points: int
    blocks: int
    reason: Text


@dataclass(frozen=True)
class Sheet:
    """The score of a city: the lines of each part, in the order in which they are shown."""

    lines: Mapping[str, Sequence[Line]]
    target: int

    @property
    def parts(self) -> dict[str, int]:
        return {part: sum(line.points for line in lines) for part, lines in self.lines.items()}

    @property
    def total(self) -> int:
        return sum(self.parts.values())

    @property
    def won(self) -> bool:
        return self.total >= self.target

    def to_json(self) -> Json:
        return {"total": self.total, "target": self.target, "won": self.won, "parts": self.parts}


def sheet(goal: Goal, city: City) -> Sheet:
    counted = {BOROUGHS: boroughs(goal.variant, city), TRAFFIC: traffic(goal.variant, city)}
    counted |= {str(number): SCORING[number](city) for number in goal.conditions}
    lines = {part: tuple(Line(*found) for found in of_part) for part, of_part in counted.items()}
    return Sheet(lines, goal.target)


def points(goal: Goal, city: City) -> int:
    """The total alone."""
    total = _sum(boroughs(goal.variant, city))
    if DIFFICULTIES[goal.variant].has_traffic:
        total -= city.road_count
    for number in goal.conditions:
        total += _sum(SCORING[number](city))
    return total


def boroughs(variant: str, city: City) -> Iterator[Counted]:
    """The largest group of each type; in the harder variant only the largest of all."""
    largest = [
        (largest_group(mask), LARGEST[kind]) for kind, mask in zip(Kind, city.blocks, strict=True)
    ]
    if not DIFFICULTIES[variant].every_type:
        largest = [max(largest, key=lambda found: found[0].bit_count())]
    for group, reason in largest:
        yield group.bit_count(), group, reason


def traffic(variant: str, city: City) -> Iterator[Counted]:
    if DIFFICULTIES[variant].has_traffic:
        for road in city.roads:
            yield -1, road.blocks, ROAD


def _sum(counted: Iterator[Counted]) -> int:
    return sum([points for points, _blocks, _reason in counted])
