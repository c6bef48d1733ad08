"""The score, A to E: drawn cities, and the points and the tiles that count beside them."""

import pytest

from engine.greenways import GAME
from engine.greenways.moves import place_of
from tests.engine.greenways.drawings import points, read, sheet
from tests.engine.greenways.positions import position


def counted(drawing, part):
    """The places of the tiles that count, row by row."""
    places = map(place_of, sheet(drawing).counted[part])
    return " ".join(f"{x},{y}" for x, y in sorted(places, key=lambda place: place[::-1]))


def test_the_start_tile_counts_like_any_other():
    assert points(".|.\n=*=\n.|.") == "A0 B0 C0 D1 E0"


# A: 1 per tile of every street that has an intersection

CURVE = """
    ... ...
    .o- -o-
    .|. ...
    .|. ...
    =*= ...
    .|. ...
"""
JUNCTION = """
    ... .|. ...
    .o- -o. ...
    ... .|. ...
    ... .|. ...
    ... =*= ...
    ... .|. ...
"""
CROSSROADS = """
    ... .|. ...
    .o- -o- -o-
    ... .|. ...
    ... .|. ...
    ... =*= ...
    ... .|. ...
"""
CROSSINGS = """
    .|. .|. .|.
    =*= =o= =o=
    .|. .|. .|.
"""
ONE_OF_TWO_STREETS = """
    .|. ...
    .o. ...
    .|. ...
    .|. .|.
    =*= =o=
    .|. .|.
    ... .|.
    ... .o-
    ... .|.
"""


@pytest.mark.parametrize(
    ("drawing", "expected", "tiles"),
    [
        (CURVE, "A0 B0 C0 D1 E0", ""),
        (JUNCTION, "A3 B0 C0 D1 E0", "-1,-1 0,-1 0,0"),
        (CROSSROADS, "A4 B0 C0 D1 E0", "-1,-1 0,-1 1,-1 0,0"),
        (CROSSINGS, "A0 B0 C0 D3 E0", ""),
        (ONE_OF_TWO_STREETS, "A2 B0 C0 D2 E0", "1,0 1,1"),
    ],
    ids=["no intersection", "junction", "crossroads", "crossings are none", "one of two streets"],
)
def test_streets_with_an_intersection_score_1_per_tile(drawing, expected, tiles):
    assert points(drawing) == expected
    assert counted(drawing, "streets") == tiles


def test_every_street_with_an_intersection_counts():
    two = """
        .|. ...
        -o. ...
        .|. ...
        .|. .|.
        =*= =o=
        .|. .|.
        ... .|.
        ... .o-
        ... .|.
    """
    assert points(two) == "A4 B0 C0 D2 E0"
    assert counted(two, "streets") == "0,-1 0,0 1,0 1,1"


# B: 1 per tile of every corridor that has a park; C: 2 per park


def test_a_corridor_without_a_park_scores_nothing_for_b():
    assert points(CROSSINGS) == "A0 B0 C0 D3 E0"


def test_a_corridor_with_a_park_scores_1_per_tile_the_park_included():
    corridor = """
        ... ... .|. ...
        .P= =o= =*= =o=
        ... ... .|. ...
    """
    assert points(corridor) == "A0 B4 C2 D4 E0"
    assert counted(corridor, "greenery") == "-2,0 -1,0 0,0 1,0"
    assert counted(corridor, "parks") == "-2,0"


def test_two_parks_make_a_corridor_count_once():
    corridor = """
        ... ... .|. ... ...
        .P= =o= =*= =P= =o=
        ... ... .|. ... ...
    """
    assert points(corridor) == "A0 B5 C4 D5 E0"
    assert counted(corridor, "greenery") == "-2,0 -1,0 0,0 1,0 2,0"
    assert counted(corridor, "parks") == "-2,0 1,0"


TWO_CORRIDORS = """
    ... .|. ... ...
    .P= =o= =o= ...
    ... .|. ... ...
    ... .|. ... ...
    ... =*= =P= ...
    ... .|. ... ...
"""


def test_every_corridor_with_a_park_counts():
    assert points(TWO_CORRIDORS) == "A0 B5 C4 D3 E0"
    assert counted(TWO_CORRIDORS, "greenery") == "-1,-1 0,-1 1,-1 0,0 1,0"


# D: 1 per tile of the longest corridor


def test_only_the_longest_corridor_counts():
    assert counted(TWO_CORRIDORS, "longest") == "-1,-1 0,-1 1,-1"


def test_the_longest_corridor_needs_no_park():
    longest_without = """
        ... .|. ...
        =o= =o= =o=
        ... .|. ...
        ... .|. ...
        ... =*= =P=
        ... .|. ...
    """
    assert points(longest_without) == "A0 B2 C2 D3 E0"
    assert counted(longest_without, "longest") == "-1,-1 0,-1 1,-1"


def test_on_a_tie_only_one_counts():
    tie = """
        ... .|. ...
        .P= =o= ...
        ... .|. ...
        ... .|. ...
        ... =*= =P=
        ... .|. ...
    """
    assert points(tie) == "A0 B4 C4 D2 E0"
    assert counted(tie, "longest") == "0,0 1,0"


def test_longest_means_most_tiles():
    """No way through this fork passes more than four of its five tiles."""
    fork = """
        ... ... .:.
        ... ... .o.
        ... ... .:.
        ... .|. .:.
        =o= =*= =o.
        ... .|. .:.
        ... ... .:.
        ... ... .o.
        ... ... .:.
    """
    assert points(fork) == "A0 B0 C0 D5 E0"


# A tile with a street and a corridor counts for both


def test_a_tile_with_a_street_and_a_corridor_counts_for_both():
    both = """
        ... .|. ...
        ... -o. ...
        ... .|. ...
        ... .|. ...
        .P= =*= ...
        ... .|. ...
    """
    assert points(both) == "A2 B2 C2 D2 E0"
    assert "0,0" in counted(both, "streets")
    assert "0,0" in counted(both, "greenery")


def test_they_carry_both_without_joining_them():
    """Three kinds of tile in one corridor with a park; none of their streets is joined to it."""
    kinds = """
        ... .|. ... ...
        ... .o- ... ...
        ... .|. ... ...
        ... .|. ... ...
        .P= =*= =o- ...
        ... .|. ... ...
    """
    assert points(kinds) == "A2 B3 C2 D3 E0"
    assert counted(kinds, "streets") == "0,-1 0,0"


# E: 1 per tile left in the pile


def test_unused_tiles_score_1_each():
    assert points(JUNCTION, pile=22) == "A3 B0 C0 D1 E22"


def test_tiles_in_hand_do_not_score():
    state = position(JUNCTION, ["building", "crossing", "street-end"], ["building"] * 4)
    assert state.observe(0).sheet().parts["unused"] == 4


def test_the_total_is_the_sum_of_the_parts():
    city = {"game": "greenways", "placements": read(TWO_CORRIDORS).placements, "pile": 22}
    assert GAME.score(city) == {
        "total": 34,
        "parts": {"streets": 0, "greenery": 5, "parks": 4, "longest": 3, "unused": 22},
        "complete": False,
    }
