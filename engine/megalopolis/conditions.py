"""The scoring conditions: one function per card, named after it.

Each yields points, the blocks they come from, and the reason. A bot scores thousands of cities, so
these are plain tuples and the reasons are made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.megalopolis.cards import STRIDE
from engine.megalopolis.city import City, beside, columns, diagonal, groups, rows
from engine.megalopolis.meta import Kind
from engine.text import Text
from engine.text import Text as _

Counted = tuple[int, int, Text]  # points, blocks, reason

SQUARE_POINTS = (-8, -5, -2, 1, 4, 7)  # by the number of squares; the last for all above it
PARKS_IN_BLOOM = 3

ENDS_AT_EDGE = _("a road that ends at the edge")
ENDS_INSIDE = _("a road that does not end at the edge")
IN_BLOOM = _("a row or column with exactly 3 parks")
WITHOUT_PARKS = _("a row or column without parks")
PARKS = _("parks")
INDUSTRY = _("industrial blocks")
SQUARES = _("squares of one type")
STACKED = _("industrial blocks with only commercial and industrial blocks beside them")
LARGEST_RESIDENTIAL = _("the largest residential group")
LARGEST_INDUSTRIAL = _("the largest industrial group")
PARKS_INSIDE = _("parks inside the city")
PARKS_AT_EDGE = _("parks at the edge of the city")
PARKS_BESIDE = _("parks beside the largest residential group")
INDUSTRY_BESIDE = _("industrial blocks beside the largest residential group")
DIAGONAL = _("industrial blocks with another one diagonally next to them")
STRIP = _("the commercial blocks of one row or column")
MARTS = _("commercial blocks on a road between two residential blocks")
LONGEST = _("the longest road")
BETWEEN_PARKS = _("a road between two parks")
RING = _("a ring")
SKID_ROW = _("residential blocks with at least two industrial blocks beside them")
COMMUTE = _("a road through residential and commercial blocks")
NORTH_SIDES = _("commercial blocks whose north side is at the edge")
EAST_SIDES = _("commercial blocks whose east side is at the edge")
SOUTH_SIDES = _("commercial blocks whose south side is at the edge")
WEST_SIDES = _("commercial blocks whose west side is at the edge")
FULLEST_ROW = _("the fullest row")
FULLEST_COLUMN = _("the fullest column")


def outskirts(city: City) -> Iterator[Counted]:
    for road in city.roads:
        if road.faces & ~city.built:
            yield -1, road.blocks, ENDS_AT_EDGE
        else:
            yield 1, road.blocks, ENDS_INSIDE


def bloom_boom(city: City) -> Iterator[Counted]:
    park = city.blocks[Kind.PARK]
    for line in rows(city.built) + columns(city.built):
        parks = park & line
        if not parks:
            yield -1, city.built & line, WITHOUT_PARKS
        elif parks.bit_count() == PARKS_IN_BLOOM:
            yield 1, parks, IN_BLOOM


def go_green(city: City) -> Iterator[Counted]:
    park, industrial = city.blocks[Kind.PARK], city.blocks[Kind.INDUSTRIAL]
    yield park.bit_count(), park, PARKS
    yield -3 * industrial.bit_count(), industrial, INDUSTRY


def block_party(city: City) -> Iterator[Counted]:
    count = seen = 0
    for kind in city.blocks:
        wide = kind & kind >> 1
        squares = wide & wide >> STRIDE
        count += squares.bit_count()
        wide = squares | squares << 1
        seen |= wide | wide << STRIDE
    yield SQUARE_POINTS[min(count, len(SQUARE_POINTS) - 1)], seen, SQUARES


def stacks_and_scrapers(city: City) -> Iterator[Counted]:
    _commercial, park, industrial, residential = city.blocks
    counted = industrial & ~beside(park | residential)
    yield 2 * counted.bit_count(), counted, STACKED


def master_planned(city: City) -> Iterator[Counted]:
    homes = largest_group(city.blocks[Kind.RESIDENTIAL])
    industry = largest_group(city.blocks[Kind.INDUSTRIAL])
    yield homes.bit_count(), homes, LARGEST_RESIDENTIAL
    yield -industry.bit_count(), industry, LARGEST_INDUSTRIAL


def central_perks(city: City) -> Iterator[Counted]:
    park, built = city.blocks[Kind.PARK], city.built
    inside = park & built << 1 & built >> 1 & built << STRIDE & built >> STRIDE
    yield inside.bit_count(), inside, PARKS_INSIDE
    yield -2 * (park ^ inside).bit_count(), park ^ inside, PARKS_AT_EDGE


def the_burbs(city: City) -> Iterator[Counted]:
    """Of groups equally large, the one that is best for the table; it is named, for no points."""
    _commercial, park, industrial, residential = city.blocks
    found = groups(residential)
    largest = [group for group in found if group.bit_count() == found[0].bit_count()]
    choices = [(park & beside(group), industrial & beside(group), group) for group in largest]
    parks, industry, group = max(choices, key=_worth_beside, default=(0, 0, 0))
    yield parks.bit_count(), parks, PARKS_BESIDE
    yield -2 * industry.bit_count(), industry, INDUSTRY_BESIDE
    yield 0, group, LARGEST_RESIDENTIAL


def _worth_beside(found: tuple[int, int, int]) -> int:
    parks, industry, _group = found
    return parks.bit_count() - 2 * industry.bit_count()


def concrete_jungle(city: City) -> Iterator[Counted]:
    industrial = city.blocks[Kind.INDUSTRIAL]
    counted = industrial & diagonal(industrial)
    yield counted.bit_count(), counted, DIAGONAL


def the_strip(city: City) -> Iterator[Counted]:
    commercial = city.blocks[Kind.COMMERCIAL]
    best = fullest(commercial, rows(city.built) + columns(city.built))
    yield best.bit_count(), best, STRIP


def mini_marts(city: City) -> Iterator[Counted]:
    north, east, south, west = city.ports
    homes = city.blocks[Kind.RESIDENTIAL]
    elsewhere = (
        north & ~((south & homes) << STRIDE)
        | east & ~((west & homes) >> 1)
        | south & ~((north & homes) >> STRIDE)
        | west & ~((east & homes) << 1)
    )
    marts = city.blocks[Kind.COMMERCIAL] & ~elsewhere
    yield 2 * marts.bit_count(), marts, MARTS


def superhighway(city: City) -> Iterator[Counted]:
    longest = max((road.blocks for road in city.roads), key=int.bit_count, default=0)
    yield longest.bit_count() // 2, longest, LONGEST


def park_hopping(city: City) -> Iterator[Counted]:
    """Ends that face the same block face one cell."""
    park = city.blocks[Kind.PARK]
    for road in city.roads:
        if (road.faces & park).bit_count() == 2:
            yield 3, road.blocks, BETWEEN_PARKS


def looping_lanes(city: City) -> Iterator[Counted]:
    for ring in city.rings:
        yield ring.blocks.bit_count(), ring.blocks, RING


def skid_row(city: City) -> Iterator[Counted]:
    industrial = city.blocks[Kind.INDUSTRIAL]
    east, west = industrial >> 1, industrial << 1
    south, north = industrial >> STRIDE, industrial << STRIDE
    two = east & west | south & north | (east | west) & (south | north)
    counted = city.blocks[Kind.RESIDENTIAL] & two
    yield 2 * counted.bit_count(), counted, SKID_ROW


def morning_commute(city: City) -> Iterator[Counted]:
    commercial, residential = city.blocks[Kind.COMMERCIAL], city.blocks[Kind.RESIDENTIAL]
    for blocks, _faces in city.roads:
        if blocks & commercial and blocks & residential:
            yield 2, blocks, COMMUTE


def tourist_traps(city: City) -> Iterator[Counted]:
    commercial, built = city.blocks[Kind.COMMERCIAL], city.built
    north, south = commercial & ~(built << STRIDE), commercial & ~(built >> STRIDE)
    east, west = commercial & ~(built >> 1), commercial & ~(built << 1)
    yield north.bit_count(), north, NORTH_SIDES
    yield east.bit_count(), east, EAST_SIDES
    yield south.bit_count(), south, SOUTH_SIDES
    yield west.bit_count(), west, WEST_SIDES


def sprawlopolis(city: City) -> Iterator[Counted]:
    row, column = fullest(city.built, rows(city.built)), fullest(city.built, columns(city.built))
    yield row.bit_count(), row, FULLEST_ROW
    yield column.bit_count(), column, FULLEST_COLUMN


def largest_group(mask: int) -> int:
    found = groups(mask)
    return found[0] if found else 0


def fullest(mask: int, lines: tuple[int, ...]) -> int:
    """What the line with most of these holds of them."""
    return max([mask & line for line in lines], key=int.bit_count)


SCORING: dict[int, Callable[[City], Iterator[Counted]]] = {
    1: outskirts,
    2: bloom_boom,
    3: go_green,
    4: block_party,
    5: stacks_and_scrapers,
    6: master_planned,
    7: central_perks,
    8: the_burbs,
    9: concrete_jungle,
    10: the_strip,
    11: mini_marts,
    12: superhighway,
    13: park_hopping,
    14: looping_lanes,
    15: skid_row,
    16: morning_commute,
    17: tourist_traps,
    18: sprawlopolis,
}
