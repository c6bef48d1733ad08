"""Placement: where a card may lie, and what it hides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadMove
from engine.megalopolis import GAME
from engine.megalopolis.moves import Move
from engine.rng import Rng
from tests.engine.megalopolis import oracle
from tests.engine.megalopolis.positions import (
    build,
    cells,
    hands,
    legal,
    match,
    play,
    spots,
    started,
)


def first_turn():
    """Card 4 lies at 0,0; cards 1, 2 and 3 are in hand."""
    return match([[1, 2, 3]], pile=[4])


# At least one block side must touch a side of the city, or the card covers blocks of it.


def test_around_the_first_card_there_are_21_spots_for_each_card_both_ways_round():
    square = {(x, y) for x in range(-2, 3) for y in range(-2, 3)}
    corners = {(-2, -2), (2, -2), (-2, 2), (2, 2)}
    state = first_turn()
    for card in (1, 2, 3):
        assert spots(state, card) == square - corners
    assert len(state.legal_moves()) == 3 * 2 * 21


@pytest.mark.parametrize("place", ["-2,-2", "2,-2", "-2,2", "2,2"])
def test_a_corner_is_not_enough(place):
    refusal = first_turn().refusal(GAME.parse(f"1@{place}"))
    assert str(refusal) == f"At {place} the card meets the city only at a corner."


@pytest.mark.parametrize("place", ["3,0", "0,3", "-3,0", "0,-3", "3,3", "50,-50", "999,-999"])
def test_a_card_must_touch_the_city(place):
    refusal = first_turn().refusal(GAME.parse(f"1@{place}"))
    assert str(refusal) == f"At {place} the card does not touch the city."


@pytest.mark.parametrize("place", ["2,0", "2,1", "2,-1", "-2,1", "1,2", "-1,-2"])
def test_one_side_is_enough(place):
    assert first_turn().refusal(GAME.parse(f"1@{place}")) is None


@pytest.mark.parametrize("place", ["1,1", "-1,-1", "1,-1", "-1,1", "1,0", "0,0"])
def test_it_may_cover_one_two_or_four_blocks(place):
    assert first_turn().refusal(GAME.parse(f"1@{place}")) is None


def test_only_as_printed_or_turned_by_180_degrees():
    moves = [move for move in first_turn().legal_moves() if move[:3] == (1, 2, 0)]
    assert sorted(map(str, moves)) == ["1@2,0", "1@2,0r"]


# It goes on top; only visible blocks and roads count.


def test_a_card_goes_on_top():
    under, over = oracle.visible(build("4@0,0")), oracle.visible(build("1@0,0"))
    seen = oracle.visible(build("4@0,0", "1@1,1"))
    assert seen[0, 0] == under[0, 0]
    assert seen[1, 0] == under[1, 0]
    assert seen[0, 1] == under[0, 1]
    for x, y in over:
        assert seen[x + 1, y + 1] == over[x, y]


def test_a_card_may_cover_parts_of_several_cards():
    seen = oracle.visible(build("4@0,0", "5@2,0", "6@1,0"))
    assert {cell: seen[cell] for cell in [(1, 0), (2, 0), (1, 1), (2, 1)]} == {
        (x + 1, y): block for (x, y), block in oracle.visible(build("6@0,0")).items()
    }


def test_covering_the_first_card_completely_is_legal():
    state = play(match([[1, 2, 3]], pile=[4]), "1@0,0")
    assert oracle.visible(state.city) == oracle.visible(build("1@0,0"))
    assert [str(move) for move in state.placed] == ["4@0,0", "1@0,0"]


def test_a_later_card_may_be_covered_completely_too():
    assert oracle.visible(build("4@0,0", "5@2,0", "6@2,0r")) == oracle.visible(
        build("4@0,0", "6@2,0r")
    )


def test_a_covered_card_still_holds_the_city_together():
    """What lies below is hidden; where something lies, the city stays."""
    state = play(match([[1, 2, 3]], pile=[4, 5]), "1@0,0", "2@0,0")
    assert len(state.city.cells(state.city.built)) == 4


# Gaps and holes are allowed.


def test_holes_are_allowed_and_can_be_filled():
    around = ["4@0,0", "5@2,-1", "6@4,0", "7@3,2", "8@1,2"]
    city = build(*around)
    hole = {(2, 1), (3, 1)}
    assert hole.isdisjoint(city.cells(city.built))
    state = match([[1, 2, 3]], pile=[4])
    state.city = city
    assert (2, 1) in spots(state, 1)
    filled = state.city.with_card(GAME.parse("1@2,1"))
    assert hole < set(filled.cells(filled.built))


def test_a_city_may_have_gaps_in_a_row():
    city = build("4@0,0", "5@0,2", "6@2,3", "7@4,1")
    assert {x for x, y in city.cells(city.built) if y == 1} == {0, 1, 4, 5}


def test_a_city_may_grow_in_any_direction_as_far_as_the_cards_reach():
    for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
        state = started(1)
        for step in range(1, 15):
            card = hands(state)[0][0]
            x, y = 2 * step * direction[0], 2 * step * direction[1]
            play(state, f"{card}@{x},{y}r")
        assert state.to_move is None
        assert len(state.city.cells(state.city.built)) == 60


@pytest.mark.parametrize(("dx", "dy"), [(2, 1), (-2, 1), (2, -1), (-2, -1), (1, 2), (-1, -2)])
def test_a_city_may_grow_askew(dx, dy):
    state = started(1)
    for step in range(1, 15):
        play(state, f"{hands(state)[0][0]}@{dx * step},{dy * step}")
    expected = {(dx * n + x, dy * n + y) for n in range(15) for x in (0, 1) for y in (0, 1)}
    assert set(state.city.cells(state.city.built)) == expected


# Complete, and each once


def touches(city, move):
    covered = cells(move)
    sides = {other for cell in covered for other in oracle.around(cell)}
    return bool(city & (covered | sides))


@given(st.integers(0, 10**6), st.integers(0, 13), st.integers(1, 4))
def test_the_legal_moves_are_all_cards_in_hand_wherever_they_touch(seed, turns, players):
    state, rng = started(players, str(seed)), Rng(str(seed))
    for _ in range(turns):
        state.push(rng.choice(state.legal_moves()))
    city = set(state.city.cells(state.city.built))
    columns, rows = [x for x, _ in city], [y for _, y in city]
    expected = {
        str(move)
        for card in hands(state)[state.mover]
        for x in range(min(columns) - 3, max(columns) + 4)
        for y in range(min(rows) - 3, max(rows) + 4)
        for turned in (False, True)
        if touches(city, move := Move(card, x, y, turned))
    }
    assert len(state.legal_moves()) == len(expected)
    assert legal(state) == expected


@given(st.integers(0, 10**6))
def test_the_city_is_what_was_laid_last_on_each_cell(seed):
    state, rng = started(1, str(seed)), Rng(str(seed))
    while state.to_move is not None:
        state.push(rng.choice(state.legal_moves()))
    seen: oracle.Blocks = {}
    for card, x, y, turned in state.placed:
        face = oracle.visible(build(f"{card}@0,0{'r' if turned else ''}"))
        seen |= {(x + dx, y + dy): block for (dx, dy), block in face.items()}
    assert oracle.visible(state.city) == seen


# Notation


@pytest.mark.parametrize("notation", ["12@1,-2", "12@1,-2r", "1@0,0", "18@-28,28r", "9@10,-10"])
def test_a_move_is_written_as_it_is_read(notation):
    assert str(GAME.parse(notation)) == notation


def test_the_parts_of_a_move():
    assert GAME.parse("12@1,-2r") == Move(card=12, x=1, y=-2, turned=True)


@pytest.mark.parametrize(
    "notation",
    [
        "0@0,0",
        "19@0,0",
        "01@0,0",
        "1@+1,0",
        "1@01,0",
        "1@-0,0",
        "1@0",
        "1@0,0R",
        "1@0,0rr",
        "1@0, 0",
        " 1@0,0",
        "1@0,0 ",
        "1@0,0\n",
        "1@1.0,0",
        "1@0,1000",
        "1@٣,0",
        "12",
        "3N4-b3",
    ],
)
def test_anything_else_is_no_move(notation):
    with pytest.raises(BadMove, match="write it like 12@1,-2"):
        GAME.parse(notation)


# In words


def test_a_move_is_told_in_words():
    state = first_turn()

    def words(notation):
        return str(state.describe(GAME.parse(notation)))

    assert words("1@2,0") == "card 1 at 2,0"
    assert words("1@-2,0r") == "card 1, turned, at -2,0"
    assert words("1@1,1") == "card 1 at 1,1, blocks covered: 1"
    assert words("1@0,0r") == "card 1, turned, at 0,0, blocks covered: 4"
