"""The permanent scoring, the variants, and what rings, cuts and covered cards do to the score."""

import pytest

from engine.errors import BadRecord
from engine.megalopolis import GAME, scoring
from engine.megalopolis.conditions import SCORING
from engine.megalopolis.scoring import Goal
from tests.engine.megalopolis.drawings import boroughs, draw, named, total, traffic
from tests.engine.megalopolis.positions import build

# Boroughs


def test_each_type_scores_its_largest_group():
    drawing = """
        C  C  P  R
        I  C  .  R
        I  P  P  R
        .  P  .  I
    """
    assert boroughs(drawing) == 3 + 3 + 2 + 3


@pytest.mark.parametrize("letter", "CPIR")
def test_of_several_groups_of_a_type_only_the_largest_scores(letter):
    assert boroughs("X X . X . X\n. X . . . X".replace("X", letter)) == 3


def test_blocks_are_joined_by_sides_and_not_by_corners():
    assert boroughs("C .\n. C") == 1
    assert boroughs("C C\n. C") == 3


def test_a_group_may_run_around_a_hole():
    assert boroughs("C C C\nC . C\nC C C") == 8


def test_a_type_with_no_visible_block_scores_0():
    assert boroughs("C C") == 2
    assert boroughs("P") == 1


def test_the_harder_variant_scores_only_the_largest_group_of_all():
    drawing = "C C P P P\nI R R . ."
    assert boroughs(drawing) == 2 + 3 + 1 + 2
    assert boroughs(drawing, "easy") == 2 + 3 + 1 + 2
    assert boroughs(drawing, "hard") == 3


# Traffic


@pytest.mark.parametrize(
    ("drawing", "roads"),
    [
        ("C─", 1),
        ("P", 0),
        ("C─ R─ I─", 1),
        ("C─ R│", 2),
        ("C│\nR│", 1),
        ("C│ R│", 2),
        ("C─ P R─", 2),
        ("C─ . R─", 2),
        ("C┐ R┌\nI└ C┘", 1),
        ("C─ R┐\n. I│\n. C┘", 1),
        ("C┌ R┐\nI└ I┘", 1),
        ("C┌ I─ R┐\nR│ P C│\nC└ I─ R┘", 1),
        ("C┌ R┐ I─\nI└ I┘ C─", 3),
    ],
)
def test_every_road_costs_1(drawing, roads):
    assert traffic(drawing) == -roads


def test_a_road_needs_a_port_on_both_sides_to_go_on():
    assert traffic("C─ R│") == -2
    assert traffic("C─ R┌") == -2
    assert traffic("C─ R┘") == -1


def test_roads_do_not_go_around_the_end_of_a_row():
    assert traffic("P P C─\nR─ P P") == -2


def test_the_easier_variant_has_no_traffic():
    assert traffic("C─ P R─", "easy") == 0
    assert traffic("C─ P R─", "hard") == -2


def test_a_road_cut_by_a_covering_card_leaves_its_parts_as_roads_of_their_own():
    row = ("10@0,0", "7@2,0", "11@4,0")
    assert road_at(build(*row), 0, 0) == "0,0 1,0 2,0 3,0 4,0 5,0"
    cut = build(*row, "6@2,-1")
    assert road_at(cut, 0, 0) == "0,0 1,0"
    assert road_at(cut, 5, 0) == "3,0 4,0 5,0"


def road_at(city, x, y):
    return next(
        named(city, road.blocks) for road in city.roads if (x, y) in city.cells(road.blocks)
    )


def test_a_road_may_go_on_over_a_covering_card():
    row = build("10@0,0", "7@2,0", "11@4,0", "3@2,-1")
    assert road_at(row, 0, 0) == "0,0 1,0 2,0 3,0 4,0 5,0"


def test_four_cards_can_make_a_ring_and_a_fifth_can_cut_it():
    cards = ("4@0,0", "7@1,-1", "8@-1,1", "3@1,1")
    ring = build(*cards)
    assert road_at(ring, 0, 0) == "0,0 1,0 0,1 1,1"
    assert total(SCORING[14](ring)) == 4
    cut = build(*cards, "18@1,0")  # a park takes the place of a bend
    assert total(SCORING[14](cut)) == 0


# The blocks and roads that count


def explained(part, drawing, variant="normal"):
    city = draw(drawing)
    lines = scoring.sheet(Goal(variant, (1, 2, 3)), city).lines[part]
    return [(line.points, named(city, line.blocks), str(line.reason)) for line in lines]


def test_every_borough_is_named():
    assert explained("boroughs", "C C P\nI R R") == [
        (2, "0,0 1,0", "the largest commercial group"),
        (1, "2,0", "the largest group of parks"),
        (1, "0,1", "the largest industrial group"),
        (2, "1,1 2,1", "the largest residential group"),
    ]


