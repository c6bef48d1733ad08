"""Placing a tile: each rule with a drawn city, and the sentence that refuses what breaks it."""

import pytest

from engine.errors import IllegalMove
from engine.greenways import GAME
from tests.engine.greenways import oracle
from tests.engine.greenways.drawings import read
from tests.engine.greenways.positions import legal, position

NO_TOUCH = "The tile would not touch the city."
NO_CONTINUATION = "The tile would continue neither a street nor a corridor."
BARE_STREET = "The tile would complete a street that has no intersection."
BARE_CORRIDOR = "The tile would complete a corridor that has no park."
PARKS = "A park may not lie next to a park."
BUILDINGS = "A building may not lie next to a building."


def turns_at_mark(drawing, code):
    """With how many quarter turns the tile may lie on the marked cell, as text."""
    (place,) = read(drawing).marked
    placements = [notation.rsplit(",", 1) for notation in legal(position(drawing, [code]))]
    return "".join(turns for where, turns in placements if where == f"{code}@{place}")


def refusal(drawing, tile):
    """Why a tile such as ``street-curve,3`` may not lie on the marked cell."""
    code, turns = tile.split(",")
    (place,) = read(drawing).marked
    state = position(drawing, [code])
    tiles_before = dict(state.city.faces)
    with pytest.raises(IllegalMove) as refused:
        state.play(GAME.parse(f"{code}@{place},{turns}"))
    assert turns not in turns_at_mark(drawing, code)
    assert state.city.faces == tiles_before
    return str(refused.value)


NORTH_OF_START = """
    ...
    .?.
    ...
    .|.
    =*=
    .|.
"""
EAST_OF_START = """
    .|. ...
    =*= .?.
    .|. ...
"""

# It touches the city and continues a street or a corridor


@pytest.mark.parametrize(
    ("code", "turns"),
    [
        ("street-straight", "0"),
        ("street-curve", "12"),
        ("street-tee", "012"),
        ("street-cross", "0"),
        ("street-end", "2"),
        ("crossing", "0"),
        ("twin-curve", "12"),
        ("street-and-green", "2"),
        ("green-straight", ""),
        ("park-tee", ""),
    ],
)
def test_a_street_goes_on_from_a_street(code, turns):
    assert turns_at_mark(NORTH_OF_START, code) == turns


@pytest.mark.parametrize(
    ("code", "turns"),
    [
        ("green-straight", "1"),
        ("green-curve", "23"),
        ("green-tee", "123"),
        ("green-end", "3"),
        ("park-end", "3"),
        ("park-straight", "1"),
        ("crossing", "0"),
        ("twin-curve", "01"),
        ("street-and-green", "1"),
        ("street-straight", ""),
        ("street-cross", ""),
    ],
)
def test_greenery_goes_on_from_greenery(code, turns):
    assert turns_at_mark(EAST_OF_START, code) == turns


def test_a_tile_touches_the_city():
    far = """
        .|. ... ...
        =*= ... .?.
        .|. ... ...
    """
    for tile in ("green-straight,1", "building,0"):
        assert refusal(far, tile) == NO_TOUCH


def test_a_corner_does_not_touch():
    corner = """
        ... ...
        ... .?.
        ... ...
        .|. ...
        =*= ...
        .|. ...
    """
    for tile in ("street-curve,0", "green-curve,0", "building,0"):
        assert refusal(corner, tile) == NO_TOUCH


BESIDE_A_BLANK_SIDE = """
    .|. ...
    .o. .?.
    .|. ...
    .|. ...
    =*= ...
    .|. ...
"""


@pytest.mark.parametrize(
    "tile", ["street-straight,0", "green-end,0", "park-curve,0", "street-and-green,0"]
)
def test_a_tile_with_street_or_greenery_continues_one_of_them(tile):
    assert refusal(BESIDE_A_BLANK_SIDE, tile) == NO_CONTINUATION


def test_one_continuation_is_enough():
    beside_a_blank_side_and_greenery = """
        .|. ...
        .o. .?.
        .|. ...
        .|. .:.
        =*= =o.
        .|. ...
    """
    assert turns_at_mark(beside_a_blank_side_and_greenery, "green-straight") == "0"
    assert turns_at_mark(beside_a_blank_side_and_greenery, "street-and-green") == "0"


