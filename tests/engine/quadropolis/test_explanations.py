"""Nothing is left unexplained: every point, every building that is off, every refused move."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.quadropolis import cities, rules, scoring
from engine.quadropolis.meta import Kind
from engine.quadropolis.moves import CELLS, MOVES
from engine.quadropolis.rules import BITS
from engine.rng import Rng
from tests.engine.quadropolis.drawings import draw as drawn
from tests.engine.quadropolis.positions import GAME, start, terms

EVERY_MOVE = [move for by_place in MOVES[1:] for by_cell in by_place for move in by_cell]
A_SENTENCE = re.compile(r"[A-Z][^{}]*\.")
A_REASON = re.compile(r"[a-z][^{}]*[^.{} ]")


@st.composite
def positions(draw):
    """Any position of a random match, the last one included."""
    agreed = terms(
        draw(st.sampled_from(["classic", "expert"])), draw(st.integers(2, 4)), draw(st.booleans())
    )
    seed = str(draw(st.integers(0, 10**6)))
    state, rng = start(agreed, GAME.deal(agreed, seed)), Rng(seed)
    for _ in range(draw(st.integers(0, 80))):
        if state.to_move is not None:
            state.play(rng.choice(state.legal_moves()))
    return state


@st.composite
def crowded_cities(draw):
    """Full cities, in which resources are missing and monuments are near."""
    variant = draw(st.sampled_from(["classic", "expert"]))
    kinds = [kind for kind in Kind if variant == "expert" or kind < Kind.OFFICE]
    city = rules.empty_city(rules.RULES[variant])
    for cell in BITS[rules.RULES[variant].cells]:
        rules.put(city, draw(st.sampled_from(kinds)), cell, 0)
    city[rules.INHABITANTS] = draw(st.integers(0, 20))
    city[rules.ENERGY] = draw(st.integers(0, 20))
    return rules.RULES[variant], city


def check_points(rules_, city):
    sheet = scoring.sheet(rules_, city)
    assert sheet.total == sum(line.points for line in sheet.lines) == sum(sheet.scores.values())
    assert sheet.total == scoring.standing(rules_, city)[0]
    for line in sheet.lines:
        assert A_REASON.fullmatch(str(line.reason)), line
        assert line.cell is None or line.cell in sheet.active


def check_what_is_off(rules_, city):
    sheet = scoring.sheet(rules_, city)
    built = set(BITS[rules_.cells & ~city[rules.EMPTY]])
    assert set(sheet.off) == built - set(sheet.active)
    for cell, reason in sheet.off.items():
        assert A_REASON.fullmatch(str(reason)), (CELLS[cell], reason)
        if "monument" in str(reason):
            assert rules_.neighbours[cell] & city[Kind.MONUMENT]
        if str(reason).startswith("there "):
            assert 0 in (city[rules.INHABITANTS], city[rules.ENERGY])


@given(positions())
def test_every_point_of_a_match_has_a_reason(state):
    for city in state.cities:
        check_points(state.rules, city)


@given(crowded_cities())
def test_every_point_of_a_full_city_has_a_reason(found):
    check_points(*found)


@given(positions())
def test_every_building_of_a_match_that_is_off_has_a_reason(state):
    for city in state.cities:
        check_what_is_off(state.rules, city)


@given(crowded_cities())
def test_every_building_of_a_full_city_that_is_off_has_a_reason(found):
    check_what_is_off(*found)


@given(positions())
def test_every_refusal_is_a_sentence(state):
    for move in EVERY_MOVE:
        refusal = state.refusal(move)
        assert refusal is None or A_SENTENCE.fullmatch(str(refusal)), (str(move), refusal)


@given(positions())
def test_the_outcome_is_the_sum_of_the_lines(state):
    while state.to_move is not None:
        state.play(state.legal_moves()[0])
    sheets = [scoring.sheet(state.rules, city) for city in state.cities]
    assert state.outcome().scores == tuple(
        sum(line.points for line in sheet.lines) for sheet in sheets
    )


@pytest.mark.parametrize(
    ("drawing", "inhabitants", "energy", "cell", "reason"),
    [
        ("T . . .", 0, 0, "a1", "there is no energy"),
        ("T3 T . .", 0, 1, "b1", "the energy scores more elsewhere"),
        ("C . . .", 0, 0, "a1", "there are no inhabitants"),
        ("C2 F . .", 1, 0, "b1", "the inhabitants score more elsewhere"),
        ("S F . C .", 5, 1, "d1", "the inhabitants score more as customers or elsewhere"),
        ("M F . . .", 1, 0, "b1", "it would cost more points beside a monument than it scores"),
        ("O . . . .", 1, 0, "a1", "there is no energy"),
        ("O . . . .", 0, 1, "a1", "there are no inhabitants"),
    ],
)
def test_it_says_why_a_building_is_off(drawing, inhabitants, energy, cell, reason):
    sheet = scoring.sheet(*cities.parse(drawn(drawing, inhabitants, energy)))
    assert str(sheet.off[CELLS.index(cell)]) == reason
