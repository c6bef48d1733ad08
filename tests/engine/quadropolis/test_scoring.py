"""End and scoring: tiny cities, with the points they must give."""

import pytest

from engine.errors import BadRecord
from engine.game import ranks
from tests.engine.quadropolis.drawings import draw, points, score, total
from tests.engine.quadropolis.positions import GAME, idle, match

# The tables, row by row


@pytest.mark.parametrize(("floors", "expected"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15)])
def test_a_tower_block_scores_by_floors(floors, expected):
    assert points("tower", f"T{floors} . . . .", energy=1) == expected


@pytest.mark.parametrize(("floors", "expected"), [(1, 1), (2, 3), (3, 6), (4, 10)])
def test_a_tower_block_scores_the_same_in_classic(floors, expected):
    assert points("tower", f"T{floors} . . .", energy=1) == expected


@pytest.mark.parametrize(
    ("customers", "expected"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 7), (5, 11)]
)
def test_a_shop_scores_by_customers_up_to_5_in_expert(customers, expected):
    sheet = score("S . . . .", inhabitants=customers, energy=1)
    assert sheet["scores"]["shop"] == expected
    assert sheet["customers"] == {"a1": customers}


@pytest.mark.parametrize(("customers", "expected"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 7)])
def test_a_shop_scores_by_customers_up_to_4_in_classic(customers, expected):
    sheet = score("S . . .", inhabitants=customers, energy=1)
    assert sheet["scores"]["shop"] == expected
    assert sheet["customers"] == {"a1": customers}


def test_a_fifth_customer_finds_no_place_in_classic_nor_a_sixth_in_expert():
    classic = score("S . . .", inhabitants=5, energy=1)
    assert (classic["customers"], classic["scores"]["inhabitants"]) == ({"a1": 4}, -1)
    expert = score("S . . . .", inhabitants=6, energy=1)
    assert (expert["customers"], expert["scores"]["inhabitants"]) == ({"a1": 5}, -1)


SERVICES_IN_DISTRICTS = [
    (1, 2, "C . . . .\n. . . . ."),
    (2, 5, "C . . C .\n. . . . ."),
    (3, 9, "C . C C .\n. . . . ."),
    (4, 14, "C . C C .\n. . . . .\nC . . . ."),
    (5, 20, "C . C C .\n. . . . .\nC . . C ."),
]


@pytest.mark.parametrize(("districts", "expected", "drawing"), SERVICES_IN_DISTRICTS)
def test_public_services_score_by_the_districts_that_have_one(districts, expected, drawing):
    assert points("service", drawing, inhabitants=districts) == expected


def test_a_second_public_service_in_a_district_adds_only_its_printed_points():
    assert points("service", "C C . . .", inhabitants=2) == 2
    assert points("service", "C C1 . . .", inhabitants=2) == 2 + 1
    assert points("service", "C1 C2 . C2 .", inhabitants=3) == 5 + 1 + 2 + 2


def test_classic_has_four_districts_of_2_by_2():
    drawing = """
        .  C  C  .
        .  .  .  .
        .  C  C  .
        .  .  .  .
    """
    assert points("service", drawing, inhabitants=4) == 14
    one_district_each = ["C C . .\nC C . .", ". . C C\n. . C C"]
    one_district_each += [". . . .\n. . . .\n" + block for block in one_district_each]
    for block in one_district_each:
        assert points("service", block, inhabitants=4) == 2


def test_expert_has_five_districts_as_printed():
    drawings = [
        "C C . . .\nC C . . .",
        ". . . C C\n. . . C C",
        ". . . . .\n. . . . .\n. . . C C\n. . . C C",
        ". . C . .\n. . C . .\n. . C . .\n. . C . .",
        ". . . . .\n. . . . .\nC C . . .\nC C . . .",
    ]
    for drawing in drawings:
        assert points("service", drawing, inhabitants=4) == 2


TOWERS_BESIDE = [
    (0, 0, ". . . . .\n. {} . . ."),
    (1, 2, ". T . . .\n. {} . . ."),
    (2, 4, ". T . . .\nT {} . . ."),
    (3, 7, ". T . . .\nT {} T . ."),
    (4, 11, ". T . . .\nT {} T . .\n. T . . ."),
]


@pytest.mark.parametrize(("towers", "expected", "drawing"), TOWERS_BESIDE)
@pytest.mark.parametrize("green", ["P", "Q"])
def test_a_park_or_square_scores_by_adjacent_tower_blocks(towers, expected, drawing, green):
    assert points("park", drawing.format(green), energy=towers) == expected


