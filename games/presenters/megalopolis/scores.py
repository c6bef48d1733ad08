"""The two permanent scorings and the three conditions: what each is worth now, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.megalopolis.cards import SIDES
from engine.megalopolis.city import City
from engine.megalopolis.meta import CONDITIONS, DIFFICULTIES
from engine.megalopolis.scoring import BOROUGHS, TRAFFIC, Goal, Line, Sheet
from games.presenters.changes import Change
from games.presenters.megalopolis.plans import Block, road_path, sides_path, squares_path
from games.presenters.megalopolis.scene import Scene
from games.text import say, signed, unsigned

# Whose points come from roads or from sides of blocks, not from blocks.
ON_ROADS = {TRAFFIC, "1", "12", "13", "14", "16"}
ON_SIDES = {"17"}


@dataclass(frozen=True)
class Reason:
    points: str
    words: str


@dataclass(frozen=True)
class Light:
    """What lights up in the drawing of the city: the data of a path."""

    path: str
    where: str  # road, sides or blocks
    tone: str  # good, bad, or neutral: what is only meant by the rule


@dataclass(frozen=True)
class Part:
    """A part of the score. ``number`` is what a condition adds to the target."""

    number: str
    title: str
    rule: str
    anchor: str  # of the rules page
    score: Change
    reasons: Sequence[Reason]
    lights: Sequence[Light]

    @property
    def points(self) -> str:
        return unsigned(self.score.after)


@dataclass(frozen=True)
class Score:
    """``filled`` is the share of the target that is reached, in hundredths."""

    total: Change
    target: int
    permanent: Sequence[Part]
    conditions: Sequence[Part]

    @property
    def before(self) -> str:
        return unsigned(self.total.before)

    @property
    def after(self) -> str:
        return unsigned(self.total.after)

    @property
    def parts(self) -> list[Part]:
        return [*self.permanent, *self.conditions]

    @property
    def filled(self) -> int:
        return max(0, min(100, 100 * self.total.after // self.target))

    @property
    def is_won(self) -> bool:
        return self.total.after >= self.target

    @property
    def missing(self) -> int:
        return self.target - self.total.after


def score(scene: Scene, blocks: Sequence[Block]) -> Score:
    """As it is, or as the chosen move would leave it; ``blocks`` are those of that city."""
    before, after = scene.view.sheet(), scene.after.sheet()
    parts = {
        part: _part(scene, part, before.parts[part], after, blocks)
        for part in titles(scene.position.goal)
    }
    return Score(
        total=Change("", _("score"), before.total, after.total),
        target=after.target,
        permanent=[part for name, part in parts.items() if name in (BOROUGHS, TRAFFIC)],
        conditions=[part for name, part in parts.items() if name not in (BOROUGHS, TRAFFIC)],
    )


def titles(goal: Goal) -> dict[str, str]:
    """Of the parts that a score has by these rules, in their order."""
    traffic = {TRAFFIC: title(TRAFFIC)} if DIFFICULTIES[goal.variant].has_traffic else {}
    conditions = {str(number): title(str(number)) for number in goal.conditions}
    return {BOROUGHS: title(BOROUGHS)} | traffic | conditions


def title(part: str) -> str:
    permanent = {BOROUGHS: _("Boroughs"), TRAFFIC: _("Traffic")}
    return permanent[part] if part in permanent else say(CONDITIONS[int(part)].title)


def rule(part: str, variant: str) -> str:
    if part == TRAFFIC:
        return _("−1 for each road.")
    if part != BOROUGHS:
        return say(CONDITIONS[int(part)].rule)
    if DIFFICULTIES[variant].every_type:
        return _("+1 for each block of the largest group of each type.")
    return _("+1 for each block of the largest group of all.")


def lights(city: City, part: str, lines: Sequence[Line], blocks: Sequence[Block]) -> list[Light]:
    by_place = {(block.column, block.row): block for block in blocks}
    return [
        _light(part, number, line, [by_place[cell] for cell in city.cells(line.blocks)])
        for number, line in enumerate(lines)
        if line.blocks
    ]


def _light(part: str, number: int, line: Line, blocks: Sequence[Block]) -> Light:
    """Lines about sides come in the order of the sides."""
    tone = "good" if line.points > 0 else "bad" if line.points < 0 else "neutral"
    if part in ON_ROADS:
        return Light(road_path(blocks), "road", tone)
    if part in ON_SIDES:
        return Light(sides_path(blocks, SIDES[number]), "sides", tone)
    return Light(squares_path(blocks), "blocks", tone)


def reasons(lines: Sequence[Line]) -> list[Reason]:
    """What is worth something; equal lines, such as roads, together."""
    counts: dict[tuple[int, str], int] = {}
    for line in lines:
        if line.points:
            key = line.points, say(line.reason)
            counts[key] = counts.get(key, 0) + 1
    return [
        Reason(signed(points * count), f"{count} × {words}" if count > 1 else words)
        for (points, words), count in counts.items()
    ]


def _part(scene: Scene, name: str, before: int, after: Sheet, blocks: Sequence[Block]) -> Part:
    goal, lines = scene.position.goal, after.lines[name]
    return Part(
        number=name if name.isdigit() else "",
        title=title(name),
        rule=rule(name, goal.variant),
        anchor=anchor(name),
        score=Change("", title(name), before, after.parts[name]),
        reasons=reasons(lines),
        lights=lights(scene.city, name, lines, blocks),
    )


def anchor(part: str) -> str:
    return f"condition-{part}" if part.isdigit() else part
