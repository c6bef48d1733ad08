"""The way to a move: the tray of architects, the step in words, and what the move would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.quadropolis import refusals, rules
from engine.quadropolis.moves import DISCARD, Move
from games.presenters.changes import Change
from games.presenters.quadropolis import sheet
from games.presenters.quadropolis.choice import ARCHITECT, CELL, CONFIRM, PLACE, reached_tile
from games.presenters.quadropolis.pictures import Picture, Token, tile_picture
from games.presenters.quadropolis.scene import Scene
from games.text import say


@dataclass(frozen=True)
class Architect:
    """An architect in the tray: to be chosen, or why not."""

    token: Token
    left: int
    is_chosen: bool
    label: str
    href: str


@dataclass(frozen=True)
class Preview:
    """What the chosen move would do to the score, kind by kind, and to the resources."""

    notation: str
    score: Change
    changes: Sequence[Change]


@dataclass(frozen=True)
class Steps:
    """Where the player is on the way to a move."""

    step: str
    words: str
    anchor: str  # of the rules page
    back: str = ""
    discard: str = ""
    tile: Picture | None = None
    preview: Preview | None = None


def tray(scene: Scene) -> list[Architect]:
    """The mover's architects."""
    position = scene.position
    if position.to_move is None:
        return []
    left = rules.architects_left(position, position.mover)
    numbers = range(1, position.rules.board.architects + 1)
    return [_architect(scene, number, left.count(number)) for number in numbers]


def _architect(scene: Scene, number: int, left: int) -> Architect:
    is_common = scene.position.rules.board.common_architects
    refusal = refusals.architect_refusal(scene.position, number)
    return Architect(
        token=Token(number, None if is_common else scene.position.mover),
        left=left,
        is_chosen=number == scene.choice.architect,
        label=say(refusal) if refusal else _("Architect %(number)s") % {"number": number},
        href=scene.links.architect(number) if scene.choice.step and not refusal else "",
    )


def steps(scene: Scene) -> Steps | None:
    """Nothing for whoever only looks on."""
    return STEPS[scene.choice.step](scene) if scene.choice.step else None


def _architect_step(scene: Scene) -> Steps:
    return Steps(ARCHITECT, _("Choose an architect."), "architects")


def _place_step(scene: Scene) -> Steps:
    number = scene.choice.architect
    assert number is not None
    words = _("Choose a place for architect %(number)s.") % {"number": number}
    return Steps(PLACE, words, "take", back=scene.links.anew)


def _cell_step(scene: Scene) -> Steps:
    architect, place = scene.choice.architect, scene.choice.place
    assert architect is not None
    assert place is not None
    tile = _tile(scene)
    assert tile is not None
    return Steps(
        CELL,
        _("Choose a cell for it, or discard it: %(tile)s.") % {"tile": tile.title},
        "build",
        back=scene.links.architect(architect),
        discard=scene.links.cell(architect, place, DISCARD),
        tile=tile,
    )


def _confirm_step(scene: Scene) -> Steps:
    move, tile, links = scene.choice.move, _tile(scene), scene.links
    assert move is not None
    sentence = say(scene.position.describe(move))
    chosen = links.place(move.architect, move.place)
    return Steps(
        CONFIRM,
        f"{sentence[:1].upper()}{sentence[1:]}.",
        "scoring",
        back=chosen if tile else links.architect(move.architect),
        discard=_discard(scene, move) if tile else "",
        tile=tile,
        preview=_preview(scene, move),
    )


def _discard(scene: Scene, move: Move) -> str:
    return "" if move.cell == DISCARD else scene.links.cell(move.architect, move.place, DISCARD)


STEPS = {
    ARCHITECT: _architect_step,
    PLACE: _place_step,
    CELL: _cell_step,
    CONFIRM: _confirm_step,
}


def _tile(scene: Scene) -> Picture | None:
    assert scene.choice.architect is not None
    assert scene.choice.place is not None
    tile = reached_tile(scene.position, scene.choice.architect, scene.choice.place)
    return tile_picture(tile) if tile else None


def _preview(scene: Scene, move: Move) -> Preview:
    seat = scene.position.mover
    then = scene.view.after(move)
    before, after = scene.view.sheet(seat), then.sheet(seat)
    old, new = scene.position.cities[seat], then.position.cities[seat]
    return Preview(
        notation=str(move),
        score=Change("star", _("score"), before.total, after.total),
        changes=[
            *sheet.changes(before, after),
            Change("person", _("inhabitants"), old[rules.INHABITANTS], new[rules.INHABITANTS]),
            Change("energy", _("energy"), old[rules.ENERGY], new[rules.ENERGY]),
        ],
    )
