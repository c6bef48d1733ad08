"""A turn: take, move the urbanist, build, receive."""

import pytest

from engine.errors import IllegalMove
from tests.engine.quadropolis.positions import (
    GAME,
    building,
    buildings,
    cells,
    cells_offered,
    energy,
    idle,
    inhabitants,
    legal,
    match,
    play,
    row_of,
    setup,
    start,
    terms,
    tile_at,
)

# The site of these tests, drawn as it lies:
#
#        N1    N2    N3    N4    N5
#   W1  1101  1102  1103  1104  1105  E1
#   W2  1106  1107  1208  1209  1210  E2
#   W3  1211  1312  1313  1314  1315  E3
#   W4  1416  1417  1418  1419  1520  E4
#   W5  1521  1522  1623  1624  1625  E5
#        S1    S2    S3    S4    S5
DRAWN = [
    *(1101, 1102, 1103, 1104, 1105),
    *(1106, 1107, 1208, 1209, 1210),
    *(1211, 1312, 1313, 1314, 1315),
    *(1416, 1417, 1418, 1419, 1520),
    *(1521, 1522, 1623, 1624, 1625),
]


def drawn_site(players=4):
    laid_out = setup(players=players)
    laid_out["rounds"][0] = DRAWN
    return start(terms(players=players), laid_out)


def drawn_expert_site():
    """The same picture for Expert: office towers where Classic has its own tiles."""
    swap = {1106: 1726, 1210: 1727, 1418: 1728}
    laid_out = setup(variant="expert", players=4)
    laid_out["rounds"][0] = [swap.get(name, name) for name in DRAWN]
    return start(terms("expert", 4), laid_out)


def places_offered(state):
    return {notation[1:3] for notation in legal(state)}


ALL_PLACES = {side + line for side in "NSWE" for line in "12345"}


# Take


def test_there_are_20_places_one_at_each_end_of_each_row_and_column():
    assert places_offered(drawn_site()) == ALL_PLACES


@pytest.mark.parametrize(
    ("place", "by_architect"),
    [
        ("N1", [1101, 1106, 1211, 1416]),
        ("N4", [1104, 1209, 1314, 1419]),
        ("N5", [1105, 1210, 1315, 1520]),
        ("S1", [1521, 1416, 1211, 1106]),
        ("S4", [1624, 1419, 1314, 1209]),
        ("S5", [1625, 1520, 1315, 1210]),
        ("W1", [1101, 1102, 1103, 1104]),
        ("W2", [1106, 1107, 1208, 1209]),
        ("W5", [1521, 1522, 1623, 1624]),
        ("E1", [1105, 1104, 1103, 1102]),
        ("E2", [1210, 1209, 1208, 1107]),
        ("E5", [1625, 1624, 1623, 1522]),
    ],
)
def test_architect_n_takes_the_tile_on_the_nth_space_from_its_own_edge(place, by_architect):
    kinds = dict.fromkeys([1101, 1102, 1103, 1104, 1105, 1106, 1107], "tower")
    kinds |= dict.fromkeys([1208, 1209, 1210, 1211], "factory")
    kinds |= dict.fromkeys([1312, 1313, 1314, 1315], "harbor")
    kinds |= dict.fromkeys([1416, 1417, 1418, 1419], "service")
    kinds |= dict.fromkeys([1520, 1521, 1522], "shop")
    kinds |= dict.fromkeys([1623, 1624, 1625], "park")
    for architect, tile in enumerate(by_architect, 1):
        state = drawn_site()
        assert tile_at(state, f"{architect}{place}") == tile
        play(state, f"{architect}{place}-a{architect}")
        assert tile_at(state, f"{architect}{place}") is None
        assert buildings(state, 0) == {f"a{architect}": f"{kinds[tile]} 1"}
        assert sum(map(bool, state.site)) == 24


@pytest.mark.parametrize(
    ("move", "tile"), [("5N1", 1521), ("5S4", 1104), ("5W2", 1210), ("5E5", 1521)]
)
def test_architect_5_of_expert_reaches_across_the_whole_site(move, tile):
    state = drawn_expert_site()
    found = {1210: 1727}.get(tile, tile)
    assert tile_at(state, move) == found
    play(state, f"{move}-x")
    assert tile_at(state, move) is None


