"""The tiles, their faces, and how a move is written."""

import pytest

from engine.errors import BadMove
from engine.greenways import GAME, tiles
from engine.greenways.meta import TILE_TITLES, Feature, Side
from engine.greenways.moves import place_of
from tests.engine.greenways import oracle
from tests.engine.greenways.positions import TERMS, dealt

LETTERS = {Side.STREET: "S", Side.GREENERY: "G", Side.NEITHER: "."}


def number(code):
    return tiles.TILE_BY_CODE[code]


def shown(code, turns):
    """The sides of a face, as the data file would write them."""
    return "".join(LETTERS[side] for side in tiles.SIDES[tiles.face(number(code), turns)])


def test_there_are_72_tiles():
    assert len(tiles.DECK) == 72
    assert sorted(GAME.deal(TERMS, "any")["pile"]) == sorted(
        code for code, row in oracle.DATA.items() for _ in range(row.copies)
    )


def test_the_engine_reads_the_data_file_as_it_is():
    assert [tile.code for tile in tiles.TILES] == list(oracle.DATA)
    for code, row in oracle.DATA.items():
        tile = tiles.TILES[number(code)]
        assert (shown(code, 0), tile.copies) == (row.sides, row.copies)
        assert tile.feature == (Feature[row.feature.upper()] if row.feature else Feature.NONE)


def test_every_tile_has_a_title():
    assert list(TILE_TITLES) == list(oracle.DATA)


def test_the_start_tile_is_a_crossing_with_its_street_from_north_to_south():
    city = dealt("any").city
    assert [(place_of(cell), face) for cell, face in city.faces.items()] == [((0, 0), tiles.START)]
    assert shown("crossing", 0) == "SGSG"
    assert tiles.face(number("crossing"), 0) == tiles.START


def test_the_start_tile_is_not_one_of_the_72():
    assert dealt("any").stack.count(number("crossing")) == oracle.DATA["crossing"].copies


@pytest.mark.parametrize(("turns", "sides"), [(0, "SS.."), (1, ".SS."), (2, "..SS"), (3, "S..S")])
def test_tiles_turn_clockwise(turns, sides):
    assert shown("street-curve", turns) == sides


@pytest.mark.parametrize(
    ("code", "turns"),
    [
        ("street-straight", [0, 1]),
        ("street-curve", [0, 1, 2, 3]),
        ("street-tee", [0, 1, 2, 3]),
        ("street-cross", [0]),
        ("street-end", [0, 1, 2, 3]),
        ("park-straight", [0, 1]),
        ("crossing", [0, 1]),
        ("twin-curve", [0, 1, 2, 3]),
        ("street-and-green", [0, 1, 2, 3]),
        ("building", [0]),
    ],
)
def test_turns_that_give_the_same_face_are_one(code, turns):
    assert [face % 4 for face in tiles.TILE_FACES[number(code)]] == turns


@pytest.mark.parametrize("code", oracle.DATA)
def test_an_intersection_has_three_or_four_street_sides(code):
    expected = code in ("street-tee", "street-cross")
    assert tiles.INTERSECTION[tiles.face(number(code), 0)] == expected


@pytest.mark.parametrize(
    "notation", ["street-curve@2,-1,3", "building@0,-99,0", "park-tee@-10,99,2", "crossing@0,0,3"]
)
def test_a_move_is_tile_place_and_turns(notation):
    move = GAME.parse(notation)
    code, where = notation.split("@")
    x, y, turns = map(int, where.split(","))
    assert (move.tile, place_of(move.cell), move.turns) == (number(code), (x, y), turns)
    assert str(move) == notation


@pytest.mark.parametrize(
    "notation",
    [
        "street-curve",
        "street-curve@2,-1",
        "street-curve@2,-1,4",
        "street-curve@2,-1,-1",
        "street-curve@2, -1,3",
        "street-curve@02,1,3",
        "street-curve@-0,1,3",
        "street-curve@+2,1,3",
        "street-curve@100,1,3",
        "street-curve@٣,1,3",
        "street-curve@2,1,3\n",
        "Street-curve@2,1,3",
        "@2,1,3",
    ],
)
def test_anything_else_is_unreadable(notation):
    with pytest.raises(BadMove, match="write it like"):
        GAME.parse(notation)


def test_an_unknown_tile_is_unreadable():
    with pytest.raises(BadMove, match='There is no tile "roundabout"'):
        GAME.parse("roundabout@0,1,0")