@pytest.mark.parametrize(("towers", "expected", "drawing"), TOWERS_BESIDE)
@pytest.mark.parametrize("green", ["P", "Q"])
def test_in_expert_also_by_adjacent_office_towers(towers, expected, drawing, green):
    offices = drawing.format(green).replace("T", "O")
    assert points("park", offices, inhabitants=towers, energy=towers) == expected


def test_in_expert_tower_blocks_and_office_towers_count_together():
    assert points("park", "O P T . .", inhabitants=1, energy=2) == 4


def test_a_stack_counts_once_for_a_park():
    assert points("park", "T4 P . .", energy=1) == 2


def test_a_park_does_not_count_what_is_only_diagonal_or_further_away():
    assert points("park", "T . . T\n. P . T\nT . . .", energy=4) == 0


@pytest.mark.parametrize(
    ("beside", "expected"),
    [("S", 2), ("H", 3), ("O", 4), ("T", 0), ("C", 0), ("P", 0), ("Q", 0), ("F", 0)],
)
def test_a_factory_scores_2_per_shop_3_per_harbor_4_per_office_tower(beside, expected):
    assert points("factory", f"F {beside} . . .", inhabitants=2, energy=1) == expected


def test_a_factory_scores_all_its_neighbours():
    drawing = """
        .  S  .  .  .
        H  F  O  .  .
        .  S  .  .  .
    """
    assert points("factory", drawing, inhabitants=3, energy=3) == 2 + 2 + 3 + 4


def test_two_factories_both_score_the_same_neighbour():
    assert points("factory", "F S F .", inhabitants=2, energy=1) == 4


def test_stacked_office_towers_count_once_for_a_factory():
    assert points("factory", "F O5 . . .", inhabitants=2, energy=1) == 4


@pytest.mark.parametrize(("length", "expected"), [(1, 0), (2, 3), (3, 7), (4, 12), (5, 18)])
def test_harbors_score_by_their_longest_row(length, expected):
    drawing = " ".join(["H"] * length + ["."] * (5 - length))
    assert points("harbor", drawing, inhabitants=length) == expected


@pytest.mark.parametrize(("length", "expected"), [(1, 0), (2, 3), (3, 7), (4, 12)])
def test_harbors_score_by_their_longest_column(length, expected):
    drawing = "\n".join(["H . . ."] * length + [". . . ."] * (4 - length))
    assert points("harbor", drawing, inhabitants=length) == expected


def test_harbors_score_the_longest_row_plus_the_longest_column():
    drawing = """
        H  H  H  .
        H  .  .  .
    """
    assert points("harbor", drawing, inhabitants=4) == 7 + 3


def test_the_longest_row_and_column_need_not_touch():
    drawing = """
        H  H  .  .
        .  .  .  H
        .  .  .  H
        .  .  .  H
    """
    assert points("harbor", drawing, inhabitants=5) == 3 + 7


def test_only_the_longest_row_counts_not_the_second():
    assert points("harbor", "H H H .\n. . . .\n. H H .", inhabitants=5) == 7


def test_a_run_is_unbroken():
    assert points("harbor", "H H . H", inhabitants=3) == 3
    assert points("harbor", "H T H .", inhabitants=2, energy=1) == 0


def test_a_run_does_not_continue_in_the_next_row():
    assert points("harbor", ". . . . H\nH . . . .", inhabitants=2) == 0


def test_each_harbor_adds_its_printed_points():
    assert points("harbor", "H2 . H3 .", inhabitants=2) == 5
    assert points("harbor", "H2 H3 . .", inhabitants=2) == 3 + 5


OFFICES = {
    1: [0, 1, 3, 6, 10],
    2: [1, 3, 6, 10, 15],
    3: [2, 5, 9, 14, 20],
    4: [3, 7, 12, 18, 25],
    5: [4, 9, 15, 22, 30],
}


@pytest.mark.parametrize("size", OFFICES)
@pytest.mark.parametrize("floors", [1, 2, 3, 4, 5])
def test_each_office_tower_scores_by_group_size_and_own_floors(size, floors):
    drawing = " ".join([f"O{floors}"] * size + ["."] * (5 - size))
    expected = size * OFFICES[size][floors - 1]
    assert points("office", drawing, inhabitants=size, energy=size) == expected


def test_in_a_group_each_office_tower_scores_by_its_own_floors():
    assert points("office", "O1 O3 O5 . .", inhabitants=3, energy=3) == 2 + 9 + 20


