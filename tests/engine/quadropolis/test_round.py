"""A round: order, architects, the mayor, and what happens between rounds."""

from collections import Counter

import pytest

from tests.engine.quadropolis.positions import (
    OFF_SITE,
    ROUNDS,
    building,
    idle,
    idle_to_round,
    legal,
    match,
    names,
    play,
    tile_at,
)

EVERY_TABLE = [(variant, players) for variant in ROUNDS for players in (2, 3, 4)]
every_table = pytest.mark.parametrize(("variant", "players"), EVERY_TABLE)


def architects_offered(state):
    return {int(notation[0]) for notation in legal(state)}


@every_table
def test_clockwise_from_the_first_player_everyone_takes_one_turn(variant, players):
    state = match(variant=variant, players=players, first=1)
    movers = []
    for _ in range(4 * players):
        movers.append(state.to_move)
        idle(state, 1)
    assert movers == [(1 + turn) % players for turn in range(4 * players)]


@every_table
def test_after_four_turns_each_the_round_ends(variant, players):
    state = idle(match(variant=variant, players=players), 4 * players - 1)
    assert state.round == 0
    idle(state, 1)
    assert state.round == 1


@every_table
def test_the_match_ends_after_the_last_round(variant, players):
    state = idle(match(variant=variant, players=players), 4 * players * ROUNDS[variant] - 1)
    assert state.to_move is not None
    assert state.outcome() is None
    idle(state, 1)
    assert state.to_move is None
    assert state.legal_moves() == []
    assert state.outcome().scores == (0,) * players
    assert state.outcome().ranks == (1,) * players


def test_the_site_is_cleared_and_the_next_rounds_tiles_are_laid_out():
    state = idle(match(players=4), 16)
    places = [f"1{side}{line}" for side in "NSWE" for line in range(1, 6)]
    places += [f"{n}N{line}" for n in (2, 3, 4) for line in range(1, 6)]
    found = {tile_at(state, place) for place in places}
    assert found == set(names("classic", 2))


def test_at_the_end_of_a_round_the_urbanist_leaves_the_site():
    state = idle(match(), 7)
    assert state.urbanist != OFF_SITE
    idle(state, 1)
    assert state.urbanist == OFF_SITE
    assert len({notation[1:3] for notation in legal(state)}) == 20


@pytest.mark.parametrize(("variant", "numbers"), [("classic", 4), ("expert", 5)])
def test_at_the_end_of_a_round_the_architects_go_back(variant, numbers):
    state = idle(match(variant=variant), 8)
    assert architects_offered(state) == set(range(1, numbers + 1))
    assert state.placed == []


def test_buildings_stay_when_the_site_is_cleared():
    state = idle(match("1N1-a1 1101"), 7)
    assert state.round == 1
    assert building(state, 0, "a1") == "tower 1"


def test_classic_each_player_owns_architects_1_to_4():
    state = match()
    assert architects_offered(state) == {1, 2, 3, 4}
    idle(state, 1)
    assert architects_offered(state) == {1, 2, 3, 4}


def test_classic_each_architect_is_used_once_per_round():
    state = match("2N1-x", "1S5-x")
    assert architects_offered(state) == {1, 3, 4}
    play(state, str(next(m for m in state.legal_moves() if str(m).startswith("4"))))
    idle(state, 1)
    assert architects_offered(state) == {1, 3}


def test_classic_the_last_turn_of_a_round_is_the_last_architect():
    state = match("2N1-x", "1S5-x", "4W3-x", "2E1-x", "1S3-x", "4N4-x")
    assert architects_offered(state) == {3}


def test_classic_what_one_player_used_the_others_still_have():
    state = match("2N1-x")
    assert state.to_move == 1
    assert 2 in architects_offered(state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_expert_the_common_pool_has_as_many_of_each_number_as_players(players, number):
    state = match(variant="expert", players=players)
    for _ in range(players):
        assert number in architects_offered(state)
        taking = [m for m in state.legal_moves() if int(str(m)[0]) == number]
        state.play(next(m for m in taking if "-" not in str(m) or "x" in str(m)))
    assert architects_offered(state) == {1, 2, 3, 4, 5} - {number}


def test_expert_a_player_may_take_the_same_number_again():
    state = match("2N1-x", "1S5-x", variant="expert")
    assert state.to_move == 0
    assert 2 in architects_offered(state)


def test_expert_what_one_player_takes_is_gone_for_all():
    state = match("2N1-x", "2W5-x", variant="expert")
    assert 2 not in architects_offered(state)
    idle(state, 1)
    assert 2 not in architects_offered(state)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_expert_as_many_architects_as_players_stay_unused_each_round(players):
    state = idle(match(variant="expert", players=players), 4 * players - 1)
    used = Counter(architect for _, architect, _ in state.placed)
    pool = Counter(dict.fromkeys(range(1, 6), players))
    assert (pool - used).total() == players + 1


def test_whoever_holds_the_mayor_is_first_player_of_the_new_round():
    state = match("1N1-x", "1S5-a1 1103")
    assert state.mayor == 1
    idle(state, 6)
    assert state.round == 1
    assert state.first == 1
    assert state.to_move == 1


def test_the_order_of_a_running_round_never_changes():
    state = match("1N1-x", "1S5-x", "1E2-a1 1103", players=3)
    movers = []
    for _ in range(9):
        movers.append(state.to_move)
        idle(state, 1)
    assert movers == [0, 1, 2, 0, 1, 2, 0, 1, 2]
    assert state.first == 2
    assert state.to_move == 2


def test_during_the_round_the_first_player_stays_the_first_player():
    state = match("1N1-x", "1S5-a1 1103")
    assert state.mayor == 1
    assert state.first == 0


def test_if_the_mayors_tile_is_discarded_the_mayor_stays_where_it_is():
    state = match("1N1-x", "1S5-x 1103")
    assert state.mayor == 0
    idle(state, 6)
    assert state.first == 0


def test_if_the_mayors_tile_is_never_taken_the_mayor_stays_where_it_is():
    state = match("1N1-a1 1101", "1S5-a1 1104", first=1)
    idle(state, 6)
    assert state.mayor == 1
    assert state.first == 1


def test_the_mayor_can_change_hands_in_each_round():
    first_round = ("1N1-x", "1S5-a1 1103", *("2E2-x", "2W4-x", "3N5-x", "3W1-x", "4S2-x", "4E3-x"))
    state = match(*first_round, then=("1N1-x", "1S5-a1 2103"))
    assert (state.round, state.first) == (1, 1)
    play(state, "1N1-x", "1S5-a1")
    assert state.mayor == 0
    idle_to_round(state, 3)
    assert state.first == 0


def test_the_last_round_has_no_mayor_to_win():
    state = idle_to_round(match(first=1), 4)
    assert state.first == 1
    idle(state, 8)
    assert state.mayor == 1
