"""Whole matches beside the slow and plain ones of ``oracle``: nothing may differ."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.greenways import GAME, moves, rules, scoring, tiles
from engine.rng import Rng
from tests.engine.greenways import oracle
from tests.engine.greenways.positions import TERMS, codes, dealt, legal

seeds = st.integers(0, 10**6).map(str)


def both(seed):
    return dealt(seed), oracle.Match(GAME.deal(TERMS, seed)["pile"])


def assert_the_same(state, match):
    assert legal(state) == match.legal()
    assert codes(state.hand) == match.hand
    assert codes(state.pile) == match.pile
    assert (state.to_move is None) == match.over
    assert rules.is_complete(state.city) == oracle.is_complete(match.city)
    expected = oracle.parts(match.city, len(match.pile))
    assert scoring.sheet(state.city, state.unused).parts == expected
    assert scoring.points(state.city, state.unused) == sum(expected.values())


@settings(max_examples=20)
@given(seeds)
def test_a_random_match_is_the_same_in_every_position(seed):
    state, match = both(seed)
    rng = Rng(seed)
    assert_the_same(state, match)
    while not match.over:
        move = rng.choice(match.legal())
        state.play(GAME.parse(move))
        match.play(move)
        assert_the_same(state, match)


@settings(max_examples=20)
@given(seeds)
def test_a_match_that_grows_outwards_is_the_same_in_every_position(seed):
    """So that both endings are met."""
    state, match = both(seed)
    while not match.over:
        move = max(match.legal(), key=lambda text: (distance(text), text))
        state.play(GAME.parse(move))
        match.play(move)
        assert_the_same(state, match)


def distance(notation):
    x, y = moves.place_of(GAME.parse(notation).cell)
    return abs(x) + abs(y)


@given(seeds, st.integers(0, 72))
def test_a_move_is_refused_if_and_only_if_it_is_not_listed(seed, length):
    """Every tile at every turn, on every cell in and around the city."""
    state, rng = dealt(seed), Rng(seed)
    for _ in range(length):
        if state.to_move is not None:
            state.push(rng.choice(state.legal_moves()))
    listed = set(state.legal_moves())
    for cell in {*state.city.faces, *state.city.fringe}:
        for face in tiles.FACES:
            move = moves.Move(face, cell)
            assert (state.refusal(move) is None) == (move in listed)
