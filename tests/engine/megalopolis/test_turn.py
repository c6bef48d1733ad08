"""A turn: play one card, pass the others to the left, draw."""

import pytest

from engine.megalopolis import GAME
from tests.engine.megalopolis.positions import hands, match, play, play_card, started


def test_play_goes_clockwise():
    state = match([[], [], []], first=1)
    order = []
    for _ in range(5):
        order.append(state.to_move)
        state.push(state.legal_moves()[0])
    assert order == [1, 2, 0, 1, 2]


def test_the_cards_left_go_to_the_left_and_the_top_card_is_drawn():
    state = match([[1, 2, 3], [4]], pile=[5, 6, 7])
    play(state, "2@2,0")
    assert hands(state) == [[6], [1, 3, 4]]
    assert state.top == 7
    play(state, "4@4,0")
    assert hands(state) == [[1, 3, 6], [7]]


def test_with_three_players_the_third_keeps_waiting():
    state = match([[4], [1, 2, 3], [5]], pile=[6, 7, 8], first=1)
    play(state, "3@2,0")
    assert hands(state) == [[4], [7], [1, 2, 5]]
    assert state.to_move == 2


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_player_to_move_holds_three_and_the_others_one_until_the_pile_is_empty(players):
    state = started(players)
    sizes = []
    while state.to_move is not None:
        mover = state.to_move
        if state.top is not None:
            expected = [3 if seat == mover else 1 for seat in range(players)]
            assert [len(hand) for hand in hands(state)] == expected
        sizes.append(len(hands(state)[mover]))
        state.push(state.legal_moves()[0])
    assert sizes == [3] * 12 + [2, 1]
    assert hands(state) == [[]] * players


def test_the_card_drawn_last_is_not_passed_on():
    """First the cards left are passed, then the top card is drawn."""
    state = match([[1, 2, 3], [4]], pile=[5, 6])
    play(state, "1@2,0")
    assert hands(state)[0] == [6]


def test_solo_you_play_one_and_draw_one():
    state = match([[1, 2, 3]], pile=[4, 5, 6])
    play(state, "2@2,0")
    assert hands(state) == [[1, 3, 5]]
    play(state, "5@4,0")
    assert hands(state) == [[1, 3, 6]]


def test_solo_the_hand_is_played_out_when_the_pile_is_empty():
    state = started(1)
    while state.top is not None:
        state.push(state.legal_moves()[0])
    held = hands(state)[0]
    assert len(held) == 3
    for left in ([*held[1:]], [held[2]], []):
        play_card(state, next(card for card in hands(state)[0] if card not in left))
        assert hands(state) == [left]
    assert state.to_move is None


def test_a_card_of_another_hand_can_not_be_played():
    state = match([[1, 2, 3], [4]], pile=[5])
    assert {move.card for move in state.legal_moves()} == {1, 2, 3}
    refusal = state.refusal(GAME.parse("4@2,0"))
    assert str(refusal) == "Card 4 is not in the hand of the player to move."


@pytest.mark.parametrize("card", [4, 5, 6, 16])
def test_the_refusal_tells_nothing_about_where_a_card_is(card):
    state = match([[1, 2, 3], [4]], pile=[5, 6], conditions=[16, 17, 18])
    refusal = str(state.refusal(GAME.parse(f"{card}@2,0")))
    assert refusal == f"Card {card} is not in the hand of the player to move."


def test_a_card_is_played_only_once():
    state = play(match([[1, 2, 3]]), "1@2,0")
    assert state.refusal(GAME.parse("1@4,0")) is not None


def test_passing_is_not_possible():
    """There are only placements, and always some."""
    state = started(3)
    while state.to_move is not None:
        assert state.legal_moves()
        state.push(state.legal_moves()[-1])


# The end


def finished(variant, conditions, players=2):
    state = match([[]] * players, conditions=conditions, variant=variant)
    while state.to_move is not None:
        state.push(state.legal_moves()[0])
    return state.outcome()


def test_every_player_has_the_teams_score_and_wins_with_at_least_the_target():
    outcome = finished("easy", [1, 2, 18])
    assert outcome.details["target"] == 21
    assert outcome.scores == (sum(outcome.details["parts"].values()),) * 2
    assert outcome.details["won"] == (outcome.scores[0] >= 21)
    assert outcome.ranks == ((1, 1) if outcome.details["won"] else (2, 2))


def test_the_parts_are_named_in_order():
    assert list(finished("normal", [12, 3, 7]).details["parts"]) == [
        "boroughs",
        "traffic",
        "12",
        "3",
        "7",
    ]