def test_ruling_a_group_is_office_towers_connected_by_edges():
    drawing = """
        O  O  .  .  O2
        .  O  .  O  .
        .  .  .  O  .
    """
    # A bent group of three, one of two, and one alone: e1 and d2 touch only at a corner.
    assert points("office", drawing, inhabitants=6, energy=6) == 3 * 2 + 2 * 1 + 1


@pytest.mark.parametrize("size", [6, 7, 8, 20])
def test_ruling_a_group_of_more_than_five_scores_as_five(size):
    marks = ["O2"] * size + ["."] * (20 - size)
    # Fill column by column so that the group always hangs together.
    drawing = "\n".join(" ".join(marks[row::4]) for row in range(4))
    assert points("office", drawing, inhabitants=size, energy=size) == size * 9


@pytest.mark.parametrize(
    ("beside", "expected"),
    [("C", 2), ("S", 3), ("P", 5), ("Q", 5), ("T", 0), ("O", 0), ("M", 0)],
)
def test_a_monument_scores_by_what_is_adjacent(beside, expected):
    assert points("monument", f"M {beside} . . .", inhabitants=1, energy=1) == expected


@pytest.mark.parametrize(("beside", "printed"), [("F", ""), ("H", "9")])
def test_a_monument_loses_5_by_a_factory_or_harbor(beside, printed):
    # Enough is at stake for the industry to stay on.
    drawing = f"""
        M  {beside}{printed}  H  S  .
        .  S  .  .  .
    """
    sheet = score(drawing, inhabitants=12, energy=2)
    assert "b1" in sheet["active"]
    assert sheet["scores"]["monument"] == -5


def test_a_monument_scores_all_its_neighbours():
    drawing = """
        .  P  .  .  .
        C  M  S  .  .
        .  Q  .  .  .
    """
    assert points("monument", drawing, inhabitants=1, energy=1) == 5 + 2 + 3 + 5


def test_two_monuments_both_score_the_same_neighbour():
    assert points("monument", "M P M . .") == 10


# Activation

ACTIVATION = [
    ("T", 0, 1),
    ("T4", 0, 1),
    ("S", 0, 1),
    ("C", 1, 0),
    ("F", 1, 0),
    ("H", 1, 0),
    ("O", 1, 1),
    ("O5", 1, 1),
    ("P", 0, 0),
    ("Q", 0, 0),
    ("M", 0, 0),
]


@pytest.mark.parametrize(("mark", "inhabitants", "energy"), ACTIVATION)
def test_what_a_building_needs_to_be_active_whatever_its_height(mark, inhabitants, energy):
    drawing = f"{mark} . . . ."
    assert score(drawing, inhabitants, energy)["active"] == ["a1"]
    assert score(drawing, inhabitants, energy)["empty_cells"] == 19
    if inhabitants:
        assert score(drawing, 0, 9)["active"] == []
    if energy:
        assert score(drawing, 9, 0)["active"] == []


@pytest.mark.parametrize("mark", ["P", "Q", "M"])
def test_parks_squares_and_monuments_can_not_be_left_off(mark):
    assert score(f"{mark} . . . .", 0, 0)["active"] == ["a1"]


def test_a_monument_stays_on_even_where_it_only_costs():
    drawing = """
        .  H9 .  .  .
        H9 M  H9 .  .
    """
    sheet = score(drawing, inhabitants=3)
    assert "b2" in sheet["active"]
    assert sheet["scores"]["monument"] == -15


def test_a_building_that_is_not_active_scores_nothing():
    for mark in ("T4", "S", "C2", "F", "H3"):
        assert total(f"{mark} . . .") == 0


def test_a_building_that_is_not_active_counts_for_no_neighbour():
    assert points("park", "T P T .", energy=1) == 2
    assert points("factory", "H F H .", inhabitants=2) == 3
    assert points("factory", "S F S .", inhabitants=1, energy=1) == 2
    assert points("monument", "C M . . .") == 0
    assert points("monument", "S M . . .") == 0
    assert points("monument", "F M . . .") == 0


def test_a_building_that_is_not_active_breaks_a_run_of_harbors():
    assert points("harbor", "H H H .", inhabitants=2) == 3


def test_a_building_that_is_not_active_parts_a_group_of_office_towers():
    sheet = score("O3 O O3 . .", inhabitants=2, energy=2)
    # Two of a kind side by side: 6 + 1; the two tall ones apart: 3 + 3.
    assert sheet["scores"]["office"] == 7
    assert sheet["active"] == ["a1", "b1"]


