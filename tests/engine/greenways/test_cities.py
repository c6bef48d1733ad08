"""Final cities as ``score`` reads them, and the sentences about those that can't be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadRecord
from engine.greenways import GAME
from engine.greenways.moves import HOME, Move
from engine.rng import Rng
from tests.engine.greenways.positions import dealt, outcome

PLACEMENTS = ["street-tee@0,-1,0", "street-end@1,-1,3", "building@-1,-1,0", "park-end@1,0,3"]


def city(placements=PLACEMENTS, pile=10, **changes):
    return {"game": "greenways", "placements": placements, "pile": pile} | changes


def problem(**changes):
    with pytest.raises(BadRecord) as caught:
        GAME.score(city(**changes))
    return str(caught.value)


def test_the_start_tile_is_not_listed_but_counts():
    assert GAME.score(city(placements=[]))["parts"]["longest"] == 1


@given(st.permutations(PLACEMENTS))
def test_the_order_of_the_placements_does_not_matter(placements):
    assert GAME.score(city(placements)) == GAME.score(city())


@given(st.integers(0, 10**6).map(str))
def test_the_city_of_a_match_scores_what_the_match_did(seed):
    state, rng = dealt(seed), Rng(seed)
    while state.to_move is not None:
        state.push(rng.choice(state.legal_moves()))
    placements = [str(Move(face, cell)) for cell, face in state.city.faces.items() if cell != HOME]
    scored = GAME.score(city(rng.shuffled(placements), state.unused))
    assert scored["total"] == outcome(state).scores[0]
    assert scored["parts"] == outcome(state).details["parts"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"more": 1}, 'A city has no field "more".'),
        ({"placements": None}, "placements: must be a list."),
        ({"placements": "street-end@0,1,0"}, "placements: must be a list."),
        ({"pile": None}, "pile: must be a whole number from 0 to 68."),
        ({"pile": True}, "pile: must be a whole number from 0 to 68."),
        ({"pile": -1}, "pile: must be a whole number from 0 to 68."),
        ({"pile": 69}, "pile: must be a whole number from 0 to 68."),
        (
            {"placements": [None]},
            'placement 1 "None": It must be text like street-curve@2,-1,3.',
        ),
        (
            {"placements": ["tower@0,1,0"]},
            'placement 1 "tower@0,1,0": There is no tile "tower".',
        ),
        (
            {"placements": [*PLACEMENTS, "street-end@0,-1,0"]},
            'placement 5 "street-end@0,-1,0": There is already a tile at 0,-1.',
        ),
        (
            {"placements": [*PLACEMENTS, "building@9,9,0"]},
            'placement 5 "building@9,9,0": The tile would not touch the city.',
        ),
        (
            {"placements": ["park-tee@1,0,2", "park-tee@-1,0,0"]},
            'placement 2 "park-tee@-1,0,0": There are no more than 1 of this tile: '
            "park on a greenery junction.",
        ),
    ],
)
def test_it_says_what_is_wrong_and_where(changes, sentence):
    assert problem(**changes) == sentence
