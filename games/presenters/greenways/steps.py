"""The way to a move: what is to be chosen next, in words, and how the tile can be turned."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.presenters.greenways.choice import CELL, CONFIRM, TILE
from games.presenters.greenways.pictures import Picture, picture
from games.presenters.greenways.scene import Scene
from games.text import say


@dataclass(frozen=True)
class Steps:
    """Where the player is on the way to a move; ``turn`` is the tile turned once more, and
    ``previous`` and ``next`` lead from cell to cell.
    """

    step: str
    words: str
    anchor: str  # of the rules page
    back: str = ""
    turn: str = ""
    previous: str = ""
    next: str = ""
    tile: Picture | None = None
    notation: str = ""


def steps(scene: Scene) -> Steps | None:
    """Nothing for whoever only looks on."""
    return STEPS[scene.choice.step](scene) if scene.choice.step else None


def _tile_step(scene: Scene) -> Steps:
    return Steps(TILE, _("Choose one of your tiles."), "turn")


def _cell_step(scene: Scene) -> Steps:
    face = scene.choice.face
    assert face is not None
    tile = picture(face)
    return Steps(
        CELL,
        _("Choose a cell for it: %(tile)s.") % {"tile": tile.title},
        "placing",
        back=scene.links.anew,
        turn=_turn(scene),
        previous=_beside(scene, -1),
        next=_beside(scene, 0),
        tile=tile,
    )


def _confirm_step(scene: Scene) -> Steps:
    move = scene.choice.move
    assert move is not None
    sentence = say(scene.position.describe(move))
    ends = _("The match ends with it.") if scene.after.position.over else ""
    return Steps(
        CONFIRM,
        f"{sentence[:1].upper()}{sentence[1:]}. {ends}".rstrip(),
        "scoring",
        back=scene.links.face(move.face),
        turn=_turn(scene),
        previous=_beside(scene, -1),
        next=_beside(scene, 1),
        tile=picture(move.face),
        notation=str(move),
    )


STEPS = {TILE: _tile_step, CELL: _cell_step, CONFIRM: _confirm_step}


def _beside(scene: Scene, step: int) -> str:
    """The cell so many further on, around and around; without a cell, from the first one on."""
    moves, chosen = list(scene.choice.by_cell.values()), scene.choice.move
    here = moves.index(chosen) if chosen else 0
    then = moves[(here + step) % len(moves)]
    return "" if then == chosen else scene.links.move(then)


def _turn(scene: Scene) -> str:
    """Clockwise to the next face that fits; nothing if there is no other."""
    face, faces = scene.choice.face, scene.choice.faces
    others = [other for other in faces if other != face]
    if face is None or not others:
        return ""
    then = min(others, key=lambda other: (other - face) % 4)
    move = scene.choice.move
    return scene.links.face(then) if move is None else scene.links.move(move._replace(face=then))
