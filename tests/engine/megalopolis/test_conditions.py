"""The eighteen conditions: drawn cities, with the points they must give."""

import pytest

from engine.megalopolis.conditions import SCORING
from engine.megalopolis.meta import CONDITIONS
from tests.engine.megalopolis.drawings import counted, points


def test_there_are_eighteen():
    assert list(CONDITIONS) == list(SCORING) == list(range(1, 19))


# 1 The Outskirts


def test_a_road_with_both_ends_at_the_edge_costs_1():
    assert points(1, "C─ R─") == -1


def test_one_end_at_the_edge_is_enough():
    assert points(1, "C─ R─ P") == -1


def test_a_road_that_ends_inside_at_both_ends_scores_1():
    assert points(1, "P C─ R─ P") == 1


def test_an_end_that_faces_a_block_without_a_port_there_is_inside():
    # The industrial blocks lead north and south, past the ends: theirs are at the edge.
    assert points(1, "I│ C─ I│") == 1 - 1 - 1


def test_a_ring_has_no_end():
    assert points(1, "C┌ R┐\nI└ I┘") == 1


def test_an_end_in_a_hole_is_at_the_edge():
    drawing = """
        P  P  P   P
        P  .  C─  P
        P  P  P   P
    """
    assert points(1, drawing) == -1
    assert points(1, drawing.replace(".", "P")) == 1


def test_an_end_beside_a_diagonal_gap_is_inside():
    drawing = """
        .  P  .
        P  C─ P
        .  P  .
    """
    assert points(1, drawing) == 1


def test_every_road_counts_for_itself():
    assert points(1, "P C─ P\nP R│ P\nP I─ P") == 1 + 1 + 1
    assert points(1, "P C─ P\nP R─ P\n. I─ P") == 1 + 1 - 1


# 2 Bloom Boom


def test_a_row_with_exactly_three_parks_scores_1_and_each_column_without_costs_1():
    assert points(2, "P P P") == 1
    assert points(2, "P P P C") == 1 - 1


@pytest.mark.parametrize(("row", "expected"), [("P", 0), ("P P", 0), ("P P P P", 0)])
def test_one_two_or_four_parks_score_nothing(row, expected):
    assert points(2, row) == expected


def test_a_row_without_parks_costs_1():
    assert points(2, "P\nC") == -1


def test_a_column_with_exactly_three_parks_scores_1():
    assert points(2, "P\nP\nP") == 1


def test_gaps_in_a_row_do_not_matter():
    assert points(2, "P . P P\nP P . P") == 2
    assert points(2, "P C P P\nP P . P") == 2


def test_rows_and_columns_without_blocks_do_not_count():
    assert points(2, ". .\n. P") == 0
    assert points(2, "P . P P") == 1  # nothing is held by the second column


# 3 Go Green


@pytest.mark.parametrize(
    ("drawing", "expected"), [("P", 1), ("P P\nP C", 3), ("I", -3), ("I R I", -6), ("P P I", -1)]
)
def test_parks_score_1_and_industrial_blocks_cost_3(drawing, expected):
    assert points(3, drawing) == expected


# 4 Block Party

SQUARES = [
    (0, -8, "C C I\nC I I"),
    (1, -5, "C C\nC C"),
    (2, -2, "C C I I\nC C I I"),
    (3, 1, "C C C C\nC C C C"),
    (4, 4, "C C C\nC C C\nC C C"),
    (5, 7, "C C C P P\nC C C P P\nC C C . ."),
    (6, 7, "R R R R\nR R R R\nR R R R"),
]


@pytest.mark.parametrize(("squares", "expected", "drawing"), SQUARES)
def test_squares_of_one_type_score_by_their_number(squares, expected, drawing):
    assert points(4, drawing) == expected


def test_squares_may_overlap():
    assert points(4, "C C C\nC C C") == points(4, "C C . C C\nC C . C C") == -2


@pytest.mark.parametrize("letter", "CPIR")
def test_squares_of_every_type_count(letter):
    assert points(4, f"{letter} {letter}\n{letter} {letter}") == -5


