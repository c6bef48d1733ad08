"""Cities in characters: small enough to be pasted anywhere."""

import pytest

from games.presenters import PRESENTERS
from games.presenters.lots import EMPTY, MOST, drawn
from tests.games.test_greenways_presenter import position


def row(signs):
    return {(column, 0): sign for column, sign in enumerate(signs) if sign != " "}


def test_a_small_city_has_a_sign_for_every_lot():
    assert drawn({(-1, 0): "P", (1, 0): "S", (1, 1): "T"}) == [
        f"P{EMPTY}S",
        f"{EMPTY}{EMPTY}T",
    ]


@pytest.mark.parametrize(
    ("length", "expected"), [(1, 1), (MOST, MOST), (MOST + 1, 7), (24, MOST), (25, 9)]
)
def test_no_line_is_longer_than_a_phone_shows(length, expected):
    assert [len(line) for line in drawn(row("S" * length))] == [expected]
    assert len(drawn({(0, column): "S" for column in range(length)})) == expected


def test_of_a_large_city_each_sign_is_the_commonest_of_those_together():
    lots = row("SSPP" + " " * 12) | {(0, 1): "P", (1, 1): "S", (1, 2): "T", (15, 0): "T"}
    assert drawn(lots) == [
        "SP" + EMPTY * 5 + "T",
        "T" + EMPTY * 7,
    ]


def characters(state):
    return PRESENTERS["greenways"].characters(state.observe(0), 0)


def test_a_city_of_greenways_is_small_whoever_built_it():
    for record in ("random-a", "greedy-a", "strong-a"):
        state, _ = position(None, record)
        drawing = characters(state)
        assert 1 < len(drawing) <= MOST
        assert max(map(len, drawing)) <= MOST


def test_the_parks_of_greenways_are_not_lost_among_other_tiles():
    state, _ = position(None, "strong-a")
    assert max(map(len, characters(state))) < MOST  # it was drawn smaller
    assert "🌳" in "".join(characters(state))