def test_a_district_without_an_active_service_does_not_count():
    assert points("service", "C . C .", inhabitants=1) == 2


def test_inhabitants_of_active_buildings_are_no_customers():
    sheet = score("S F . .", inhabitants=3, energy=1)
    assert sheet["customers"] == {"a1": 2}
    assert sheet["total"] == 2 + 2


def test_only_active_shops_have_customers():
    sheet = score("S S . .", inhabitants=6, energy=1)
    assert sheet["customers"] == {"a1": 4}
    assert sheet["scores"]["inhabitants"] == -2


def test_customers_fill_one_shop_after_the_other():
    sheet = score("S S . .", inhabitants=6, energy=2)
    assert sheet["customers"] == {"a1": 4, "b1": 2}
    assert sheet["scores"]["shop"] == 7 + 2


def test_ruling_leaving_a_building_off_on_purpose_is_allowed():
    # The harbor would cost 5 beside the monument; its inhabitant is then not placed.
    sheet = score("M H . . .", inhabitants=1)
    assert sheet["active"] == ["a1"]
    assert sheet["total"] == -1
    assert sheet["scores"]["monument"] == 0
    assert sheet["placed_inhabitants"] == 0


def test_leaving_a_factory_off_beside_a_monument_pays_unless_it_earns_enough():
    assert score("M F S . .", inhabitants=1, energy=1)["active"] == ["a1", "c1"]
    drawing = """
        M  F  S  .  .
        .  O  .  .  .
    """
    # 2 + 4 points for 5; and its inhabitant has nowhere else to go.
    assert "b1" in score(drawing, inhabitants=2, energy=2)["active"]


def test_a_tower_can_stay_off_for_lack_of_energy_while_its_neighbour_scores():
    sheet = score("T4 T T2 .", energy=2)
    assert sheet["active"] == ["a1", "c1"]
    assert sheet["total"] == 13


def test_ruling_the_assignment_is_best_for_the_player():
    # The one inhabitant is worth 2 in the service and 1 in the shop.
    assert score("C S . .", inhabitants=1, energy=1)["active"] == ["a1", "b1"]
    assert total("C S . .", inhabitants=1, energy=1) == 2
    # Four customers are worth 7, three and a second service in the district only 4.
    sheet = score("C C S .", inhabitants=5, energy=1)
    assert sheet["customers"] == {"c1": 4}
    assert sheet["total"] == 2 + 7


def test_adjacent_means_sharing_an_edge_not_a_corner():
    assert points("factory", "S . . .\n. F . .", inhabitants=1, energy=1) == 0
    assert points("monument", "P . . . .\n. M . . .") == 0


def test_adjacency_does_not_wrap_around_the_edge_of_the_city():
    assert points("monument", ". . . . M\nP . . . .") == 0
    assert points("monument", "M . . . .\n. . . . .\n. . . . .\nP . . . .") == 0


# Penalties


def test_each_inhabitant_without_a_place_costs_1():
    assert points("inhabitants", ". . . .", inhabitants=3) == -3
    assert points("inhabitants", "C . . .", inhabitants=3) == -2


def test_each_energy_that_activates_nothing_costs_1():
    assert points("energy", ". . . .", energy=3) == -3
    assert points("energy", "T . . .", energy=3) == -2


@pytest.mark.parametrize(("parks", "expected"), [(0, -3), (1, -2), (2, -1), (3, 0), (4, 0)])
def test_each_park_absorbs_one_energy(parks, expected):
    drawing = " ".join(["P"] * parks + ["."] * (4 - parks))
    assert points("energy", drawing, energy=3) == expected


def test_a_square_absorbs_no_energy():
    assert points("energy", "Q Q . .", energy=2) == -2
    assert points("energy", "Q P . .", energy=2) == -1


def test_a_park_absorbs_no_inhabitant():
    assert points("inhabitants", "P . . .", inhabitants=1) == -1


def test_the_energy_that_a_park_absorbs_scores_nothing():
    assert total("P . . .", energy=1) == 0


def test_ruling_resources_on_a_building_that_ends_inactive_count_as_not_placed():
    # An office tower needs both: with one of the two it stays off, and the one is lost.
    people = score("O . . . .", inhabitants=1)
    assert (people["scores"]["inhabitants"], people["placed_inhabitants"]) == (-1, 0)
    assert score("O . . . .", energy=1)["scores"]["energy"] == -1