def test_a_square_of_two_types_is_none():
    assert points(4, "C C\nC P") == -8


# 5 Stacks and Scrapers


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("I", 2),
        ("I C", 2),
        ("I I", 4),
        (". C .\nC I C\n. C .", 2),
        (". I .\nI I C\n. C .", 6),
    ],
)
def test_an_industrial_block_among_its_like_commerce_and_open_sides_scores_2(drawing, expected):
    assert points(5, drawing) == expected


@pytest.mark.parametrize("spoiler", "PR")
@pytest.mark.parametrize("drawing", ["I {}", "{} I", "I\n{}", "{}\nI", ". C .\nC I C\n. {} ."])
def test_a_park_or_residential_block_on_any_side_spoils_it(drawing, spoiler):
    assert points(5, drawing.format(spoiler)) == 0


def test_a_diagonal_neighbour_does_not_spoil_it():
    assert points(5, "I C\nC R") == 2


# 6 Master Planned


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("R R R I", 3 - 1),
        ("R I I I", 1 - 3),
        ("R R . R R R . I", 3 - 1),
        ("R R C I I", 0),
        ("R R", 2),
        ("I I", -2),
        ("C P", 0),
        ("R .\n. R", 1),
    ],
)
def test_the_largest_residential_group_minus_the_largest_industrial_group(drawing, expected):
    assert points(6, drawing) == expected


# 7 Central Perks


def test_a_park_inside_scores_1():
    assert points(7, ". C .\nC P C\n. C .") == 1


@pytest.mark.parametrize("gap", ["N", "E", "S", "W"])
def test_a_park_with_any_open_side_costs_2(gap):
    n, e, s, w = ("." if side == gap else "C" for side in "NESW")
    assert points(7, f"C {n} C\n{w} P {e}\nC {s} C") == -2


def test_a_park_beside_a_hole_is_at_the_edge():
    drawing = """
        C  C  C  C
        C  P  .  C
        C  C  C  C
    """
    assert points(7, drawing) == -2


def test_a_diagonal_gap_is_not_an_edge():
    assert points(7, ". C C\nC P C\nC C .") == 1


def test_a_park_of_a_group_is_inside_if_only_parks_surround_it():
    assert points(7, ". P .\nP P P\n. P .") == 1 - 4 * 2


# 8 The 'Burbs


def test_parks_beside_the_largest_residential_group_score_1_and_industry_costs_2():
    assert points(8, "P R R P\n. I I .") == 1 + 1 - 2 - 2


def test_other_residential_groups_do_not_count():
    assert points(8, "R R P . I R P") == 1


def test_each_block_counts_once_however_many_sides_it_shares():
    assert points(8, "R P\nR R") == 1
    assert points(8, "R R\nR I") == -2


def test_corners_do_not_count():
    assert points(8, "R C\nC P") == 0
    assert points(8, "R C\nC I") == 0


def test_of_equally_large_groups_the_best_for_the_table_counts():
    assert points(8, "I R R . R R P") == 1
    assert points(8, "P R R . R R I") == 1
    assert points(8, "I R . R I\n. . . I .") == -2


def test_without_residential_blocks_there_is_nothing_beside_them():
    assert points(8, "P I C") == 0


# 9 Concrete Jungle


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("I .\n. I", 2),
        (". I\nI .", 2),
        ("I I", 0),
        ("I\nI", 0),
        ("I . I\n. I .\nI . I", 5),
        ("I I\nI I", 4),
        ("I C\nC I\nC C\nC I", 2),
    ],
)
def test_industrial_blocks_that_meet_at_a_corner_score_1_each(drawing, expected):
    assert points(9, drawing) == expected


# 10 The Strip


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("C C C", 3),
        ("C\nC\nC", 3),
        ("C P . C", 2),
        ("C C P\nP P C\nP P C\nP P C", 3),
        ("C P\nP C", 1),
        ("P", 0),
    ],
)
def test_the_commercial_blocks_of_the_best_row_or_column(drawing, expected):
    assert points(10, drawing) == expected


# 11 Mini Marts


