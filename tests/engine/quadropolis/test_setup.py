"""Components and set-up: what lies where before the first turn."""

import pytest

from engine.errors import BadRecord, BadTerms
from tests.engine.quadropolis.positions import (
    GAME,
    OFF_SITE,
    ROUNDS,
    idle,
    idle_move,
    legal,
    match,
    names,
    row_of,
    setup,
    space,
    start,
    terms,
)

BOTH_MODES = pytest.mark.parametrize("variant", ROUNDS)
TABLES = pytest.mark.parametrize(("players", "face_up"), [(2, 16), (3, 20), (4, 25)])


@BOTH_MODES
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_can_play(variant, players):
    state = start(terms(variant, players), GAME.deal(terms(variant, players), "seed"))
    assert len(state.cities) == players


@BOTH_MODES
@pytest.mark.parametrize("players", [0, 1, 5])
def test_fewer_than_two_or_more_than_four_can_not_play(variant, players):
    with pytest.raises(BadTerms, match=f"is for 2 to 4 players, not {players}"):
        GAME.check(terms(variant, players))


def test_there_is_no_third_mode():
    with pytest.raises(BadTerms, match='Unknown variant "easy"'):
        GAME.check(terms("easy"))


@BOTH_MODES
@pytest.mark.parametrize("squares", [False, True])
def test_each_round_deals_its_25_tiles_onto_the_construction_site(variant, squares):
    dealt = GAME.deal(terms(variant, 3, squares), "seed")["rounds"]
    assert len(dealt) == ROUNDS[variant]
    for number, layout in enumerate(dealt, 1):
        assert sorted(layout, key=str) == sorted(names(variant, number, squares), key=str)


@BOTH_MODES
def test_the_tiles_are_shuffled(variant):
    layouts = {tuple(GAME.deal(terms(variant), f"seed {i}")["rounds"][0]) for i in range(50)}
    assert len(layouts) == 50


def test_the_same_seed_deals_the_same():
    assert GAME.deal(terms("expert", 4), "seed") == GAME.deal(terms("expert", 4), "seed")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_player_is_drawn_at_random(players):
    drawn = {GAME.deal(terms(players=players), f"seed {i}")["first"] for i in range(60)}
    assert drawn == set(range(players))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_first_player_holds_the_mayor_and_begins(first):
    state = match(players=3, first=first)
    assert state.mayor == first
    assert state.first == first
    assert state.to_move == first


def test_the_urbanist_starts_off_the_site_and_blocks_nothing():
    state = match(players=4)
    assert state.urbanist == OFF_SITE
    assert len({notation[1:3] for notation in legal(state)}) == 20


def test_the_cities_start_empty_without_inhabitants_and_energy():
    state = match()
    assert state.cities[0] == state.cities[1]
    assert state.standings() == [(0, 0, -16), (0, 0, -16)]


@BOTH_MODES
@TABLES
def test_25_tiles_lie_face_up_with_four_players_20_with_three_16_with_two(
    variant, players, face_up
):
    state = match(variant=variant, players=players)
    for number in range(1, ROUNDS[variant] + 1):
        assert state.round + 1 == number
        assert sum(map(bool, state.site)) == face_up
        assert state.face_down.bit_count() == 25 - face_up
        idle(state, 4 * players)


def test_tiles_printed_3_4_and_4_are_the_ones_that_lie_face_down():
    laid_out = setup(players=2)
    state = start(terms(players=2), laid_out)
    for at, name in enumerate(laid_out["rounds"][0]):
        hidden = row_of(name).min_players > 2
        assert bool(state.face_down >> at & 1) == hidden
        assert bool(state.site[at]) != hidden


def test_a_tile_stays_face_down_for_the_whole_round():
    state = match("2W2", "3S5-x", "4N3")
    before = state.face_down
    assert before >> space(2, "W2") & 1
    idle(state, 4)
    assert state.round == 0
    assert state.face_down == before


def test_ruling_a_face_down_tile_can_not_be_taken_and_its_space_counts_as_empty():
    state = match(then=("2W2",))
    assert {notation for notation in legal(state) if notation.startswith("2W2")} == {"2W2"}


def test_a_tile_for_four_can_be_taken_by_four():
    state = match(players=4, then=("2W2-x 1102",))
    assert "2W2-x" in legal(state)
    assert "2W2-b2" in legal(state)


def test_a_tile_for_three_can_be_taken_by_three_but_not_by_two():
    assert "2W2-x" in legal(match(players=3, then=("2W2-x 1105",)))
    assert "2W2-x" not in legal(match(players=2, then=("2W2 1105",)))


def test_a_match_can_be_played_to_its_end_from_any_deal():
    for variant in ROUNDS:
        for players in (2, 3, 4):
            agreed = terms(variant, players, squares=True)
            state = start(agreed, GAME.deal(agreed, "any"))
            turns = 0
            while state.to_move is not None:
                state.play(idle_move(state))
                turns += 1
            assert turns == 4 * players * ROUNDS[variant]


def broken(change):
    laid_out = setup()
    change(laid_out)
    return laid_out


@pytest.mark.parametrize(
    "change",
    [
        lambda laid_out: laid_out.update(first=2),
        lambda laid_out: laid_out.update(first=-1),
        lambda laid_out: laid_out.update(first="0"),
        lambda laid_out: laid_out.update(first=True),
        lambda laid_out: laid_out.pop("first"),
        lambda laid_out: laid_out.pop("rounds"),
        lambda laid_out: laid_out.update(rounds=None),
        lambda laid_out: laid_out["rounds"].pop(),
        lambda laid_out: laid_out["rounds"].append(names("expert", 5)),
        lambda laid_out: laid_out["rounds"][0].pop(),
        lambda laid_out: laid_out["rounds"][0].append(1101),
        lambda laid_out: laid_out["rounds"].reverse(),
        lambda laid_out: laid_out["rounds"][0].__setitem__(0, laid_out["rounds"][0][1]),
        lambda laid_out: laid_out["rounds"][0].__setitem__(0, 9999),
        lambda laid_out: laid_out["rounds"][0].__setitem__(0, None),
        lambda laid_out: laid_out["rounds"][0].__setitem__(0, [1101]),
        lambda laid_out: laid_out["rounds"][0].__setitem__(
            laid_out["rounds"][0].index(1623), "1623A"
        ),
    ],
)
def test_a_set_up_with_other_than_the_rounds_own_tiles_is_refused(change):
    with pytest.raises(BadRecord):
        start(terms(), broken(change))


def test_a_park_is_refused_where_squares_were_agreed():
    with pytest.raises(BadRecord):
        start(terms(squares=True), setup())
    assert start(terms(squares=True), setup(squares=True))


def test_starting_leaves_the_set_up_as_it_was():
    laid_out, same = setup(), setup()
    idle(start(terms(), laid_out), 20)
    assert laid_out == same