def test_placed_inhabitants_are_those_who_activate_and_the_customers():
    sheet = score("S F O . .", inhabitants=9, energy=2)
    assert sheet["customers"] == {"a1": 5}
    assert sheet["placed_inhabitants"] == 2 + 5
    assert sheet["scores"]["inhabitants"] == -2


def test_empty_cells_are_counted_after_inactive_buildings_were_removed():
    assert score("T T P .", energy=1)["empty_cells"] == 14
    assert score("T T P .", energy=2)["empty_cells"] == 13
    assert score(". . . . .")["empty_cells"] == 20


# Among assignments of equal points


def test_ruling_with_equal_points_most_inhabitants_are_placed():
    # The harbor earns 4, saves the 1 of an idle inhabitant, and costs 5: on or off is the same.
    even = score("M H4 . . .", inhabitants=1)
    assert even["total"] == -1
    assert even["placed_inhabitants"] == 1
    assert even["active"] == ["a1", "b1"]


def test_ruling_then_fewest_cells_are_empty():
    # The park absorbs the energy, or the shop without customers uses it: 0 points both ways.
    sheet = score("P S . .", energy=1)
    assert sheet["total"] == 0
    assert sheet["active"] == ["a1", "b1"]
    assert sheet["empty_cells"] == 14


def test_ruling_among_equals_the_greatest_activity_string_is_taken():
    assert score("T T . .\nT . . .", energy=1)["active"] == ["a1"]
    assert score(". . T .\nT . . .", energy=1)["active"] == ["c1"]
    assert score(". H F .\nC . . .", inhabitants=1)["active"] == ["a2"]
    assert score("F H . .\nH . . .", inhabitants=2)["active"] == ["a1", "b1"]


def test_the_activity_string_reads_rows_before_columns():
    # d1 comes before a2.
    assert score(". . . S\nS . . .", energy=1)["active"] == ["d1"]


def test_ruling_then_most_customers_are_in_the_earliest_shops():
    three = score("S S . .\nS . . .", inhabitants=5, energy=3)
    assert three["customers"] == {"a1": 4, "b1": 1, "a2": 0}
    assert score("S S . .", inhabitants=2, energy=2)["customers"] == {"a1": 2, "b1": 0}


# The whole sheet


def test_a_sheet_has_every_part_that_programs_rely_on():
    drawing = """
        T3 P  .  .  M
        S  F  H1 .  P
        .  .  C2 O2 O
    """
    sheet = score(drawing, inhabitants=10, energy=7)
    assert sheet == {
        "total": 6 + 11 + (2 + 2) + (2 + 2) + (2 + 3) + 1 + (3 + 1) + 5 - 1,
        "scores": {
            "tower": 6,
            "shop": 11,
            "service": 4,
            "park": 4,
            "factory": 5,
            "harbor": 1,
            "office": 4,
            "monument": 5,
            "inhabitants": 0,
            "energy": -1,
        },
        "active": ["a1", "b1", "e1", "a2", "b2", "c2", "e2", "c3", "d3", "e3"],
        "customers": {"a2": 5},
        "placed_inhabitants": 10,
        "empty_cells": 10,
    }


def test_squares_are_counted_under_park():
    assert points("park", "T Q . .", energy=1) == 2
    assert "square" not in score("Q . . .")["scores"]


def test_the_order_of_the_listed_buildings_does_not_matter():
    city = draw("T3 P S F\nH1 C2 . .", 5, 2)
    turned = {**city, "city": city["city"][::-1]}
    assert GAME.score(city) == GAME.score(turned)


def test_an_empty_city_scores_nothing():
    sheet = score(". . . .")
    assert (sheet["total"], sheet["active"], sheet["empty_cells"]) == (0, [], 16)


