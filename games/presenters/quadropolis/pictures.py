"""Tiles, buildings and architects as they are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.quadropolis.meta import KIND_BY_WORD, KIND_TITLES, Kind
from engine.quadropolis.rules import STACKED
from engine.quadropolis.tiles import Tile
from games.text import say


@dataclass(frozen=True)
class Picture:
    """``kind`` colours the ground, ``symbol`` is the drawing, ``icons`` are printed below it."""

    kind: str
    symbol: str
    title: str = field(compare=False)  # in words, and so in a language
    icons: tuple[str, ...] = ()
    points: int = 0
    floors: int = 0


@dataclass(frozen=True)
class Token:
    """An architect: neutral in the common pool, and its owner's once it stands somewhere."""

    number: int
    seat: int | None = None


def tile_picture(tile: Tile) -> Picture:
    icons = ("person",) * tile.inhabitants + ("energy",) * tile.energy + ("mayor",) * tile.mayor
    return Picture(
        kind=tile.kind.word,
        symbol=_symbol(tile.kind, 1),
        title=_tile_title(tile),
        icons=icons,
        points=tile.points,
    )


def building_picture(building: dict[str, Any]) -> Picture:
    """From the form that the engine's ``cities.buildings`` gives."""
    kind = KIND_BY_WORD[building["kind"]]
    floors, points = building.get("floors", 0), building.get("points", 0)
    details = [_points(points)] if points else []
    if floors:
        details.append(ngettext("%(count)s floor", "%(count)s floors", floors) % {"count": floors})
    return Picture(
        kind=kind.word,
        symbol=_symbol(kind, floors),
        title=", ".join((say(KIND_TITLES[kind]), *details)),
        points=points,
        floors=floors,
    )


def _symbol(kind: Kind, floors: int) -> str:
    return f"{kind.word}-{floors}" if kind in STACKED else kind.word


def _tile_title(tile: Tile) -> str:
    details = [say(KIND_TITLES[tile.kind])]
    if tile.inhabitants:
        details.append(inhabitants(tile.inhabitants))
    if tile.energy:
        details.append(_("%(count)s energy") % {"count": tile.energy})
    if tile.points:
        details.append(_points(tile.points))
    if tile.mayor:
        details.append(_("the mayor"))
    return ", ".join(details)


def inhabitants(count: int) -> str:
    return ngettext("%(count)s inhabitant", "%(count)s inhabitants", count) % {"count": count}


def _points(count: int) -> str:
    return ngettext("%(count)s printed point", "%(count)s printed points", count) % {"count": count}


def mark_new(label: str) -> str:
    """What is new is framed on the boards; this is the same for ears."""
    return _("%(what)s (new)") % {"what": label}
