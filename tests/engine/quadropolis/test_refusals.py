"""Every refusal once, word for word; and a refused move changes nothing."""

import pytest

from engine.errors import BadMove, IllegalMove
from tests.engine.quadropolis.positions import GAME, idle, legal, match, snapshot


def refuse(state, notation, sentence):
    """The move is refused with this sentence, it is not in the list, and nothing changes."""
    move, before = GAME.parse(notation), snapshot(state)
    assert notation not in legal(state)
    assert str(state.refusal(move)) == sentence
    with pytest.raises(IllegalMove) as refused:
        state.play(move)
    assert str(refused.value) == sentence
    assert snapshot(state) == before


def test_it_refuses_any_move_when_the_match_is_over():
    state = idle(match(), 32)
    refuse(state, "1N1-x", "The match is over.")


def test_it_refuses_an_architect_that_is_already_used_in_classic():
    state = match("2N1-x", "1S5-x")
    refuse(state, "2E3-x", "Architect 2 is already used this round.")


def test_it_refuses_a_number_of_which_the_pool_has_none_left():
    state = match("2N1-x", "2W5-x", variant="expert")
    refuse(state, "2E3-x", "All architects 2 are used this round.")


def test_it_refuses_architect_5_in_classic():
    sentence = "There is no architect 5 in this game: they are numbered 1 to 4."
    refuse(match(), "5N1-x", sentence)


def test_it_refuses_a_place_where_an_architect_stands():
    state = match("1N1-x", "1S5-x")
    refuse(state, "2N1-x", "An architect already stands at N1.")


@pytest.mark.parametrize("place", ["N4", "S4"])
def test_it_refuses_a_place_in_the_urbanists_column(place):
    state = match("4W2-x")
    refuse(state, f"1{place}-x", f"The urbanist stands in column 4: {place} is blocked.")


@pytest.mark.parametrize("place", ["W3", "E3"])
def test_it_refuses_a_place_in_the_urbanists_row(place):
    state = match("3N4-x")
    refuse(state, f"1{place}-x", f"The urbanist stands in row 3: {place} is blocked.")


def test_it_says_that_an_architect_stands_there_before_it_speaks_of_the_urbanist():
    refuse(match("3N4-x"), "1N4-x", "An architect already stands at N4.")


@pytest.mark.parametrize("target", ["x", "b2"])
def test_it_refuses_to_build_or_discard_what_is_not_there(target):
    state = match("3W2-x", "1S5-x")
    refuse(
        state,
        f"2N3-{target}",
        "The space that architect 2 reaches from N3 is empty: there is nothing to build or to "
        "discard, write 2N3.",
    )


@pytest.mark.parametrize("target", ["x", "b2"])
def test_ruling_a_face_down_tile_can_not_be_taken(target):
    refuse(
        match(then=("2W2",)),
        f"2W2-{target}",
        "The tile that architect 2 reaches from W2 lies face down and can't be taken: write 2W2.",
    )


def test_it_refuses_a_taken_tile_without_a_word_on_what_becomes_of_it():
    refuse(
        match(then=("3N4-x 1520",)),
        "3N4",
        "Architect 3 at N4 takes a tile (shop): say on which cell you build it, or discard it "
        "with x.",
    )


def test_it_refuses_a_cell_that_the_city_does_not_have():
    refuse(match(then=("1N1-x 1520",)), "1N1-e1", "There is no cell e1 in this city.")


def test_it_refuses_a_cell_out_of_the_architects_row_and_column():
    refuse(
        match(then=("3N4-x 1520",)),
        "3N4-b2",
        "Architect 3 builds in row 3 or in column c; b2 is in neither.",
    )


def test_it_refuses_a_cell_of_another_number_and_district():
    refuse(
        match(then=("3N4-x 1520",), variant="expert"),
        "3N4-a1",
        "Architect 3 builds on cells numbered 3 or in district 3; a1 is neither.",
    )


