"""Every score against a second, plain implementation, and every explanation against the score."""

import re

from hypothesis import given
from hypothesis import strategies as st

from engine.megalopolis import scoring
from engine.megalopolis.meta import CARDS, CONDITIONS_PER_MATCH, VARIANTS
from engine.megalopolis.scoring import Goal
from engine.rng import Rng
from tests.engine.megalopolis import oracle
from tests.engine.megalopolis.drawings import draw
from tests.engine.megalopolis.positions import started

A_REASON = re.compile(r"[a-z][^{}.]*[a-z]")
BLOCKS = [".", "P", *(kind + road for kind in "CIR" for road in "─│└┘┐┌")]
GOALS = [
    Goal(variant, tuple(range(first, first + CONDITIONS_PER_MATCH)))
    for variant in VARIANTS
    for first in range(1, CARDS + 1, CONDITIONS_PER_MATCH)
]


@st.composite
def played_cities(draw_value):
    """Cities of matches: sprawling ones, and ones in which most cards cover others."""
    seed, tightness = draw_value(st.integers(0, 10**6)), draw_value(st.integers(1, 20))
    state, rng = started(1, str(seed)), Rng(str(seed))
    for _ in range(draw_value(st.integers(0, 14))):
        choices = [rng.choice(state.legal_moves()) for _ in range(tightness)]
        state.push(min(choices, key=lambda move: abs(move.x) + abs(move.y)))
    return state.city


@st.composite
def drawn_cities(draw_value):
    """Cities that no cards could make, with many rings, groups of one type and holes."""
    width, height = draw_value(st.integers(1, 6)), draw_value(st.integers(1, 6))
    marks = draw_value(st.sampled_from([BLOCKS, ["P", "R└", "C┘", "I┐", "R┌"], [".", "P", "I─"]]))
    rows = st.lists(st.sampled_from(marks), min_size=width, max_size=width)
    lines = draw_value(st.lists(rows, min_size=height, max_size=height))
    return draw("P " + "\n".join(" ".join(line) for line in lines))


cities = played_cities() | drawn_cities()


@given(cities)
def test_every_part_is_what_the_plain_rules_give(city):
    blocks = oracle.visible(city)
    for goal in GOALS:
        parts = scoring.sheet(goal, city).parts
        assert parts == {
            "boroughs": oracle.boroughs(blocks, only_largest=goal.variant == "hard"),
            "traffic": 0 if goal.variant == "easy" else oracle.traffic(blocks),
        } | {str(number): oracle.condition(number, blocks) for number in goal.conditions}


@given(cities)
def test_the_total_alone_is_the_total_of_the_sheet(city):
    for goal in GOALS:
        assert scoring.points(goal, city) == scoring.sheet(goal, city).total


@given(cities)
def test_every_point_has_a_reason_and_blocks_of_the_city(city):
    for goal in GOALS:
        for part, lines in scoring.sheet(goal, city).lines.items():
            for value, blocks, reason in lines:
                assert A_REASON.fullmatch(str(reason))
                assert blocks & ~city.built == 0
                assert blocks or value in (0, -8), part


@given(cities)
def test_roads_are_chains_that_share_no_block(city):
    seen = 0
    for road in city.roads:
        assert road.blocks & seen == 0
        seen |= road.blocks
    north, east, south, west = city.ports
    assert seen == north | east | south | west
