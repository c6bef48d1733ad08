"""Set-up: conditions, hands, the pile and the first card."""

from collections import Counter
from itertools import chain

import pytest

from engine.errors import BadRecord
from engine.game import Terms
from engine.megalopolis import GAME
from tests.engine.megalopolis.positions import EVERY_CARD, match, setup, started

PLAYERS = [1, 2, 3, 4]


def deal(players, seed="seed"):
    return GAME.deal(Terms("normal", players), seed)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_is_dealt_once(players):
    dealt = deal(players)
    cards = [*dealt["conditions"], *dealt["pile"], *chain(*dealt["hands"])]
    assert sorted(cards) == list(EVERY_CARD)


@pytest.mark.parametrize("players", PLAYERS)
def test_three_cards_are_the_conditions(players):
    conditions = deal(players)["conditions"]
    assert len(conditions) == 3
    assert conditions == sorted(conditions)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_gets_three_cards_and_everyone_else_one(players):
    dealt = deal(players)
    sizes = [len(hand) for hand in dealt["hands"]]
    assert sizes == [3 if seat == dealt["first"] else 1 for seat in range(players)]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_rest_is_the_pile(players):
    assert len(deal(players)["pile"]) == 18 - 3 - 3 - (players - 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_is_drawn_at_random(players):
    drawn = Counter(deal(players, f"seed {number}")["first"] for number in range(200))
    assert set(drawn) == set(range(players))


def test_every_card_is_a_condition_sooner_or_later():
    drawn = Counter(card for n in range(300) for card in deal(1, f"{n}")["conditions"])
    assert set(drawn) == set(EVERY_CARD)


def test_the_target_is_the_sum_of_the_conditions():
    assert match([[]], conditions=[3, 7, 12]).goal.target == 22


def test_the_top_card_starts_the_city_at_0_0_as_printed():
    state = match([[]], pile=[9])
    assert [str(move) for move in state.placed] == ["9@0,0"]
    assert state.city.cells(state.city.built) == [(0, 0), (1, 0), (0, 1), (1, 1)]


@pytest.mark.parametrize("players", PLAYERS)
def test_fourteen_cards_are_played_after_it_fifteen_in_all(players):
    state = started(players)
    while state.to_move is not None:
        state.push(state.legal_moves()[0])
    assert len(state.placed) == 15
    assert {move.card for move in state.placed}.isdisjoint(state.goal.conditions)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_begins(players):
    for first in range(players):
        assert match([[]] * players, first=first).to_move == first


# Set-ups that can't be

TWO = setup([[1, 2, 3], [4]], pile=[5], conditions=[16, 17, 18])


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"first": 2}, "first must be a seat from 0 to 1"),
        ({"first": True}, "first"),
        ({"first": 1}, "hand 1 must be a list of 1 cards"),
        ({"conditions": [16, 17]}, "conditions must be a list of 3 cards"),
        ({"conditions": [16, 17, 17]}, "card 17 is there twice"),
        ({"conditions": [16, 17, 5]}, "card 5 is there twice"),
        ({"conditions": [16, 17, 19]}, "conditions has no card 19"),
        ({"conditions": [16, 17, 0]}, "conditions has no card 0"),
        ({"conditions": [16, 17, True]}, "conditions has no card True"),
        ({"hands": [[1, 2, 3]]}, "hands must be a list of 2"),
        ({"hands": [[1, 2], [4]]}, "hand 1 must be a list of 3 cards"),
        ({"hands": [[1, 2, 3], []]}, "hand 2 must be a list of 1 cards"),
        ({"hands": [[1, 2, 3], ["4"]]}, "hand 2 has no card 4"),
        ({"pile": TWO["pile"][:-1]}, "pile must be a list of 11 cards"),
        ({"pile": [1, *TWO["pile"][1:]]}, "card 1 is there twice"),
        ({"squares": 1}, 'there is no "squares"'),
    ],
)
def test_a_set_up_that_could_not_be_dealt_is_refused(change, part):
    with pytest.raises(BadRecord, match=part):
        GAME.start(Terms("normal", 2), TWO | change)


def test_the_conditions_may_come_in_any_order():
    state = GAME.start(Terms("normal", 2), TWO | {"conditions": [18, 16, 17]})
    assert state.goal.conditions == (18, 16, 17)