def test_it_refuses_to_stack_what_does_not_stack():
    state = match("1N1-b1 1521", "1S5-x", then=("2E2-x 1520",))
    refuse(state, "2E2-b1", "Cell b1 is taken, and this tile (shop) can't be stacked.")


def test_it_refuses_to_stack_on_another_kind():
    state = match("1N1-b1 1521", "1S5-x", then=("2E2-x 1101",))
    refuse(
        state, "2E2-b1", "Cell b1 is taken: this tile (tower block) stacks only on its own kind."
    )


def test_it_refuses_an_office_tower_on_a_tower_block():
    state = match("1N1-a1 1101", "1S5-x", then=("2E2-x 1726",), variant="expert")
    refuse(
        state, "2E2-a1", "Cell a1 is taken: this tile (office tower) stacks only on its own kind."
    )


FOUR_FLOORS = (
    *("1N1-a1 1101", "1S5-x", "2E2-a1 1104", "2W4-x", "3W5-a1 1107", "3N5-x"),
    *("4N4-a1 1103", "4E1-x"),
)


def test_it_refuses_a_fifth_floor_in_classic():
    state = match(*FOUR_FLOORS, then=("1N1-x 2101",))
    refuse(state, "1N1-a1", "The tower block on a1 already has 4 floors.")


def test_it_refuses_a_sixth_floor_in_expert():
    state = match(*FOUR_FLOORS, "5W1-a1 2101", "1N2-x", then=("1N1-x 2102",), variant="expert")
    refuse(state, "1N1-a1", "The tower block on a1 already has 5 floors.")


def test_it_refuses_a_floor_that_the_architect_does_not_reach():
    state = match("1N1-b1 1101", "1S5-x", then=("3E2-x 1104",))
    refuse(
        state,
        "3E2-b1",
        "Architect 3 reaches neither cell b1 nor the next floor of its tower block.",
    )


@pytest.mark.parametrize(
    "notation",
    [
        *("", " ", "3", "3N", "3N4-", "3N4b3", "3n4-b3", "3N4-B3", "0N1-x", "6N1-x", "3N6-x"),
        *("3N0-x", "3X4-b3", "3N4-f1", "3N4-b5", "3N4-b0", "3N4-X", "3N4-xx", "3N4 ", " 3N4"),
        *("3N4\n", "33N4", "٣N4-x", "3N4-b3-b3", "N43-b3"),
    ],
)
def test_it_cannot_read_what_is_not_a_move(notation):
    with pytest.raises(BadMove) as unread:
        GAME.parse(notation)
    expected = f'"{notation}" is not a move: write it like 3N4-b3, 3N4-x or 3N4.'
    assert str(unread.value) == expected


def test_it_cuts_a_long_unreadable_text_short():
    with pytest.raises(BadMove) as unread:
        GAME.parse("3N4-b3" * 1000)
    assert str(unread.value).startswith('"3N4-b33N4-b33N4-b33N…" is not a move')


@pytest.mark.parametrize("notation", ["3N4-b3", "3N4-x", "3N4", "1W1-a1", "5E5-e4", "2S3-d2"])
def test_what_it_reads_it_writes_the_same(notation):
    assert str(GAME.parse(notation)) == notation


@pytest.mark.parametrize("variant", ["classic", "expert"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_move_is_refused_exactly_if_it_is_not_in_the_list(variant, players):
    every = [
        GAME.parse(f"{architect}{side}{line}{target}")
        for architect in range(1, 6)
        for side in "NSWE"
        for line in range(1, 6)
        for target in ("", "-x", *(f"-{column}{row}" for column in "abcde" for row in range(1, 5)))
    ]
    state = match(variant=variant, players=players)
    turn = 0
    while state.to_move is not None:
        moves = state.legal_moves()
        assert len(moves) == len(set(moves))
        if turn % 5 == 0:
            assert {move for move in every if state.refusal(move) is None} == set(moves)
        state.play(moves[turn * 7919 % len(moves)])
        turn += 1