def test_a_commercial_block_between_two_residential_ones_scores_2():
    assert points(11, "R─ C─ R─") == 2
    assert points(11, "R│\nC│\nR│") == 2
    assert points(11, ". R│\nR─ C┘") == 2


@pytest.mark.parametrize("other", ["C─", "I─", "P", ".", "R│"])
def test_at_one_end_only_is_not_enough(other):
    assert points(11, f"R─ C─ {other}") == 0
    assert points(11, f"{other} C─ R─") == 0


def test_beside_residential_blocks_but_not_on_their_roads_it_scores_nothing():
    assert points(11, "R│ C│ R│") == 0


def test_residential_blocks_may_serve_two():
    assert points(11, "R─ C─ R─ C─ R─") == 4


def test_the_road_must_go_on_into_them_at_once():
    assert points(11, "R─ C─ C─ R─") == 0


def test_a_ring_may_hold_mini_marts():
    assert points(11, "R┌ C┐\nC└ R┘") == 4


# 12 Superhighway


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("C─", 0),
        ("C─ R─", 1),
        ("C─ R─ I─", 1),
        ("C─ R─ I─ C─", 2),
        ("C─ P C─ R─ I─ I─", 2),
        ("C┌ I─ R┐\nR└ I─ C┘", 3),
        ("P", 0),
    ],
)
def test_half_the_blocks_of_the_longest_road_rounded_down(drawing, expected):
    assert points(12, drawing) == expected


def test_a_ring_counts_whole():
    drawing = """
        C┌  I─  R┐
        R│  P   I│
        C└  I─  C┘
    """
    assert points(12, drawing) == 4


# 13 Park Hopping


def test_a_road_between_two_parks_scores_3():
    assert points(13, "P C─ P") == 3
    assert points(13, "P C─ R─ I─ P") == 3
    assert points(13, "P\nI│\nP") == 3


@pytest.mark.parametrize("other", [".", "C│", "R│"])
def test_both_ends_must_meet_a_park(other):
    assert points(13, f"P C─ {other}") == 0


def test_two_blocks_of_one_park_group_are_different():
    assert points(13, "P C─ P\nP P P") == 3


def test_the_same_block_at_both_ends_is_not():
    drawing = """
        R┌  C┐
        I└  P
    """
    # The road comes from the north and from the west to the same park.
    assert points(13, drawing) == 0


def test_a_park_beside_the_road_is_no_park_at_its_end():
    assert points(13, ". P .\n. C─ .\n. P .") == 0


def test_two_roads_may_meet_the_same_park():
    assert points(13, "P C─ P R─ P") == 6


def test_a_ring_meets_no_park():
    assert points(13, "P C┌ R┐ P\nP I└ I┘ P") == 0


# 14 Looping Lanes


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("C┌ R┐\nI└ I┘", 4),
        ("C┌ I─ R┐\nR└ I─ C┘", 6),
        ("C┌ R┐ I─\nI└ I┘ C─", 4),
        ("C┌ R┐ C┌ R┐\nI└ I┘ I└ I┘", 8),
        ("C┌ R┐\nI└ I─", 0),
        ("C─ R─ I─", 0),
        ("P", 0),
    ],
)
def test_every_block_of_a_ring_scores_1(drawing, expected):
    assert points(14, drawing) == expected


def test_a_ring_may_run_around_other_blocks_and_holes():
    drawing = """
        C┌  I─  R┐
        R│  .   I│
        C└  I─  C┘
    """
    assert points(14, drawing) == 8
    assert points(14, drawing.replace(".", "P")) == 8


def test_a_ring_may_lie_inside_another():
    drawing = """
        C┌  I─  R─  R┐
        R│  C┌  C┐  R│
        R│  I└  I┘  R│
        C└  I─  R─  C┘
    """
    assert points(14, drawing) == 16


# 15 Skid Row


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("I R I", 2),
        ("I\nR\nI", 2),
        ("I R\n. I", 2),
        (". I .\nI R I", 2),
        (". I .\nI R I\n. I .", 2),
        ("I R", 0),
        ("I C\nC R", 0),
        ("I R R I", 0),
        ("I R I R I", 4),
    ],
)
def test_a_residential_block_with_two_industrial_neighbours_scores_2(drawing, expected):
    assert points(15, drawing) == expected