def test_a_place_with_an_architect_is_not_free():
    state = play(drawn_site(), "1N1-x", "1S5-x", "1E3-x")
    assert "N1" not in places_offered(state)
    assert "S5" not in places_offered(state)
    with pytest.raises(IllegalMove, match="An architect already stands at N1"):
        play(state, "2N1-x")


def test_the_place_at_the_other_end_stays_free():
    state = play(drawn_site(), "1N1-x", "1S5-x")
    assert "S1" in places_offered(state)


def test_an_architect_stays_at_its_place_until_the_end_of_the_round():
    state = play(drawn_site(players=2), "1N1-x")
    idle(state, 6)
    assert "N1" not in places_offered(state)
    idle(state, 1)
    assert "N1" in places_offered(state)


@pytest.mark.parametrize(
    ("move", "blocked"),
    [
        ("1N1-x", {"N1", "S1", "W1", "E1"}),
        ("3N4-x", {"N4", "S4", "W3", "E3"}),
        ("2S5-x", {"N5", "S5", "W4", "E4"}),
        ("4W2-x", {"N4", "S4", "W2", "E2"}),
        ("4E3-x", {"N2", "S2", "W3", "E3"}),
    ],
)
def test_the_urbanist_blocks_its_row_and_column_from_either_end(move, blocked):
    state = play(drawn_site(), move)
    assert places_offered(state) == ALL_PLACES - blocked


def test_where_the_urbanist_left_the_places_are_open_again():
    state = play(drawn_site(), "1N1-x", "2S5-x")
    assert {"S1", "W1", "E1"} <= places_offered(state)


def test_if_the_space_is_empty_nothing_is_taken_and_the_architect_is_used():
    state = play(drawn_site(players=2), "3W2-x", "1S5")
    state = play(state, "2N3")
    assert buildings(state, 0) == {}
    assert state.to_move == 1
    idle(state, 1)
    assert not any(notation.startswith("2") for notation in legal(state))
    assert "N3" not in places_offered(state)


def test_if_the_space_is_empty_the_urbanist_still_moves():
    state = play(drawn_site(), "3W2-x", "1S5-x", "2N3")
    assert places_offered(state) == ALL_PLACES - {"W2", "E2", "N3", "S3"} - {"S5"}


def test_a_face_down_tile_counts_as_an_empty_space_and_draws_the_urbanist():
    state = match("2W2", then=("1S5-x",))
    assert buildings(state, 0) == {}
    assert places_offered(state) == ALL_PLACES - {"W2", "E2", "N2", "S2"}


def test_the_space_of_a_tile_that_was_taken_is_empty():
    state = play(drawn_site(), "3W2-x", "1S5-x")
    assert "2N3" in legal(state)
    assert not {"2N3-x", "2N3-b2"} & legal(state)


def test_ruling_a_player_may_choose_an_empty_space_even_when_others_would_reach_a_tile():
    state = play(drawn_site(), "3W2-x", "1S5-x")
    assert "2N3" in legal(state)
    assert "2N2-x" in legal(state)
    assert state.refusal(GAME.parse("2N3")) is None


@pytest.mark.parametrize("variant", ["classic", "expert"])
@pytest.mark.parametrize("seed", range(15))
def test_a_legal_place_always_exists(variant, seed):
    agreed = terms(variant, 4)
    state = start(agreed, GAME.deal(agreed, str(seed)))
    turn = 0
    while state.to_move is not None:
        moves = state.legal_moves()
        assert moves
        if turn % 16 == 15:
            assert len({move.place for move in moves}) >= 2
        state.play(moves[(seed * 31 + turn * 17) % len(moves)])
        turn += 1


# Move the urbanist


@pytest.mark.parametrize(
    ("move", "row", "column"),
    [("1N1-x", 1, 1), ("3N4-x", 3, 4), ("2S5-a2", 4, 5), ("4W2-d1", 2, 4), ("4E3-a4", 3, 2)],
)
def test_the_urbanist_moves_onto_the_space_just_reached(move, row, column):
    state = play(drawn_site(), move)
    assert state.urbanist == 5 * (row - 1) + column - 1


# Build


