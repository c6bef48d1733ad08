"""The score from A to E: what each part has now, what the chosen move adds, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.greenways.meta import PART_TITLES
from games.presenters.changes import Change
from games.presenters.greenways.pictures import corner
from games.presenters.greenways.scene import Scene
from games.text import say

LETTERS = dict(zip(PART_TITLES, "ABCDE", strict=True))
RULES: dict[str, Promise] = {
    "streets": _("1 point per tile of every street that has an intersection"),
    "greenery": _("1 point per tile of every corridor that has a park"),
    "parks": _("2 points per park"),
    "longest": _("1 point per tile of the longest corridor"),
    "unused": _("1 point per tile left in the pile"),
}


@dataclass(frozen=True)
class Part:
    """``lights`` are the corners of the tiles that count."""

    letter: str
    anchor: str
    rule: str
    points: Change
    lights: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Score:
    total: Change
    parts: Sequence[Part]


def score(scene: Scene) -> Score:
    before, after = scene.view.sheet(), scene.after.sheet()
    return Score(
        total=Change("", "", before.total, after.total),
        parts=[
            Part(
                letter=LETTERS[part],
                anchor=part,
                rule=str(RULES[part]),
                points=Change(LETTERS[part], say(title), before.parts[part], after.parts[part]),
                lights=[corner(cell) for cell in after.counted.get(part, ())],
            )
            for part, title in PART_TITLES.items()
        ],
    )
