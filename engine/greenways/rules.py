"""What may be placed where, and when the city is complete: one function per rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from engine.greenways.city import (
    GREEN_SUM,
    NEAR_BUILDING,
    NEAR_PARK,
    OPEN_END,
    STREET_SUM,
    City,
)
from engine.greenways.meta import SPAN, Feature
from engine.greenways.moves import Move
from engine.greenways.tiles import FEATURE, GREEN_SIDES, SIDES, STREET_SIDES, TILE_FACES

Fit = tuple[int, bool, bool]  # a face, and whether it may complete a street, and a corridor


def side_met(around: int, direction: int) -> int:
    """The side of the neighbour in that direction; 0 where there is none."""
    return around >> 2 * direction & 3


def sides_match(face: int, around: int) -> bool:
    """Every side that meets a neighbour is of the same type as the neighbour's side."""
    return all(
        side_met(around, direction) in (0, side) for direction, side in enumerate(SIDES[face])
    )


def continues(face: int, around: int) -> bool:
    """A tile with street or greenery continues at least one of them into a neighbour."""
    carrying = STREET_SIDES[face] + GREEN_SIDES[face]
    return not carrying or any(side_met(around, direction) for direction in carrying)


def parks_apart(face: int, around: int) -> bool:
    return not (FEATURE[face] == Feature.PARK and around & NEAR_PARK)


def buildings_apart(face: int, around: int) -> bool:
    return not (FEATURE[face] == Feature.BUILDING and around & NEAR_BUILDING)


@cache
def fits(tile: int, around: int) -> tuple[Fit, ...]:
    """How the tile can lie between such neighbours, whatever their streets and corridors."""
    return tuple(
        (face, _closed(STREET_SIDES[face], around), _closed(GREEN_SIDES[face], around))
        for face in TILE_FACES[tile]
        if sides_match(face, around)
        and continues(face, around)
        and parks_apart(face, around)
        and buildings_apart(face, around)
    )


def _closed(directions: tuple[int, ...], around: int) -> bool:
    """No open end is left on the tile itself."""
    return bool(directions) and all(side_met(around, direction) for direction in directions)


def completes_bare_street(city: City, face: int, cell: int) -> bool:
    """It would leave a street without an open end and without an intersection."""
    neighbours = city.neighbours(cell, STREET_SIDES[face])
    return bool(neighbours) and city.streets.joined(neighbours, STREET_SUM[face]) < OPEN_END


def completes_bare_corridor(city: City, face: int, cell: int) -> bool:
    """It would leave a corridor without an open end and without a park."""
    neighbours = city.neighbours(cell, GREEN_SIDES[face])
    return bool(neighbours) and city.corridors.joined(neighbours, GREEN_SUM[face]) < OPEN_END


def placements(city: City, tile: int) -> Iterator[Move]:
    """Every way to place the tile."""
    for cell, around in city.fringe.items():
        for face, street, corridor in fits(tile, around):
            if street and completes_bare_street(city, face, cell):
                continue
            if corridor and completes_bare_corridor(city, face, cell):
                continue
            yield Move(face, cell)


def any_fits(city: City, tiles: Iterable[int]) -> bool:
    return any(True for tile in set(tiles) for _ in placements(city, tile))


def is_complete(city: City) -> bool:
    """It spans enough rows and columns, and each of them contains a tile with greenery."""
    return (
        city.rows.bit_count() >= SPAN
        and city.columns.bit_count() >= SPAN
        and city.rows == city.green_rows
        and city.columns == city.green_columns
    )