@pytest.mark.parametrize("architect", [1, 2, 3, 4])
def test_classic_architect_n_builds_in_row_n_or_column_n(architect):
    state = drawn_site()
    column = "abcd"[architect - 1]
    expected = {cell for cell in cells("classic") if column in cell or str(architect) in cell}
    assert len(expected) == 7
    assert cells_offered(state, f"{architect}W3") == expected


def test_classic_row_1_is_the_top_row_and_column_1_is_a():
    assert cells_offered(drawn_site(), "1W3") == {"a1", "b1", "c1", "d1", "a2", "a3", "a4"}


def test_a_cell_that_is_taken_is_no_longer_offered():
    state = match("1N1-a2 1208", "1S5-x", then=("2E3-x 1209",))
    assert cells_offered(state, "2E3") == {"b2", "c2", "d2", "b1", "b3", "b4"}


def test_what_others_built_does_not_matter():
    state = match("1N1-a2 1208", then=("2E3-x 1209",))
    assert "a2" in cells_offered(state, "2E3")


# The Expert city, district:cell number.
PRINTED = """
    1:2  1:3  4:1  2:1  2:3
    1:5  1:4  4:2  2:5  2:4
    5:1  5:2  4:3  3:1  3:2
    5:4  5:3  4:5  3:5  3:4
"""
EXPERT_CITY = dict(zip(cells("expert"), PRINTED.split(), strict=True))


@pytest.mark.parametrize("cell", EXPERT_CITY)
@pytest.mark.parametrize("architect", [1, 2, 3, 4, 5])
def test_expert_architect_n_builds_on_a_cell_of_number_n_or_in_district_n(cell, architect):
    offered = cells_offered(drawn_expert_site(), f"{architect}W3")
    assert (cell in offered) == (str(architect) in EXPERT_CITY[cell])


def test_classic_has_no_column_e():
    state = drawn_site()
    assert not any("e" in notation for notation in legal(state))
    assert state.refusal(GAME.parse("1N1-e1")) is not None


def test_discarding_is_always_allowed():
    state = drawn_site()
    takes = {notation.split("-")[0] for notation in legal(state)}
    assert len(takes) == 80
    assert {f"{take}-x" for take in takes} <= legal(state)


def test_a_tile_that_fits_nowhere_can_only_be_discarded():
    # Row 1 and column a fill up, and architect 1 is the last one left.
    state = match(
        *("1N1-a1 1208", "1S5-x", "2E2-b1 1209", "2W4-x"),
        *("3N5-c1 1211", "3W1-x", "4S2-d1 1312", "4E3-x"),
        *("2E2-a2 2208", "2W4-x", "3N5-a3 2209", "3W1-x", "4S2-a4 2520", "1S5-x"),
        then=("1N1-x 2101",),
    )
    assert state.to_move == 0
    assert {notation[0] for notation in legal(state)} == {"1"}
    assert {notation.partition("-")[2] for notation in legal(state)} == {"x", ""}
    assert "1N1-x" in legal(state)


# Stacking


def stack(*turns, then, variant="classic"):
    """Seat 0 plays these turns, seat 1 discards far away; then ``then`` is laid out for seat 0."""
    others = ["1S5-x", "2W4-x", "3N5-x", "4E1-x"]
    played = [turn for pair in zip(turns, others, strict=False) for turn in pair]
    return match(*played, then=(then,), variant=variant)


def test_a_tower_block_stacks_on_a_tower_block():
    state = play(stack("1N1-a1 1101", then="2E2-a1 1104"), "2E2-a1")
    assert building(state, 0, "a1") == "tower 2"
    assert state.cities[0][9].bit_count() == 15


def test_an_office_tower_stacks_on_an_office_tower():
    state = match("1N1-a1 1726", "1S5-x", "2E2-x", "2W4-x", variant="expert", players=4)
    assert building(state, 0, "a1") == "office 1"
    state = match(
        *("1N1-a1 1726", "1S5-x", "2E1-x", "2W4-x", "2E2-a1 1727"), variant="expert", players=4
    )
    assert building(state, 0, "a1") == "office 2"


def test_tower_blocks_do_not_stack_on_office_towers_nor_the_other_way_round():
    towers = match(
        *("1N1-a1 1726", "1S5-x", "2E1-x", "2W4-x"),
        then=("2E2-x 1101",),
        variant="expert",
        players=4,
    )
    assert "a1" not in cells_offered(towers, "2E2")
    offices = match(
        *("1N1-a1 1101", "1S5-x", "2E1-x", "2W4-x"),
        then=("2E2-x 1726",),
        variant="expert",
        players=4,
    )
    assert "a1" not in cells_offered(offices, "2E2")