def test_in_the_harder_variant_only_the_largest_of_all():
    assert explained("boroughs", "C P P\nI P R", "hard") == [
        (3, "1,0 2,0 1,1", "the largest group of parks")
    ]


def test_every_road_is_named():
    assert explained("traffic", "C─ R─ P\nI│ C┌ R┐\nP I└ C┘") == [
        (-1, "0,0 1,0", "a road"),
        (-1, "0,1", "a road"),
        (-1, "1,1 2,1 1,2 2,2", "a road"),
    ]
    assert explained("traffic", "C─ R─ P", "easy") == []


# The final score


def test_the_final_score_is_boroughs_traffic_and_the_three_conditions():
    city = draw("P C─ R─ P\nP I─ I─ P")
    sheet = scoring.sheet(Goal("normal", (3, 13, 18)), city)
    assert sheet.parts == {"boroughs": 1 + 1 + 2 + 2, "traffic": -2, "3": -2, "13": 6, "18": 6}
    assert sheet.total == 14
    assert scoring.points(Goal("normal", (3, 13, 18)), city) == 14


def test_at_least_the_target_wins():
    sheet = scoring.sheet(Goal("easy", (3, 6, 11)), draw("P P P P P\nP P P P P"))
    assert (sheet.total, sheet.target) == (20, 20)
    assert sheet.won
    sheet = scoring.sheet(Goal("easy", (3, 6, 12)), draw("P P P P P\nP P P P P"))
    assert (sheet.total, sheet.target) == (20, 21)
    assert not sheet.won


# ``score``

CITY = {
    "game": "megalopolis",
    "variant": "normal",
    "conditions": [3, 7, 12],
    "placements": ["12@0,0", "4@2,0", "1@1,2r"],
}


def test_a_city_of_placements_is_scored():
    found = GAME.score(CITY)
    assert list(found) == ["total", "target", "won", "parts"]
    assert list(found["parts"]) == ["boroughs", "traffic", "3", "7", "12"]
    assert found["total"] == sum(found["parts"].values())
    assert (found["target"], found["won"]) == (22, False)


def test_variants_change_only_the_permanent_scoring():
    normal, easy, hard = (
        GAME.score(CITY | {"variant": variant})["parts"] for variant in ("normal", "easy", "hard")
    )
    assert easy == normal | {"traffic": 0}
    assert hard["boroughs"] < normal["boroughs"]
    assert hard == normal | {"boroughs": hard["boroughs"]}


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"mode": "normal"}, 'A city has no field "mode"'),
        ({"variant": "expert"}, "variant: must be one of normal, easy, hard"),
        ({"variant": None}, "variant: must be one of"),
        ({"conditions": [3, 7]}, "conditions: must be a list of 3 numbers"),
        ({"conditions": "3,7,12"}, "conditions: must be a list of 3 numbers"),
        ({"conditions": [3, 7, 19]}, 'conditions: "19" is none'),
        ({"conditions": [3, 7, "12"]}, 'conditions: "12" is none'),
        ({"conditions": [3, 7, True]}, 'conditions: "True" is none'),
        ({"conditions": [3, 7, 7]}, "conditions: 7 is there twice"),
        ({"placements": []}, "placements: must be a list of 1 to 15"),
        ({"placements": "12@0,0"}, "placements: must be a list of 1 to 15"),
        ({"placements": [f"{card}@0,0" for card in range(1, 17)]}, "a list of 1 to 15"),
        ({"placements": ["12@0,0", 7]}, 'placement 2 "7": A placement is written like'),
        ({"placements": ["12@0,0", "x"]}, 'placement 2 "x": "x" is not a move'),
        ({"placements": ["12@1,0"]}, 'placement 1 "12@1,0": The first card lies at 0,0'),
        ({"placements": ["12@0,0r"]}, 'placement 1 "12@0,0r": The first card lies at 0,0'),
        ({"placements": ["12@0,0", "12@2,0"]}, "Card 12 already lies in the city"),
        ({"placements": ["12@0,0", "4@2,2"]}, 'placement 2 "4@2,2": At 2,2 the card meets'),
        ({"placements": ["12@0,0", "4@9,0"]}, "does not touch the city"),
    ],
)
def test_a_city_that_can_not_be_is_refused(change, part):
    with pytest.raises(BadRecord) as error:
        GAME.score(CITY | change)
    assert part in str(error.value)


def test_the_cards_of_the_conditions_may_lie_in_a_city_to_be_scored():
    """The score does not depend on it, and the contract's example has one."""
    assert "12@0,0" in CITY["placements"]
    assert 12 in CITY["conditions"]