# 16 Morning Commute


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("R─ C─", 2),
        ("R─ I─ C─", 2),
        ("R─ C─ R─ C─", 2),
        ("R─ C─ P R─ C─", 4),
        ("R─ I─", 0),
        ("C─ I─", 0),
        ("R│ C│", 0),
        ("R┌ C┐\nI└ I┘", 2),
    ],
)
def test_a_road_through_residential_and_commercial_blocks_scores_2(drawing, expected):
    assert points(16, drawing) == expected


# 17 Tourist Traps


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("C", 4),
        ("C P", 3),
        ("C C", 6),
        ("P C P", 2),
        (". P .\nP C P\n. P .", 0),
        ("P", 0),
    ],
)
def test_every_side_of_a_commercial_block_at_the_edge_scores_1(drawing, expected):
    assert points(17, drawing) == expected


def test_the_sides_of_a_hole_count():
    drawing = """
        P  P  P  P
        P  C  .  P
        P  P  P  P
    """
    assert points(17, drawing) == 1


def test_a_diagonal_gap_gives_no_side():
    assert points(17, ". P .\nP C P\n. P .") == 0


# 18 Sprawlopolis


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("C", 2),
        ("C P I", 3 + 1),
        ("C\nP\nI", 1 + 3),
        ("C P\nI R", 4),
        ("C . . P", 2 + 1),
        ("C P I R\nC . . .\nP . . .", 4 + 3),
        ("C P . .\n. . . .\n. . I R\n. . . I", 2 + 2),
    ],
)
def test_the_fullest_row_plus_the_fullest_column_without_gaps(drawing, expected):
    assert points(18, drawing) == expected


# The blocks that count

EXPLAINED = [
    (1, "P C─ P\n. R─ .", [(1, "1,0", "not end at"), (-1, "1,1", "ends at")]),
    (2, "P P P\n. C .", [(1, "0,0 1,0 2,0", "3 parks"), (-1, "1,1", "without")]),
    (3, "P I P", [(2, "0,0 2,0", "parks"), (-3, "1,0", "industrial")]),
    (4, "C C P\nC C .", [(-5, "0,0 1,0 0,1 1,1", "squares")]),
    (5, "I C I R", [(2, "0,0", "industrial")]),
    (6, "R R I R", [(2, "0,0 1,0", "residential"), (-1, "2,0", "industrial")]),
    (7, ". C .\nC P C\n. C P", [(1, "1,1", "inside"), (-2, "2,2", "edge")]),
    (
        8,
        "P R R I\n. C . .\nI R R P",
        [(1, "0,0", "parks"), (-2, "3,0", "industrial"), (0, "1,0 2,0", "residential")],
    ),
    (9, "I .\n. I\n. I", [(2, "0,0 1,1", "diagonally")]),
    (10, "C P C\nC P P", [(2, "0,0 2,0", "row or column")]),
    (11, "R─ C─ R─", [(2, "1,0", "commercial")]),
    (12, "R─ C─ P I─", [(1, "0,0 1,0", "longest")]),
    (13, "P R─ C─ P", [(3, "1,0 2,0", "between two parks")]),
    (14, "C┌ R┐\nI└ I┘", [(4, "0,0 1,0 0,1 1,1", "ring")]),
    (15, "I R I R", [(2, "1,0", "residential")]),
    (16, "R─ I─ C─", [(2, "0,0 1,0 2,0", "road")]),
    (17, "P C P\n. P .", [(1, "1,0", "north")]),
    (18, "C P\nI .", [(2, "0,0 1,0", "row"), (2, "0,0 0,1", "column")]),
]


@pytest.mark.parametrize(("number", "drawing", "expected"), EXPLAINED)
def test_it_says_which_blocks_and_roads_count(number, drawing, expected):
    found = counted(number, drawing)
    assert [(value, blocks) for value, blocks, _ in found] == [line[:2] for line in expected]
    for (_, _, reason), (_, _, word) in zip(found, expected, strict=True):
        assert word in reason
