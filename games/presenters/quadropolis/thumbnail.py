"""A city as small as a stamp: which buildings stand where, and how far the match is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine import game
from engine.quadropolis import cities
from engine.quadropolis.moves import COLUMNS, Move
from engine.quadropolis.view import View
from games.presenters.quadropolis.pictures import Picture, building_picture

PITCH = 70  # from lot to lot; the drawings are 64 wide


@dataclass(frozen=True)
class Lot:
    x: int
    y: int
    district: str
    picture: Picture | None


@dataclass(frozen=True)
class Thumbnail:
    width: int
    height: int
    built: int
    stage: str
    lots: Sequence[Lot]


def thumbnail(view: game.View[Move], seat: int) -> Thumbnail:
    assert isinstance(view, View)
    rules = view.position.rules
    buildings = {
        building["cell"]: building
        for building in cities.buildings(rules, view.position.cities[seat])
    }
    districts = rules.board.districts
    return Thumbnail(
        width=len(districts[0]) * PITCH,
        height=len(districts) * PITCH,
        built=len(buildings),
        stage=_("Round %(round)s of %(rounds)s")
        % {"round": view.position.round + 1, "rounds": rules.board.rounds},
        lots=[
            _lot(column, row, district, buildings.get(f"{COLUMNS[column]}{row + 1}"))
            for row, names in enumerate(districts)
            for column, district in enumerate(names)
        ],
    )


def _lot(column: int, row: int, district: str, building: dict[str, Any] | None) -> Lot:
    picture = building_picture(building) if building else None
    return Lot(column * PITCH, row * PITCH, district, picture)