@pytest.mark.parametrize("tile", [1208, 1312, 1416, 1520, 1624])
@pytest.mark.parametrize("below", [1101, 1209, 1313, 1417, 1521, 1623])
def test_nothing_else_stacks(tile, below):
    state = stack(f"1N1-b1 {below}", then=f"2E2-x {tile}")
    assert "b1" not in cells_offered(state, "2E2")


@pytest.mark.parametrize("below", [1209, 1313, 1417, 1521, 1623])
def test_tower_blocks_stack_on_nothing_else(below):
    state = stack(f"1N1-b1 {below}", then="2E2-x 1101")
    assert "b1" not in cells_offered(state, "2E2")


def test_a_tower_of_even_one_floor_is_eligible_if_its_cell_would_be():
    # d1 is not in row 4, but it is column 4; its next floor is number 2.
    state = stack("1N1-d1 1101", then="4E2-x 1104")
    assert "d1" in cells_offered(state, "4E2")


def test_a_tower_is_eligible_if_the_floor_being_added_is_number_n():
    # c1 is neither in row 2 nor in column 2.
    state = stack("1N1-c1 1101", then="2E2-x 1104")
    assert "c1" in cells_offered(state, "2E2")
    assert building(play(state, "2E2-c1"), 0, "c1") == "tower 2"


def test_a_tower_is_not_eligible_for_a_number_that_is_neither_its_cell_nor_its_next_floor():
    state = stack("1N1-b1 1101", then="3E2-x 1104")
    assert "b1" not in cells_offered(state, "3E2")


def test_floor_3_is_for_architect_3_wherever_the_tower_stands():
    state = stack("1N1-a1 1101", "2E2-a1 1104", then="3W5-x 1106")
    assert cells_offered(state, "3W5") == {"a3", "b3", "c3", "d3", "c1", "c2", "c4", "a1"}


def test_floor_4_is_for_architect_4_wherever_the_tower_stands():
    state = stack("1N1-a1 1101", "2E2-a1 1104", "3W5-a1 1106", then="4N4-x 1107")
    assert "a1" in cells_offered(state, "4N4")
    assert building(play(state, "4N4-a1"), 0, "a1") == "tower 4"


def test_a_floor_number_that_was_passed_makes_nothing_eligible():
    # c1 has two floors: the next is number 3, and architect 2 does not reach the cell.
    state = stack("1N1-c1 1101", "3E2-c1 1104", then="2W5-x 1106")
    assert building(state, 0, "c1") == "tower 2"
    assert "c1" not in cells_offered(state, "2W5")


def test_the_first_floor_needs_the_cell_itself():
    # Floors above the first only: architect 1 adds no "first floor" elsewhere.
    state = stack("2N1-b2 1101", then="1E2-x 1104")
    assert cells_offered(state, "1E2") == {"a1", "b1", "c1", "d1", "a2", "a3", "a4"}


def test_in_classic_a_tower_has_at_most_4_floors():
    turns = ("1N1-a1 1101", "1S5-x", "2E2-a1 1104", "2W4-x", "3W5-a1 1106", "3N5-x")
    state = match(*turns, "4N4-a1 1107", "4E1-x", then=("1N1-x 2101",))
    assert building(state, 0, "a1") == "tower 4"
    assert cells_offered(state, "1N1") == {"b1", "c1", "d1", "a2", "a3", "a4"}


def expert_tower_of_four(then):
    turns = ("1N1-a1 1101", "1S5-x", "2E2-a1 1104", "2W4-x", "3W5-a1 1107", "3N5-x")
    return match(*turns, "4N4-a1 1103", "4E1-x", then=then, variant="expert")


def test_in_expert_floor_5_is_for_architect_5():
    state = expert_tower_of_four(then=("5W1-x 2101",))
    assert building(state, 0, "a1") == "tower 4"
    state = play(state, "5W1-a1")
    assert building(state, 0, "a1") == "tower 5"


