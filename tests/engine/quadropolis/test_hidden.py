"""What is hidden, and from whom: later rounds, face-down tiles, the seed."""

import json

import pytest

from tests.engine.quadropolis.positions import (
    GAME,
    ROUNDS,
    idle,
    match,
    names,
    play,
    reached,
    row_of,
    setup,
    start,
    terms,
)

SEED = "5be0c0ffee5eed"
TABLES = [(variant, players) for variant in ROUNDS for players in (2, 3, 4)]
every_table = pytest.mark.parametrize(("variant", "players"), TABLES)


def everyone(players):
    return [None, *range(players)]


def shown(state, seat):
    """All that a view gives away, as one text."""
    view = state.observe(seat)
    return json.dumps([view.to_json(), view.setup(), [str(move) for move in view.legal_moves()]])


def dealt(variant, players, squares=False):
    agreed = terms(variant, players, squares)
    laid_out = GAME.deal(agreed, SEED)
    return laid_out, start(agreed, laid_out)


@every_table
def test_the_layouts_of_later_rounds_are_hidden_until_they_are_laid_out(variant, players):
    laid_out, state = dealt(variant, players)
    for number in range(1, ROUNDS[variant] + 1):
        for seat in everyone(players):
            text = shown(state, seat)
            for later in laid_out["rounds"][number:]:
                assert not any(str(name) in text for name in later)
            assert len(state.observe(seat).setup()["rounds"]) == number
        idle(state, 4 * players)


@every_table
def test_the_numbers_of_face_down_tiles_are_hidden(variant, players):
    laid_out, state = dealt(variant, players)
    face_down = [
        str(name)
        for layout in laid_out["rounds"]
        for name in layout
        if row_of(name).min_players > players
    ]
    while state.to_move is not None:
        for seat in everyone(players):
            text = shown(state, seat)
            assert not any(name in text for name in face_down)
        idle(state, 2)


@every_table
def test_which_spaces_are_face_down_is_public(variant, players):
    laid_out, state = dealt(variant, players)
    for layout in laid_out["rounds"]:
        hidden = [row_of(name).min_players > players for name in layout]
        for seat in everyone(players):
            site = state.observe(seat).to_json()["site"]
            assert [space == "face-down" for space in site] == hidden
            known = state.observe(seat).setup()["rounds"][-1]
            assert [name is None for name in known] == hidden
        idle(state, 4 * players)


def test_the_site_shows_tiles_face_down_tiles_and_empty_spaces():
    state = match("1N1-x 1107", "1S5-a1 1101", then=("2W2", "2E3-x 1520"))
    site = state.observe(None).to_json()["site"]
    assert site[reached("1N1")] is None
    assert site[reached("1S5")] is None
    assert site[reached("2W2")] == "face-down"
    assert site[reached("2E3")] == 1520


def test_what_was_taken_stays_known_from_the_set_up():
    state = match("1N1-x 1107")
    assert state.observe(1).setup()["rounds"][0][0] == 1107


def test_a_face_down_space_that_was_reached_still_shows_nothing():
    state = match("2W2")
    assert state.observe(0).to_json()["site"][reached("2W2")] == "face-down"


@every_table
def test_the_seed_is_in_no_view(variant, players):
    _, state = dealt(variant, players)
    for seat in everyone(players):
        assert SEED not in shown(state, seat)
        view = state.observe(seat)
        assert "seed" not in view.setup()
        assert "seed" not in view.to_json()


def hidden_parts_swapped(players, variant):
    """Two set-ups that differ in the order of later rounds and of the face-down tiles."""
    one = setup(variant=variant, players=players)
    layout = one["rounds"][0]
    hidden = [at for at, name in enumerate(layout) if row_of(name).min_players > players]
    turned = list(layout)
    for at, source in zip(hidden, hidden[::-1], strict=True):
        turned[at] = layout[source]
    later = [other_round[::-1] for other_round in one["rounds"][1:]]
    return one, {"first": 0, "rounds": [turned, *later]}


