"""Drawing, placing, the redraw, and how the game ends."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadTerms
from engine.game import Terms
from engine.greenways import GAME, cities, rules
from engine.rng import Rng
from tests.engine.greenways.positions import (
    CODES,
    codes,
    dealt,
    legal,
    match,
    outcome,
    play,
    position,
)

JUST_BEGUN = ".|.\n=*=\n.|."
NO_END_OF_A_STREET_LEFT = """
    ... ... ...
    .o- -o- -o.
    ... .|. ...
    ... .|. ...
    ... =*= ...
    ... .|. ...
    ... .|. ...
    ... .o. ...
    ... ... ...
"""


def hand(state):
    return codes(state.hand)


def pile(state):
    return codes(state.pile)


# Three tiles before you


def test_three_tiles_are_drawn_from_the_top():
    state = match(top=["crossing", "park-end", "street-cross", "green-tee"])
    assert hand(state) == ["crossing", "park-end", "street-cross"]
    assert pile(state)[0] == "green-tee"
    assert state.unused == 72 - 3


def test_one_of_the_three_is_placed_and_another_drawn():
    state = match("park-end@1,0,3", top=["crossing", "park-end", "street-cross", "green-tee"])
    assert hand(state) == ["crossing", "street-cross", "green-tee"]
    assert state.unused == 72 - 4


def test_of_two_equal_tiles_the_older_one_is_placed():
    state = match("crossing@1,0,0", top=["crossing", "park-end", "crossing", "green-tee"])
    assert hand(state) == ["park-end", "crossing", "green-tee"]


def test_equal_tiles_in_hand_are_one_choice():
    moves = [f"crossing@{place},0" for place in ("-1,0", "0,-1", "0,1", "1,0")]
    assert legal(match(top=["crossing"] * 3)) == moves


@given(st.integers(0, 10**6).map(str))
def test_no_tile_is_lost_and_none_is_added(seed):
    state, rng = dealt(seed), Rng(seed)
    while state.to_move is not None:
        state.push(rng.choice(state.legal_moves()))
        city = codes([face // 4 for face in state.city.faces.values()])
        assert Counter(city + hand(state) + pile(state)) == Counter([*CODES, "crossing"])


# If none of the three fits anywhere


def test_three_that_do_not_fit_go_under_the_pile_and_three_others_are_drawn():
    state = match(top=["building", "building", "building", "crossing", "park-end", "green-end"])
    assert hand(state) == ["crossing", "park-end", "green-end"]
    assert pile(state)[-3:] == ["building"] * 3
    assert state.unused == 72 - 3


def test_they_go_under_in_the_order_drawn_again_and_again_until_one_fits():
    first, second = ["street-end", "street-tee", "street-cross"], ["street-curve"] * 3
    third, rest = ["street-end", "green-end", "street-tee"], ["building"]
    state = position(NO_END_OF_A_STREET_LEFT, first, second + third + rest)
    state.redraw()
    assert hand(state) == third
    assert pile(state) == rest + first + second


def test_with_fewer_than_three_in_the_pile_returned_ones_come_back():
    returned = ["street-end", "street-tee", "street-cross"]
    state = position(NO_END_OF_A_STREET_LEFT, returned, ["green-end"])
    state.redraw()
    assert hand(state) == ["green-end", "street-end", "street-tee"]
    assert pile(state) == ["street-cross"]


def test_the_redraw_is_no_move():
    state = position(
        NO_END_OF_A_STREET_LEFT,
        ["street-end", "street-tee", "green-end"],
        ["street-cross", "street-curve", "building", "street-end"],
    )
    play(state, "green-end@1,0,3")
    assert state.to_move == 0
    assert hand(state) == ["street-curve", "building", "street-end"]
    assert pile(state) == ["street-end", "street-tee", "street-cross"]


def test_nothing_is_put_under_the_pile_while_one_fits():
    state = position(
        NO_END_OF_A_STREET_LEFT, ["street-end", "street-tee", "building"], ["crossing"]
    )
    state.redraw()
    assert hand(state) == ["street-end", "street-tee", "building"]


# The end: nothing left to draw and to place


def test_it_ends_when_no_tile_in_the_pile_or_in_hand_fits():
    state = position(
        NO_END_OF_A_STREET_LEFT,
        ["street-end", "green-end", "street-tee"],
        ["street-cross", "street-curve", "street-end"],
    )
    play(state, "green-end@1,0,3")
    assert state.to_move is None
    assert not state.legal_moves()
    assert str(state.refusal(legal_looking())) == "The match is over."


def legal_looking():
    return match(top=["green-end"]).legal_moves()[0]


def test_it_is_scored_all_the_same():
    state = position(
        NO_END_OF_A_STREET_LEFT,
        ["street-end", "green-end", "street-tee"],
        ["street-cross", "street-curve", "street-end"],
    )
    play(state, "green-end@1,0,3")
    assert outcome(state).scores == (5 + 0 + 0 + 2 + 2,)
    assert outcome(state).ranks == (1,)
    assert outcome(state).details == {
        "parts": {"streets": 5, "greenery": 0, "parks": 0, "longest": 2, "unused": 2}
    }


def test_when_the_pile_is_empty_you_play_on_with_the_tiles_in_hand():
    state = position(JUST_BEGUN, ["green-end", "street-end", "crossing"])
    play(state, "green-end@1,0,3")
    assert (state.to_move, hand(state)) == (0, ["street-end", "crossing"])
    play(state, "crossing@-1,0,0", "street-end@0,1,0")
    assert (state.to_move, hand(state)) == (None, [])


def test_tiles_left_in_hand_do_not_count():
    state = position(NO_END_OF_A_STREET_LEFT, ["street-end", "green-end", "street-tee"])
    play(state, "green-end@1,0,3")
    assert (state.to_move, hand(state)) == (None, ["street-end", "street-tee"])
    assert outcome(state).details["parts"]["unused"] == 0


# The end: 8 rows and 8 columns, each with greenery


ALONG_ROW_0 = [*(f"green-straight@{x},0,1" for x in range(1, 7)), "green-curve@7,0,2"]
DOWN_COLUMN_7 = [
    f"park-straight@7,{y},0" if y % 2 == 0 else f"crossing@7,{y},1" for y in range(1, 8)
]
EIGHT_BY_EIGHT = [*ALONG_ROW_0, *DOWN_COLUMN_7]


def city(*placements):
    return cities.parse({"placements": list(placements), "pile": 0})[0]


def last_move(*placements, hand=("building", "building"), pile=("crossing", "building")):
    """The position after the last of these, with others in hand and in the pile."""
    *before, last = placements
    state = position(city(*before), [last.split("@")[0], *hand], pile)
    assert not rules.is_complete(state.city)
    return play(state, last)


def test_it_ends_as_soon_as_the_city_spans_8_rows_and_8_columns():
    state = last_move(*EIGHT_BY_EIGHT)
    assert state.to_move is None
    assert rules.is_complete(state.city)


def test_holes_are_fine():
    assert len(last_move(*EIGHT_BY_EIGHT).city.faces) == 15


def test_the_end_is_checked_before_refilling():
    state = last_move(*EIGHT_BY_EIGHT)
    assert hand(state) == ["building", "building"]
    assert outcome(state).details["parts"]["unused"] == 2


@pytest.mark.parametrize("missing", [1, 2, 7])
def test_7_rows_are_too_few(missing):
    state = last_move(*EIGHT_BY_EIGHT[:-missing])
    assert state.to_move == 0


def test_7_columns_are_too_few():
    narrow = [*(f"green-straight@{x},0,1" for x in range(1, 6)), "green-curve@6,0,2"]
    assert last_move(*narrow, *(move.replace("@7", "@6") for move in DOWN_COLUMN_7)).to_move == 0


def test_a_row_without_greenery_keeps_it_going():
    state = last_move("street-tee@0,-1,1", *EIGHT_BY_EIGHT)
    assert state.to_move == 0
    assert state.city.rows.bit_count() == 9


def test_a_column_without_greenery_keeps_it_going():
    down = DOWN_COLUMN_7[0]
    state = last_move(*ALONG_ROW_0, down, "street-end@8,1,3", *DOWN_COLUMN_7[1:])
    assert state.to_move == 0
    assert state.city.columns.bit_count() == 9


def test_a_row_of_buildings_has_no_greenery():
    state = last_move(*EIGHT_BY_EIGHT[:-1], "building@1,-1,0", EIGHT_BY_EIGHT[-1])
    assert state.to_move == 0


def test_greenery_in_the_last_row_that_lacked_it_ends_the_game():
    state = last_move("street-tee@0,-1,1", *EIGHT_BY_EIGHT, "twin-curve@-1,-1,0")
    assert state.to_move is None
    assert state.city.rows.bit_count() == 9


def test_it_is_a_game_for_one():
    with pytest.raises(BadTerms, match=r"greenways solo is a game for 1, not for 2\."):
        GAME.check(Terms("solo", 2))