def test_a_building_only_needs_to_touch():
    assert turns_at_mark(BESIDE_A_BLANK_SIDE, "building") == "0"


def test_there_is_no_room_for_a_building_beside_the_start_tile():
    assert legal(position(".|.\n=*=\n.|.", ["building"])) == []


def test_a_tile_may_not_lie_on_another():
    state = position(NORTH_OF_START, ["crossing"])
    assert str(state.refusal(GAME.parse("crossing@0,0,0"))) == "There is already a tile at 0,0."


def test_a_tile_comes_from_the_hand():
    state = position(NORTH_OF_START, ["building", "crossing"])
    assert str(state.refusal(GAME.parse("street-end@0,-1,2"))) == (
        "You don't have this tile in your hand: street end."
    )


@pytest.mark.parametrize(
    ("notation", "instead"),
    [
        ("crossing@0,-1,2", "crossing@0,-1,0"),
        ("street-straight@0,-1,2", "street-straight@0,-1,0"),
        ("green-straight@1,0,3", "green-straight@1,0,1"),
        ("street-cross@0,-1,3", "street-cross@0,-1,0"),
        ("building@0,-1,1", "building@0,-1,0"),
    ],
)
def test_a_face_is_written_with_the_fewest_turns(notation, instead):
    code = notation.split("@")[0]
    state = position(NORTH_OF_START, [code])
    assert str(state.refusal(GAME.parse(notation))) == (
        f"The tile looks the same with {instead[-1]} quarter turns: write {instead}."
    )


# Every side that meets a neighbour is of the same type as the neighbour's side


def test_a_street_does_not_meet_greenery():
    assert refusal(EAST_OF_START, "street-straight,1") == (
        "In the west the tile has a street, and its neighbour there has greenery."
    )


def test_a_street_does_not_meet_a_blank_side():
    assert refusal(NORTH_OF_START, "street-straight,1") == (
        "In the south the tile has neither street nor greenery, and its neighbour there has "
        "a street."
    )


def test_every_neighbour_has_its_say():
    between_street_and_greenery = """
        ... ...
        .o- .?.
        .|. ...
        .|. .:.
        =*= =o.
        .|. ...
    """
    assert turns_at_mark(between_street_and_greenery, "twin-curve") == "3"
    assert turns_at_mark(between_street_and_greenery, "crossing") == "1"
    assert refusal(between_street_and_greenery, "green-straight,0") == (
        "In the west the tile has neither street nor greenery, and its neighbour there has "
        "a street."
    )
    assert refusal(between_street_and_greenery, "street-straight,1") == (
        "In the south the tile has neither street nor greenery, and its neighbour there has "
        "greenery."
    )


# It may not complete a street that has no intersection, nor a corridor that has no park

ONE_END_OF_THE_STREET_LEFT = """
    ...
    .o.
    .|.
    .|.
    =*=
    .|.
    ...
    .?.
    ...
"""


def test_it_may_not_complete_a_street_that_has_no_intersection():
    assert refusal(ONE_END_OF_THE_STREET_LEFT, "street-end,0") == BARE_STREET
    assert refusal(ONE_END_OF_THE_STREET_LEFT, "street-and-green,0") == BARE_STREET


def test_a_street_without_an_intersection_may_stay_open():
    assert turns_at_mark(ONE_END_OF_THE_STREET_LEFT, "street-straight") == "0"
    assert turns_at_mark(ONE_END_OF_THE_STREET_LEFT, "twin-curve") == "03"


def test_it_may_complete_a_street_that_has_an_intersection():
    with_a_junction = """
        ... ... ...
        .o- -o- -o.
        ... .|. ...
        ... .|. ...
        ... =*= ...
        ... .|. ...
        ... ... ...
        ... .?. ...
        ... ... ...
    """
    assert turns_at_mark(with_a_junction, "street-end") == "0"


def test_the_tile_itself_may_be_the_intersection():
    three_ends_meet = """
        ... ... ...
        ... .o. ...
        ... .|. ...
        ... .|. ...
        .o= =*= =o.
        .:. .|. .:.
        .:. ... .:.
        =o- .?. -o=
        .|. ... .|.
        .|. ... .|.
        .o. ... .o.
        ... ... ...
    """
    assert turns_at_mark(three_ends_meet, "street-tee") == "3"


