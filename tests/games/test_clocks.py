"""The clocks of matches, against plain examples and laws."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.rest import DAY, HOUR, ZERO
from games.clocks import Bank, PerMove, after_move, budget, first_bank, from_text, to_text

MINUTE = timedelta(minutes=1)
TICK = timedelta.resolution


def whole_hours(most):
    return st.integers(1, most * 24).map(lambda number: number * HOUR)


@st.composite
def banks(draw):
    cap = draw(whole_hours(60))
    start = draw(st.integers(1, cap // HOUR)) * HOUR
    return Bank(start, draw(whole_hours(7)), cap)


clocks = st.one_of(st.builds(PerMove, whole_hours(30)), banks())


def test_a_clock_of_a_time_per_move_is_written_in_days_or_hours():
    assert from_text("3d") == PerMove(3 * DAY)
    assert from_text("36h") == PerMove(36 * HOUR)


def test_a_bank_is_written_as_start_increment_and_cap():
    assert from_text("5d+24h/5d") == Bank(5 * DAY, 24 * HOUR, 5 * DAY)


@given(clocks)
def test_a_clock_written_down_reads_as_the_same_clock(clock):
    assert from_text(to_text(clock)) == clock


@pytest.mark.parametrize("text", ["1h", "24h", "36h", "2d", "30d", "5d+24h/5d", "12h+1h/60d"])
def test_the_usual_notation_is_kept_as_it_is(text):
    assert to_text(from_text(text)) == text


def test_the_same_clock_is_always_written_in_the_same_way():
    assert to_text(from_text("072h")) == "3d"
    assert to_text(from_text("1d")) == "24h"


@pytest.mark.parametrize(
    "text",
    ["", "3", "d", "3 d", "-3d", "3w", "1.5d", "3d\n", "٣d", "5d+24h", "5d/5d", "+1h/2d", "99999d"],
)
def test_what_is_not_the_notation_is_refused_with_an_example(text):
    with pytest.raises(ValueError, match='A clock is written like "3d"'):
        from_text(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0h", "The time per move must be from 1h to 30d."),
        ("31d", "The time per move must be from 1h to 30d."),
        ("5d+24h/61d", "The cap of the bank must be from 1h to 60d."),
        ("6d+24h/5d", "The start of the bank must be from 1h to 5d."),
        ("0d+24h/5d", "The start of the bank must be from 1h to 5d."),
        ("5d+0h/5d", "The increment must be from 1h to 7d."),
        ("5d+8d/9d", "The increment must be from 1h to 7d."),
    ],
)
def test_a_clock_beyond_the_limits_is_refused_with_the_limit(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        from_text(text)


def test_a_clock_that_cannot_be_written_is_refused():
    with pytest.raises(ValueError, match="whole hours"):
        PerMove(90 * MINUTE)


spent_times = st.timedeltas(ZERO, 90 * DAY)


@given(st.builds(PerMove, whole_hours(30)), spent_times, spent_times)
def test_a_time_per_move_is_full_again_for_every_move(clock, left, used):
    assert first_bank(clock) == budget(clock, left) == after_move(clock, left, used) == clock.limit


def test_a_bank_loses_what_a_move_took_and_gains_the_increment():
    clock = from_text("3d+12h/5d")
    assert first_bank(clock) == 3 * DAY
    assert after_move(clock, 3 * DAY, 30 * HOUR) == 54 * HOUR
    assert budget(clock, 54 * HOUR) == 54 * HOUR


@given(banks(), spent_times, spent_times)
def test_a_bank_stays_between_the_increment_and_the_cap(clock, left, used):
    after = after_move(clock, left, used)
    assert min(clock.increment, clock.cap) <= after <= clock.cap


@given(banks(), spent_times, spent_times, spent_times)
def test_whoever_moves_faster_never_has_less(clock, left, used, more):
    assert after_move(clock, left, used) >= after_move(clock, left, used + more)


@pytest.mark.parametrize(("left", "used"), [(-TICK, ZERO), (ZERO, -TICK)])
@pytest.mark.parametrize("text", ["3d", "5d+24h/5d"])
def test_negative_times_are_refused(text, left, used):
    with pytest.raises(ValueError, match="negative"):
        after_move(from_text(text), left, used)
