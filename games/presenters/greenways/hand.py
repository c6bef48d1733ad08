"""The tiles before the player, and what is known of the pile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.greenways import rules, tiles
from engine.greenways.meta import HAND, TILE_TITLES
from engine.greenways.state import State
from games.presenters.greenways.pictures import Picture, picture
from games.presenters.greenways.scene import Scene
from games.text import say


@dataclass(frozen=True)
class Held:
    """A tile in hand: to be chosen, or why not. Of two equal ones the older is placed."""

    picture: Picture
    number: int
    is_chosen: bool
    is_useless: bool
    label: str
    href: str


@dataclass(frozen=True)
class Hand:
    """``under`` are the tiles that were put under the pile: those everybody has seen.

    ``is_redrawn``: those in hand seem to be what came in place of some that fit nowhere.
    """

    tiles: Sequence[Held]
    pile: int
    under: Sequence[Picture]
    is_redrawn: bool


def hand(scene: Scene) -> Hand:
    position = scene.position
    known = [tile for tile in position.pile if tile != tiles.UNKNOWN]
    return Hand(
        tiles=[_held(scene, index, tile) for index, tile in enumerate(position.hand)],
        pile=position.unused,
        under=[picture(tiles.face(tile, 0)) for tile in known],
        is_redrawn=_is_redrawn(position),
    )


def _is_redrawn(position: State) -> bool:
    """All three were drawn one after the other, and what was put away last still fits nowhere."""
    put_away = position.stack[len(tiles.DECK) :][-HAND:]
    in_a_row = position.stack[position.drawn - HAND : position.drawn]
    return (
        bool(put_away)
        and tuple(position.hand) == in_a_row
        and not rules.any_fits(position.city, put_away)
    )


def _held(scene: Scene, index: int, tile: int) -> Held:
    choice = scene.choice
    is_chosen = tile == choice.tile and index == scene.position.hand.index(tile)
    face = choice.face if is_chosen and choice.face is not None else tiles.face(tile, 0)
    fits = rules.any_fits(scene.position.city, [tile])
    title = say(TILE_TITLES[tiles.TILES[tile].code])
    return Held(
        picture=picture(face),
        number=index + 1,
        is_chosen=is_chosen,
        is_useless=bool(choice.step) and not fits,
        label=title if fits else _("%(tile)s: fits nowhere now") % {"tile": title},
        href=scene.links.tile(tile) if choice.step and fits else "",
    )