def test_a_ring_has_no_open_end():
    ring = """
        ... ...
        .o- -o.
        .|. .|.
        .|. .|.
        =*= =o=
        .|. .|.
        ... .|.
        .?. -o.
        ... ...
    """
    assert refusal(ring, "street-curve,0") == BARE_STREET
    assert turns_at_mark(ring, "street-tee") == "03"


def test_an_end_stays_open_even_if_nothing_could_fill_the_cell_it_faces():
    dead_end = """
        ... ... .:.
        .o= ... .o.
        .:. ... .:.
        .:. .|. .:.
        .o= =*= =o.
        ... .|. ...
        ... ... ...
        ... .?. ...
        ... ... ...
    """
    assert not any("@0,-1," in move for move in legal(position(dead_end, list(oracle.DATA))))
    assert turns_at_mark(dead_end, "street-end") == "0"


def test_it_may_not_complete_a_corridor_that_has_no_park():
    one_end_left = """
        ... .|. ...
        .o= =*= .?.
        ... .|. ...
    """
    assert refusal(one_end_left, "green-end,3") == BARE_CORRIDOR
    assert refusal(one_end_left, "street-and-green,1") == BARE_CORRIDOR
    assert turns_at_mark(one_end_left, "green-straight") == "1"
    assert turns_at_mark(one_end_left, "park-end") == "3"  # the tile itself has the park


def test_it_may_complete_a_corridor_that_has_a_park():
    with_a_park = """
        ... .|. ...
        .P= =*= .?.
        ... .|. ...
    """
    assert turns_at_mark(with_a_park, "green-end") == "3"


def test_an_open_corridor_does_not_help_the_street_of_the_same_tile():
    street_ends_here = """
        ... ... ...
        .?. -o. ...
        ... .|. ...
        ... .|. ...
        ... =*= ...
        ... .|. ...
        ... .|. ...
        ... .o. ...
        ... ... ...
    """
    assert refusal(street_ends_here, "street-and-green,1") == BARE_STREET


# No park next to a park, no building next to a building

BESIDE_A_PARK = """
    .|. ... ...
    =*= =P= .?.
    .|. ... ...
"""


def test_no_park_next_to_a_park():
    assert refusal(BESIDE_A_PARK, "park-straight,1") == PARKS
    assert refusal(BESIDE_A_PARK, "park-end,3") == PARKS
    assert turns_at_mark(BESIDE_A_PARK, "green-straight") == "1"


def test_no_park_next_to_a_park_of_another_corridor():
    above_a_park = """
        .|. ...
        =o= .?.
        .|. ...
        .|. ...
        =*= =P=
        .|. ...
    """
    assert refusal(above_a_park, "park-straight,1") == PARKS
    assert turns_at_mark(above_a_park, "green-straight") == "1"


def test_parks_may_meet_at_a_corner():
    diagonal = """
        .|. ... ...
        =o= =o= .?.
        .|. ... ...
        .|. ... ...
        =*= =P= ...
        .|. ... ...
    """
    assert turns_at_mark(diagonal, "park-straight") == "1"


def test_no_building_next_to_a_building():
    above_a_building = """
        .|. ...
        .o. .?.
        .|. ...
        .|. ...
        .o. .B.
        .|. ...
        .|. ...
        =*= ...
        .|. ...
    """
    assert refusal(above_a_building, "building,0") == BUILDINGS


def test_buildings_may_meet_at_a_corner():
    diagonal = """
        .|. .|. ...
        .o- -o. .?.
        .|. ... ...
        .|. ... ...
        .o. .B. ...
        .|. ... ...
        .|. ... ...
        =*= ... ...
        .|. ... ...
    """
    assert turns_at_mark(diagonal, "building") == "0"


def test_a_building_may_lie_next_to_a_park():
    below_a_park = """
        .|. ...
        =*= =P=
        .|. ...
        ... ...
        ... .?.
        ... ...
    """
    assert turns_at_mark(below_a_park, "building") == "0"


# The list of moves


def test_the_first_moves_of_three_tiles_are_these():
    state = position(".|.\n=*=\n.|.", ["street-straight", "green-end", "street-straight"])
    assert legal(state) == [
        "green-end@-1,0,1",
        "green-end@1,0,3",
        "street-straight@0,-1,0",
        "street-straight@0,1,0",
    ]