def test_in_expert_a_tower_has_at_most_5_floors():
    state = expert_tower_of_four(then=("1W1-x 2101", "1N5-x", "2S2-x 2102"))
    play(state, "1W1-a1", "1N5-x")
    assert building(state, 0, "a1") == "tower 5"
    assert "a1" not in cells_offered(state, "2S2")
    assert "a1" not in cells_offered(state, "1E3")
    assert "a1" not in cells_offered(state, "5E3")


def test_in_expert_the_same_two_ways_lead_to_a_floor():
    # a1 is number 2 in district 1; one floor stands there.
    state = match("1N1-a1 1101", "1S5-x", variant="expert", then=("3E2-x 1104",))
    assert "a1" not in cells_offered(state, "3E2")
    for take in ("1E2", "2E3"):
        state = match("1N1-a1 1101", "5N5-x", variant="expert", then=(f"{take}-x 1104",))
        assert "a1" in cells_offered(state, take)


# Receive


@pytest.mark.parametrize(
    ("tile", "people", "power"),
    [(1107, 3, 0), (1101, 2, 0), (1208, 0, 3), (1312, 2, 0), (1313, 0, 2), (1520, 0, 0)],
)
def test_inhabitants_and_energy_are_received_at_once(tile, people, power):
    state = match(f"1N1-a1 {tile}")
    assert (inhabitants(state, 0), energy(state, 0)) == (people, power)
    assert (inhabitants(state, 1), energy(state, 1)) == (0, 0)


def test_one_tile_may_give_both():
    state = match("1N1-a1 1314", players=3)
    assert (inhabitants(state, 0), energy(state, 0)) == (1, 1)


def test_each_floor_gives_its_inhabitants():
    state = play(stack("1N1-a1 1101", then="2E2-a1 1107"), "2E2-a1")
    assert inhabitants(state, 0) == 5


def test_a_square_gives_1_inhabitant():
    assert inhabitants(match("1N1-a1 1623A", squares=True), 0) == 1


def test_a_discarded_tile_gives_nothing():
    state = match("1N1-x 1107", "1S5-x 1208")
    assert state.cities == match().cities
    assert buildings(state, 0) == {}


def test_a_discarded_tile_is_out_of_the_game():
    state = match("1N1-x 1107")
    assert tile_at(state, "1N1") is None


def test_printed_points_come_at_the_end_and_only_if_active():
    # The harbor prints 2 points and gives nobody to run it.
    turns = ["1N1-x", "1S5-x", "2E2-x", "2W4-x", "3N5-x", "3W1-x", "4S2-x", "4E3-x"]
    alone = match(*turns, "1N1-a1 2313")
    assert alone.standings()[0] == (0, 0, -16)
    with_people = match("1N1-b1 1101", *turns[1:], "1N1-a1 2313")
    # 2 inhabitants, one of them runs the harbor; the tower has no energy.
    assert with_people.standings()[0] == (2 - 1, 1, -15)


def test_a_tower_block_with_the_mayors_sign_gives_the_mayor_at_once():
    state = match("1N1-x", "1S5-a1 1103")
    assert state.mayor == 1


def test_the_mayors_sign_works_on_a_higher_floor_too():
    state = match("1N1-x", "1S5-a1 1101", "2E2-x", "2W4-a1 1103")
    assert building(state, 1, "a1") == "tower 2"
    assert state.mayor == 1


def test_a_discarded_mayors_tile_gives_no_mayor():
    assert match("1N1-x", "1S5-x 1103").mayor == 0


@pytest.mark.parametrize("variant", ["classic", "expert"])
def test_ruling_the_supply_is_unlimited(variant):
    """However much is out already, every tile built gives all that it shows."""
    agreed = terms(variant, 4)
    state = start(agreed, GAME.deal(agreed, "supply"))
    received = [[0, 0] for _ in range(4)]
    while state.to_move is not None:
        building_moves = [move for move in state.legal_moves() if move.cell >= 0]
        move = (building_moves or state.legal_moves())[-1]
        name = tile_at(state, str(move)[:3])
        if name and move.cell >= 0:
            received[state.to_move][0] += row_of(name).inhabitants
            received[state.to_move][1] += row_of(name).energy
        state.play(move)
    assert [[inhabitants(state, seat), energy(state, seat)] for seat in range(4)] == received
    assert sum(people for people, _ in received) > 20
    assert sum(power for _, power in received) > 20