@pytest.mark.parametrize(
    "change",
    [
        {"mode": "solo"},
        {"mode": None},
        {"inhabitants": -1},
        {"inhabitants": "3"},
        {"inhabitants": 1.5},
        {"energy": True},
        {"city": None},
        {"city": ["a1"]},
        {"city": [{"cell": "e1", "kind": "shop"}]},
        {"city": [{"cell": "a5", "kind": "shop"}]},
        {"city": [{"cell": "a1"}]},
        {"city": [{"kind": "shop"}]},
        {"city": [{"cell": "a1", "kind": "castle"}]},
        {"city": [{"cell": "a1", "kind": "shop"}, {"cell": "a1", "kind": "park"}]},
        {"city": [{"cell": "a1", "kind": "tower", "floors": 5}]},
        {"city": [{"cell": "a1", "kind": "tower", "floors": 0}]},
        {"city": [{"cell": "a1", "kind": "shop", "floors": 2}]},
        {"city": [{"cell": "a1", "kind": "shop", "points": 2}]},
        {"city": [{"cell": "a1", "kind": "harbor", "points": -1}]},
        {"city": [{"cell": "a1", "kind": "office"}]},
        {"city": [{"cell": "a1", "kind": "monument"}]},
        {"city": [{"cell": ["a1"], "kind": "shop"}]},
        {"city": [{"cell": "a1", "kind": ["shop"]}]},
    ],
)
def test_a_city_that_can_not_be_is_refused(change):
    with pytest.raises(BadRecord):
        GAME.score({**draw(". . . ."), **change})


# Who wins


def test_most_points_win():
    # A service and a tower's inhabitant for it, against nothing.
    state = match("1N1-a1 1101", "1S5-x", "2E2-b1 1416", "2W4-x")
    outcome = idle(state, 28).outcome()
    assert outcome.scores == (2 + 2 - 1, 0)
    assert outcome.ranks == (1, 2)


def ranks_of(*turns, players=2):
    """Scores and ranks of a match in which nobody builds anything after these turns."""
    state = match(*turns, players=players)
    while state.to_move is not None:
        idle(state, 1)
    return state.outcome().scores, state.outcome().ranks


def test_then_most_inhabitants_placed():
    # Seat 1's harbor brings its own inhabitant, and an energy that the park absorbs.
    round_one = ["1N1-x", "1S5-a1 1623", "2E2-x", "2W4-x", "3N5-x", "3W1-x", "4S2-x", "4E3-x"]
    assert ranks_of(*round_one, "1N1-x", "1S5-b1 2312") == ((0, 0), (2, 1))
    # It goes before empty cells: seat 0 has three parks, seat 1 a park and the harbor.
    round_one[0] = "1N1-a1 1624"
    round_two = ["1N1-b1 2623", "1S5-b1 2312", "2E2-b2 2624"]
    assert ranks_of(*round_one, *round_two) == ((0, 0), (2, 1))


def test_then_fewest_empty_cells():
    assert ranks_of("1N1-x", "1S5-a1 1623") == ((0, 0), (2, 1))


def test_ruling_empty_cells_are_compared_after_inactive_buildings_were_removed():
    assert ranks_of("1N1-a1 1520", "1S5-x") == ((0, 0), (1, 1))


def test_ruling_then_the_players_share_the_rank():
    three = ranks_of("1N1-a1 1623", "1S5-a1 1624", "1E3-x", players=3)
    assert three == ((0, 0, 0), (1, 1, 3))


def test_ruling_a_score_now_preview_uses_the_same_best_assignment():
    state = match("1N1-a1 1101", "1S5-a1 1208", "2E2-b1 1416", "2W4-b1 1520")
    for seat, sheet in enumerate([score("T C2 . .", 2), score("F S . .", 0, 3)]):
        expected = (sheet["total"], sheet["placed_inhabitants"], -sheet["empty_cells"])
        assert state.standings()[seat] == expected


def test_the_outcome_has_a_sheet_for_each_player():
    state = idle(match("1N1-a1 1101", "1S5-a1 1416"), 30)
    sheets = state.outcome().details["sheets"]
    assert sheets[0] == score("T . . .", inhabitants=2)
    assert sheets[1] == score("C2 . . .")
    assert [sheet["total"] for sheet in sheets] == list(state.outcome().scores)


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([(61, 9, -3), (58, 9, -3)], (1, 2)),
        ([(58, 9, -3), (61, 9, -3)], (2, 1)),
        ([(61, 9, -3), (61, 12, -8)], (2, 1)),
        ([(61, 9, -3), (61, 9, -2)], (2, 1)),
        ([(61, 9, -3), (61, 9, -3)], (1, 1)),
        ([(61, 9, -3), (61, 9, -3), (50, 20, 0)], (1, 1, 3)),
        ([(50, 9, -3), (61, 9, -3), (50, 9, -3), (40, 1, 0)], (2, 1, 2, 4)),
        ([(5, 5, -5)] * 4, (1, 1, 1, 1)),
    ],
)
def test_ruling_equals_share_the_rank_and_the_next_is_skipped(standings, expected):
    assert ranks(standings) == expected