@every_table
def test_views_of_positions_that_differ_only_in_what_is_hidden_are_equal(variant, players):
    one, other = (
        start(terms(variant, players), laid_out)
        for laid_out in hidden_parts_swapped(players, variant)
    )
    turns = 4 * players - 1
    for turn in range(turns + 1):
        for seat in everyone(players):
            assert one.observe(seat) == other.observe(seat)
            assert hash(one.observe(seat)) == hash(other.observe(seat))
            assert shown(one, seat) == shown(other, seat)
        if turn < turns:
            move = one.legal_moves()[turn * 7 % len(one.legal_moves())]
            one.play(move)
            other.play(move)


def test_views_of_positions_that_differ_in_public_are_not_equal():
    one, other = match("1N1-x"), match("1N1-a1 1101")
    assert one.observe(0) != other.observe(0)


def test_a_view_object_holds_no_hidden_tile_anywhere():
    laid_out, state = dealt("classic", 2)
    kept = state.observe(0).position
    known = {tile for layout in kept.rounds for tile in layout}
    assert len(kept.rounds) == 1
    assert len(known - {0}) == 16
    assert len(laid_out["rounds"]) == 4


def test_a_view_does_not_change_when_the_match_goes_on():
    state = match()
    view = state.observe(0)
    before = json.dumps(view.to_json())
    idle(state, 12)
    assert json.dumps(view.to_json()) == before


def test_playing_on_a_view_does_not_change_the_match():
    state = match(then=("1N1-a1 1101",))
    view = state.observe(0)
    view.position.play(GAME.parse("1N1-a1"))
    assert state.turn == 0
    assert state.legal_moves() == match(then=("1N1-a1 1101",)).legal_moves()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_moves_are_shown_only_to_the_seat_whose_turn_it_is(players):
    state = match(players=players, first=1)
    for seat in everyone(players):
        view = state.observe(seat)
        assert view.seat == seat
        assert view.to_move == 1
        assert view.legal_moves() == (state.legal_moves() if seat == 1 else [])


def test_the_rest_of_the_position_is_public():
    state = play(match("3N4-a3 1208", then=("1S5-a1 1101",)), "1S5-a1")
    for seat in everyone(2):
        view = state.observe(seat).to_json()
        assert view["seat"] == seat
        assert view["to_move"] == 0
        assert view["round"] == 1
        assert view["turn"] == 2
        assert view["first"] == 0
        assert view["mayor"] == 0
        assert view["urbanist"] == reached("1S5")
        assert view["placed"] == [
            {"seat": 0, "architect": 3, "place": "N4"},
            {"seat": 1, "architect": 1, "place": "S5"},
        ]
        assert view["architects"] == [[1, 2, 4], [2, 3, 4]]
        assert view["cities"] == [
            {"inhabitants": 0, "energy": 3, "city": [{"cell": "a3", "kind": "factory"}]},
            {
                "inhabitants": 2,
                "energy": 0,
                "city": [{"cell": "a1", "kind": "tower", "floors": 1}],
            },
        ]


def test_the_urbanist_off_the_site_is_shown_as_none():
    assert match().observe(None).to_json()["urbanist"] is None


def test_the_common_pool_of_expert_is_shown_to_all():
    state = match("3N4-x", "3W1-x", "1S5-x", variant="expert")
    left = [1, 2, 2, 4, 4, 5, 5]
    assert state.observe(None).to_json()["architects"] == [left, left]


def test_the_set_up_of_a_view_keeps_who_was_drawn_first():
    state = match("1N1-x", "1S5-a1 1103")
    idle(state, 6)
    assert state.first == 1
    assert state.observe(None).setup()["first"] == 0


def test_squares_are_shown_by_their_own_number():
    state = match(squares=True, then=("1N1-x 1623A",))
    assert state.observe(0).to_json()["site"][0] == "1623A"


def test_everything_face_up_of_the_round_is_shown():
    known = match(players=4).observe(3).setup()["rounds"][0]
    assert sorted(known) == sorted(names("classic", 1))
