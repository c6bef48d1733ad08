"""What a seat may see, and what it may not."""

import pytest

from tests.engine.megalopolis.positions import hands, match, play, started

PLAYERS = [1, 2, 3, 4]


def table():
    return match([[1, 2, 3], [4]], pile=[5, 6, 7], conditions=[16, 17, 18])


def test_a_seat_sees_its_hand_and_the_size_of_the_others():
    view = table().observe(0).to_json()
    assert view["hand"] == [1, 2, 3]
    assert view["hand_sizes"] == [3, 1]
    assert table().observe(1).to_json()["hand"] == [4]


def test_a_spectator_sees_no_hand():
    view = table().observe(None).to_json()
    assert (view["hand"], view["hand_sizes"]) == ([], [3, 1])


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everyone_sees_the_top_card_and_how_many_there_are(seat):
    view = table().observe(seat).to_json()
    assert (view["top"], view["pile"]) == (6, 10)


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_everyone_sees_the_table(seat):
    state = play(table(), "2@2,0r")
    view = state.observe(seat).to_json()
    assert view["placements"] == ["5@0,0", "2@2,0r"]
    assert view["conditions"] == [16, 17, 18]
    assert view["target"] == 51
    assert (view["variant"], view["first"], view["to_move"]) == ("normal", 0, 1)
    assert len(view["city"]) == 8
    assert view["city"][0] == {"x": 0, "y": 0, "kind": "industrial", "road": "EW"}


def test_the_hand_is_the_present_one():
    state = play(table(), "2@2,0")
    assert state.observe(0).to_json()["hand"] == [6]
    assert state.observe(1).to_json()["hand"] == [1, 3, 4]


def test_the_order_of_a_hand_tells_nothing():
    other = match([[3, 1, 2], [4]], pile=[5, 6, 7], conditions=[16, 17, 18])
    assert other.observe(0) == table().observe(0)


def test_the_last_card_leaves_an_empty_pile():
    state = started(1)
    while state.top is not None:
        state.push(state.legal_moves()[0])
    view = state.observe(0).to_json()
    assert (view["top"], view["pile"], view["hand_sizes"]) == (None, 0, [3])


@pytest.mark.parametrize("players", PLAYERS)
def test_the_set_up_shows_what_lies_open_and_no_hand(players):
    state = started(players)
    for _ in range(3):
        state.push(state.legal_moves()[0])
    for seat in (None, *range(players)):
        setup = state.observe(seat).setup()
        assert setup["first"] == state.first
        assert setup["conditions"] == list(state.goal.conditions)
        assert {card for hand in setup["hands"] for card in hand} == {None}
        assert [len(hand) for hand in setup["hands"]] == [
            3 if other == state.first else 1 for other in range(players)
        ]
        shown = {place: card for place, card in enumerate(setup["pile"]) if card}
        assert shown == {0: state.placed[0].card, 4: state.top}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hidden_cards_are_nowhere_in_a_view(players):
    """Every hidden card is replaced by another: the view stays the same, so it can't be in it."""
    state = started(players)
    for _ in range(4):
        state.push(state.legal_moves()[0])
    twin = state.copy()
    seen = twin.mover
    others = [seat for seat in range(players) if seat != seen]
    below = twin.pile[twin.drawn + 1 :]
    twin.hands[others[0]], last = 1 << below[-1], hands(twin)[others[0]][0]
    twin.pile = (*twin.pile[:-1], last)
    assert twin.observe(seen) == state.observe(seen)
    assert twin.observe(seen).to_json() == state.observe(seen).to_json()
    assert twin.observe(others[0]) != state.observe(others[0])


def test_after_a_move_the_card_lies_in_the_city_and_nothing_else_has_happened():
    state = table()
    view = state.observe(0)
    after = view.after(state.legal_moves()[0])
    card = state.legal_moves()[0].card
    assert len(after.position.placed) == 2
    assert after.hand == view.hand & ~(1 << card)
    assert (after.position.top, after.to_move) == (view.position.top, 0)
    assert after.scores() == (after.sheet().total,) * 2


@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_has_the_score_of_the_table(players):
    view = started(players).observe(None)
    assert view.scores() == (view.sheet().total,) * players
