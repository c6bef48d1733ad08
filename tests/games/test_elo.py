"""The rule of the ratings, as arithmetic."""

from decimal import Decimal
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import elo
from games.elo import Entrant

ratings = st.decimals(min_value=400, max_value=3000, places=2)
ranks = st.integers(min_value=1, max_value=4)
experience = st.integers(min_value=0, max_value=100)


@st.composite
def tables(draw, games=experience):
    """Two to four entrants with any ratings and ranks."""
    size = draw(st.integers(min_value=2, max_value=4))
    return [Entrant(player, draw(ratings), draw(games), draw(ranks)) for player in range(size)]


def changes(table):
    return [elo.change(own, [other for other in table if other is not own]) for own in table]


def newcomer(player, rank, rating="1500"):
    return Entrant(player, Decimal(rating), 0, rank)


@pytest.mark.parametrize(
    ("games", "k"), [(0, 40), (9, 40), (10, 24), (29, 24), (30, 16), (1000, 16)]
)
def test_experience_makes_ratings_steady(games, k):
    assert elo.k_factor(games) == k


def test_between_equals_the_winner_gets_half_of_k():
    assert changes([newcomer(1, 1), newcomer(2, 2)]) == [Decimal("20.00"), Decimal("-20.00")]


def test_a_tie_between_equals_changes_nothing():
    assert changes([newcomer(1, 1), newcomer(2, 1)]) == [0, 0]


def test_a_tie_helps_the_weaker_one():
    weak, strong = changes([newcomer(1, 1, "1400"), newcomer(2, 1, "1600")])
    assert weak > 0 > strong


def test_400_points_more_mean_ten_wins_for_each_loss():
    assert elo.expected(Decimal(1900), Decimal(1500)) == Decimal(10) / Decimal(11)


def test_the_change_is_shared_over_the_opponents():
    """The best of four equals gets what the winner of two gets, not three times as much."""
    assert changes([newcomer(seat, seat + 1) for seat in range(4)]) == [
        Decimal("20.00"),
        Decimal("6.67"),
        Decimal("-6.67"),
        Decimal("-20.00"),
    ]


def test_a_worked_example():
    """By hand: 1600 is expected to score 0.6401 against 1500 and 0.7597 against 1400."""
    table = [
        Entrant(1, Decimal(1600), 50, 2),
        Entrant(2, Decimal(1500), 15, 1),
        Entrant(3, Decimal(1400), 3, 3),
    ]
    assert changes(table) == [
        Decimal("-3.20"),  # 16 · ((0 − 0.6401) + (1 − 0.7597)) / 2
        Decimal("12.00"),  # 24 · ((1 − 0.3599) + (1 − 0.6401)) / 2
        Decimal("-12.00"),  # 40 · ((0 − 0.2403) + (0 − 0.3599)) / 2
    ]


def test_nobody_to_compare_with_is_no_change():
    assert elo.change(newcomer(1, 1), []) == 0


@given(ratings, ratings)
def test_what_one_is_expected_to_win_the_other_is_to_lose(own, other):
    total = elo.expected(own, other) + elo.expected(other, own)
    assert abs(total - 1) < Decimal("1e-25")


@given(tables(games=st.just(0)))
def test_nothing_is_won_that_nobody_loses_if_all_have_the_same_k(table):
    """But for what rounding to hundredths leaves."""
    assert abs(sum(changes(table))) <= Decimal("0.005") * len(table)


@given(ratings, ratings, ranks, ranks)
def test_between_two_with_the_same_k_it_is_exact(one, two, first, second):
    table = [Entrant(1, one, 20, first), Entrant(2, two, 20, second)]
    assert sum(changes(table)) == 0


@given(tables())
def test_nobody_moves_further_than_k(table):
    for entrant, change in zip(table, changes(table), strict=True):
        assert abs(change) <= elo.k_factor(entrant.games)


@given(tables(), st.permutations(range(4)))
def test_the_order_of_seats_does_not_matter(table, order):
    turned = [table[seat] for seat in order if seat < len(table)]
    found = {
        entrant.player: change for entrant, change in zip(turned, changes(turned), strict=True)
    }
    assert found == dict(enumerate(changes(table)))


@given(tables(games=st.just(30)))
def test_of_equals_whoever_ranks_better_gains_more(table):
    table = [Entrant(one.player, Decimal(1500), one.games, one.rank) for one in table]
    for (one, gain), (two, other_gain) in combinations(zip(table, changes(table), strict=True), 2):
        assert elo.outcome(one.rank, two.rank) == elo.HALF or (
            (one.rank < two.rank) == (gain > other_gain)
        )
