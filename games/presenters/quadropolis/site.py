"""The construction site with its twenty places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.quadropolis import refusals, tiles
from engine.quadropolis.meta import SITE_SIZE
from engine.quadropolis.moves import PLACE_BY_NAME
from games.presenters.quadropolis.choice import PLACE, reached_space, reached_tile
from games.presenters.quadropolis.pictures import Picture, Token, mark_new, tile_picture
from games.presenters.quadropolis.scene import Scene
from games.text import say


@dataclass(frozen=True)
class Place:
    """``state``: idle, open (lit), other (possible, but not what is asked for), chosen, taken or
    blocked. ``space`` is what the chosen architect would reach from here.
    """

    name: str
    state: str
    label: str
    href: str = ""
    space: int | None = None
    picture: Picture | None = None
    token: Token | None = None
    is_new: bool = False

    @property
    def side(self) -> str:
        return self.name[0].lower()


@dataclass(frozen=True)
class Space:
    """``state``: filled, empty or face-down."""

    index: int
    state: str
    label: str
    picture: Picture | None
    has_urbanist: bool
    is_chosen: bool
    is_new: bool


@dataclass(frozen=True)
class Line:
    """A row of the site between its two places."""

    west: Place
    spaces: Sequence[Space]
    east: Place


@dataclass(frozen=True)
class Site:
    north: Sequence[Place]
    lines: Sequence[Line]
    south: Sequence[Place]


def site(scene: Scene) -> Site:
    numbers = range(1, SITE_SIZE + 1)
    return Site(
        north=[_place(scene, f"N{number}") for number in numbers],
        lines=[_line(scene, number) for number in numbers],
        south=[_place(scene, f"S{number}") for number in numbers],
    )


def _line(scene: Scene, number: int) -> Line:
    first = (number - 1) * SITE_SIZE
    return Line(
        west=_place(scene, f"W{number}"),
        spaces=[_space(scene, space) for space in range(first, first + SITE_SIZE)],
        east=_place(scene, f"E{number}"),
    )


def _place(scene: Scene, name: str) -> Place:
    place, choice = PLACE_BY_NAME[name], scene.choice
    for seat, number, taken in scene.position.placed:
        if taken == place:
            return _taken_place(scene, name, seat, number)
    refusal = refusals.place_refusal(scene.position, place)
    if refusal is not None and scene.position.to_move is not None:
        return Place(name, "blocked", say(refusal))
    if choice.architect is None:
        return Place(name, "idle", name)
    if place == choice.place:
        return _chosen_place(scene, name, choice.architect)
    return _free_place(scene, name, choice.architect)


def _taken_place(scene: Scene, name: str, seat: int, number: int) -> Place:
    label = _("%(place)s: architect %(number)s of %(player)s")
    words = label % {"place": name, "number": number, "player": scene.names[seat]}
    is_new = (seat, number, PLACE_BY_NAME[name]) in _new_architects(scene)
    return Place(
        name,
        "taken",
        mark_new(words) if is_new else words,
        token=Token(number, seat),
        is_new=is_new,
    )


def _chosen_place(scene: Scene, name: str, architect: int) -> Place:
    label = _("%(place)s: chosen for architect %(number)s")
    return Place(
        name,
        "chosen",
        label % {"place": name, "number": architect},
        space=reached_space(architect, PLACE_BY_NAME[name]),
        token=Token(architect, scene.position.mover),
    )


def _free_place(scene: Scene, name: str, architect: int) -> Place:
    place = PLACE_BY_NAME[name]
    tile = reached_tile(scene.position, architect, place)
    picture = tile_picture(tile) if tile else None
    if picture:
        label = _("%(place)s: take %(tile)s") % {"place": name, "tile": picture.title}
    else:
        label = _("%(place)s: take nothing, the space is empty") % {"place": name}
    return Place(
        name,
        "open" if scene.choice.step == PLACE else "other",
        label,
        href=scene.links.place(architect, place),
        space=reached_space(architect, place),
        picture=picture,
    )


def _space(scene: Scene, space: int) -> Space:
    tile = scene.position.site[space]
    is_down = bool(scene.position.face_down >> space & 1)
    picture = tile_picture(tiles.tile(tile)) if tile else None
    return Space(
        index=space,
        state="filled" if picture else "face-down" if is_down else "empty",
        label=_space_label(scene, space, picture, is_down),
        picture=picture,
        has_urbanist=space == scene.position.urbanist,
        is_chosen=space == _chosen_space(scene),
        is_new=space in _new_spaces(scene),
    )


def _space_label(scene: Scene, space: int, picture: Picture | None, is_down: bool) -> str:
    row, column = divmod(space, SITE_SIZE)
    where = _("row %(row)s, column %(column)s") % {"row": row + 1, "column": column + 1}
    words = picture.title if picture else _("face-down tile") if is_down else _("empty")
    if space == scene.position.urbanist:
        words = _("%(space)s, the urbanist stands here") % {"space": words}
    label = f"{where}: {words}"
    return mark_new(label) if space in _new_spaces(scene) else label


def _chosen_space(scene: Scene) -> int | None:
    choice = scene.choice
    if choice.architect is None or choice.place is None:
        return None
    return reached_space(choice.architect, choice.place)


def _new_architects(scene: Scene) -> set[tuple[int, int, int]]:
    """Of the moves to be marked, those of this round."""
    recent = {(seat, move.architect, move.place) for seat, move in scene.recent}
    return recent & set(scene.position.placed)


def _new_spaces(scene: Scene) -> set[int]:
    return {reached_space(number, place) for _seat, number, place in _new_architects(scene)}
