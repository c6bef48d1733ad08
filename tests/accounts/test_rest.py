"""Rest and vacation against plain examples, laws, and a slow reading of the wall clock."""

import json
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.rest import (
    DAY,
    HOUR,
    NO_REST,
    REST_HOURS_PER_WEEK,
    VACATION_DAYS_PER_YEAR,
    ZERO,
    Quiet,
    Rest,
    automatic_vacation,
    check_rest,
    days_spent,
    deadline,
    fraction_used,
    from_json,
    instant_of_fraction,
    rest_hours_per_week,
    running_time,
    stands_until,
    to_json,
    vacation,
    vacation_left,
)

MINUTE = timedelta(minutes=1)
TICK = timedelta.resolution
NIGHT = Quiet(time(22), time(7))
SATURDAY, SUNDAY = 5, 6

# A zone and a day, in UTC, on which its clocks are turned (Kathmandu's and UTC's never are).
TURNS = [
    ("UTC", date(2026, 3, 29)),
    ("Asia/Kathmandu", date(2026, 3, 29)),
    ("Europe/Berlin", date(2026, 3, 29)),
    ("Europe/Berlin", date(2026, 10, 25)),
    ("America/New_York", date(2026, 3, 8)),
    ("America/New_York", date(2026, 11, 1)),
    ("Australia/Lord_Howe", date(2026, 4, 4)),  # by half an hour
    ("Australia/Lord_Howe", date(2026, 10, 3)),
    ("America/Havana", date(2026, 3, 8)),  # at midnight
    ("America/Havana", date(2026, 11, 1)),
    ("Pacific/Apia", date(2011, 12, 30)),  # a whole day was left out
]


def at(text, zone="UTC", fold=0):
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return local.astimezone(UTC)


def hours(number):
    return number * HOUR


@st.composite
def quiet_hours(draw):
    """Often on a half hour, where the turns are."""
    minutes = st.integers(0, 47).map(lambda half: 30 * half) | st.integers(0, 24 * 60 - 1)
    begin, end = draw(minutes), draw(minutes)
    return Quiet(time(*divmod(begin, 60)), time(*divmod(end, 60)))


zones = st.sampled_from(sorted({zone for zone, _ in TURNS}))


def rests(zones=zones):
    """Also some that no player may have, but none that leaves less than an hour a week."""
    free_days = st.frozensets(st.integers(0, 6), max_size=3)
    drawn = st.builds(Rest, zones, st.none() | quiet_hours(), free_days)
    return drawn.filter(lambda rest: rest_hours_per_week(rest) <= 167)


@st.composite
def situations(draw, vacations=3):
    """A start close to a turn of the clock, a rest, and vacations of up to ten days around it."""
    zone, day = draw(st.sampled_from(TURNS))
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    start = noon + draw(st.integers(-2 * 24 * 60, 24 * 60)) * MINUTE
    begins, lengths = st.integers(-72, 240), st.integers(0, 240)
    spans = draw(st.lists(st.tuples(begins, lengths), max_size=vacations))
    away = [(start + hours(begin), start + hours(begin + length)) for begin, length in spans]
    return start, draw(rests(st.just(zone))), away


def test_a_week_of_nights_and_a_free_day_are_counted_without_counting_an_hour_twice():
    assert rest_hours_per_week(NO_REST) == 0
    assert rest_hours_per_week(Rest(quiet=NIGHT)) == 63
    assert rest_hours_per_week(Rest(free_days=frozenset({SATURDAY, SUNDAY}))) == 48
    assert rest_hours_per_week(Rest(quiet=NIGHT, free_days=frozenset({SUNDAY}))) == 78
    assert rest_hours_per_week(Rest(quiet=Quiet(time(13), time(14, 30)))) == 10.5


@given(rests())
def test_the_weekly_hours_are_those_that_the_clock_stands_in_a_usual_week(rest):
    monday = at("2026-06-01", rest.zone)
    week = running_time(monday, monday + 7 * DAY, rest)
    assert 168 - week / HOUR == pytest.approx(rest_hours_per_week(rest))


@pytest.mark.parametrize(
    "rest",
    [
        NO_REST,
        Rest("Europe/Berlin", NIGHT),
        Rest("Asia/Kathmandu", NIGHT, frozenset({SATURDAY})),
        Rest("Pacific/Apia", None, frozenset({0, 1, 2})),
        Rest("Europe/Berlin", NIGHT, frozenset({SATURDAY, SUNDAY})),
        Rest("UTC", Quiet(time(22), time(10)), frozenset({SUNDAY})),  # exactly the allowance
    ],
)
def test_a_rest_within_the_allowance_is_fine(rest):
    check_rest(rest)
    assert rest_hours_per_week(rest) <= REST_HOURS_PER_WEEK


@pytest.mark.parametrize(
    ("rest", "sentence"),
    [
        (Rest("Europe/Quadropolis"), 'no time zone "Europe/Quadropolis"'),
        (Rest(""), 'no time zone ""'),
        (Rest("Europe"), 'no time zone "Europe"'),
        (Rest("../UTC"), "no time zone"),
        (Rest(free_days=frozenset({7})), "Free weekdays are numbers"),
        (Rest(quiet=Quiet(time(22), time(22))), "cannot begin and end at the same time"),
        (Rest(quiet=Quiet(time(22), time(10, 1))), "at most 12 hours a day"),
        (Rest(quiet=Quiet(time(22, 0, 1), time(7))), "whole minute"),
        (Rest(quiet=NIGHT, free_days=frozenset({4, 5, 6})), "at most 96 hours a week"),
        (Rest(quiet=Quiet(time(23), time(10)), free_days=frozenset({5, 6})), "at most 96 hours"),
        (Rest(free_days=frozenset(range(7))), "Some time must be left"),
    ],
)
def test_a_rest_that_is_not_allowed_is_refused_with_a_reason(rest, sentence):
    with pytest.raises(ValueError, match=sentence):
        check_rest(rest)


moments = st.datetimes(datetime(2000, 1, 1), datetime(2060, 1, 1), timezones=st.just(UTC))
budgets = st.timedeltas(ZERO, 60 * DAY)


@given(moments, budgets)
def test_without_rest_a_clock_simply_runs(start, time_to_move):
    assert deadline(start, time_to_move) == start + time_to_move
    assert running_time(start, start + time_to_move) == time_to_move


def test_a_clock_stands_at_night():
    rest = Rest("Europe/Berlin", NIGHT)
    evening, morning = at("2026-06-01T21:00", rest.zone), at("2026-06-02T08:00", rest.zone)
    assert running_time(evening, morning, rest) == 2 * HOUR
    assert deadline(evening, 90 * MINUTE, rest) == at("2026-06-02T07:30", rest.zone)


def test_a_clock_stands_on_a_free_weekday_and_through_the_night_after_it():
    rest = Rest("America/New_York", NIGHT, frozenset({SUNDAY}))
    saturday = at("2026-06-06T21:00", rest.zone)
    assert deadline(saturday, 2 * HOUR, rest) == at("2026-06-08T08:00", rest.zone)


def test_a_clock_stands_in_a_vacation():
    start = at("2026-06-01T12:00")
    away = [(start + 2 * DAY, start + 9 * DAY), (start + DAY, start + 3 * DAY)]
    assert deadline(start, 3 * DAY, NO_REST, away) == start + 11 * DAY


def test_a_time_used_up_when_a_rest_begins_is_used_up_before_it():
    rest = Rest("UTC", NIGHT)
    assert deadline(at("2026-06-01T12:00"), 10 * HOUR, rest) == at("2026-06-01T22:00")


def test_no_time_at_all_is_used_up_at_once_even_at_night():
    midnight = at("2026-06-01")
    assert deadline(midnight, ZERO, Rest("UTC", NIGHT)) == midnight


def stands_for(rest, start, end):
    """How long the clock stands between two local times."""
    begin, stop = at(start, rest.zone), at(end, rest.zone)
    return stop - begin - running_time(begin, stop, rest)


@pytest.mark.parametrize(
    ("start", "end", "length"),
    [
        ("2026-03-28T12:00", "2026-03-29T12:00", 8 * HOUR),
        ("2026-10-24T12:00", "2026-10-25T12:00", 10 * HOUR),
    ],
)
def test_a_night_is_as_long_as_the_wall_clock_makes_it(start, end, length):
    assert stands_for(Rest("Europe/Berlin", NIGHT), start, end) == length


@pytest.mark.parametrize(
    ("day", "length"), [("2026-03-29", 23), ("2026-06-07", 24), ("2026-10-25", 25)]
)
def test_a_free_sunday_has_23_24_or_25_hours(day, length):
    rest = Rest("Europe/Berlin", free_days=frozenset({SUNDAY}))
    assert stands_for(rest, f"{day}T00:00", f"{day}T23:59") == hours(length) - MINUTE


def test_quiet_hours_that_begin_in_a_skipped_hour_begin_when_the_clock_is_turned():
    rest = Rest("Europe/Berlin", Quiet(time(2, 30), time(6)))
    start = at("2026-03-29T01:00", rest.zone)
    assert deadline(start, HOUR, rest) == at("2026-03-29T01:00")
    assert deadline(start, HOUR + TICK, rest) == at("2026-03-29T06:00", rest.zone) + TICK


def test_quiet_hours_that_end_in_a_skipped_hour_end_when_the_clock_is_turned():
    rest = Rest("Europe/Berlin", Quiet(time(22), time(2, 30)))
    assert deadline(at("2026-03-29T00:00", rest.zone), TICK, rest) == at("2026-03-29T01:00") + TICK


def test_quiet_hours_within_a_skipped_hour_fall_out():
    rest = Rest("Europe/Berlin", Quiet(time(2, 15), time(2, 45)))
    assert stands_for(rest, "2026-03-28T12:00", "2026-03-29T12:00") == ZERO


def test_quiet_hours_that_begin_in_a_repeated_hour_begin_in_the_first():
    rest = Rest("Europe/Berlin", Quiet(time(2, 30), time(6)))
    start = at("2026-10-25T01:00", rest.zone)
    assert deadline(start, 90 * MINUTE, rest) == at("2026-10-25T02:30", rest.zone, fold=0)
    assert stands_for(rest, "2026-10-25T01:00", "2026-10-25T07:00") == 4.5 * HOUR


def test_quiet_hours_that_end_in_a_repeated_hour_end_in_the_second():
    rest = Rest("Europe/Berlin", Quiet(time(22), time(2, 30)))
    morning = at("2026-10-25T02:30", rest.zone, fold=1)
    assert deadline(at("2026-10-25T00:00", rest.zone), TICK, rest) == morning + TICK


def test_the_half_hour_of_lord_howe_is_half_an_hour():
    rest = Rest("Australia/Lord_Howe", NIGHT)
    assert stands_for(rest, "2026-04-04T12:00", "2026-04-05T12:00") == 9.5 * HOUR
    assert stands_for(rest, "2026-10-03T12:00", "2026-10-04T12:00") == 8.5 * HOUR


def test_the_friday_that_samoa_left_out_is_nobodys_free_day():
    rest = Rest("Pacific/Apia", free_days=frozenset({4}))
    assert stands_for(rest, "2011-12-29T00:00", "2012-01-01T00:00") == ZERO
    nights = Rest("Pacific/Apia", NIGHT)
    assert stands_for(nights, "2011-12-29T12:00", "2011-12-31T12:00") == 9 * HOUR


def running_minutes(start, end, rest, away):
    """Minute by minute: the slow answer, from what the wall clock shows and nothing else."""
    zone = ZoneInfo(rest.zone)
    margin = 2 * DAY
    minutes = [start - margin + i * MINUTE for i in range((end - start + 2 * margin) // MINUTE)]
    walls = [minute.astimezone(zone).replace(tzinfo=None) for minute in minutes]
    standing = {m for m in minutes if any(begin <= m < stop for begin, stop in away)}
    days = sorted({wall.date() for wall in walls})
    for day in (days[0] + i * DAY for i in range((days[-1] - days[0]).days + 1)):
        for begin, stop in wall_rests(rest, day):
            standing.update(minutes[first_showing(walls, begin) : last_showing(walls, stop)])
    return sum(start <= minute < end and minute not in standing for minute in minutes)


def wall_rests(rest, day):
    if day.weekday() in rest.free_days:
        yield datetime.combine(day, time()), datetime.combine(day + DAY, time())
    if rest.quiet:
        begin, stop = (datetime.combine(day, at) for at in (rest.quiet.begin, rest.quiet.end))
        yield begin, stop if begin < stop else stop + DAY


def first_showing(walls, wanted):
    return next((i for i, wall in enumerate(walls) if wall >= wanted), len(walls))


def last_showing(walls, wanted):
    shown = [i for i, wall in enumerate(walls) if wall == wanted]
    return shown[-1] if shown else first_showing(walls, wanted)


@given(situations(), st.integers(0, 3 * 24 * 60))
def test_the_running_time_is_what_somebody_counts_who_watches_every_minute(situation, length):
    start, rest, away = situation
    end = start + length * MINUTE
    counted = running_minutes(start, end, rest, away)
    assert running_time(start, end, rest, away) == counted * MINUTE


spans = st.timedeltas(ZERO, 30 * DAY)


@given(situations(), spans, spans)
def test_running_times_of_two_spans_add_up(situation, first, second):
    start, *standing = situation
    middle, end = start + first, start + first + second
    parts = running_time(start, middle, *standing) + running_time(middle, end, *standing)
    assert parts == running_time(start, end, *standing)


@given(situations(), spans, spans)
def test_a_clock_never_runs_backwards_nor_faster_than_time(situation, first, second):
    start, *standing = situation
    sooner = running_time(start, start + first, *standing)
    later = running_time(start, start + first + second, *standing)
    assert sooner <= later <= sooner + second


@given(situations(), st.timedeltas(TICK, 30 * DAY))
def test_nothing_has_run_before_the_start(situation, before):
    start, *standing = situation
    assert running_time(start, start - before, *standing) == ZERO


@given(situations(), st.timedeltas(TICK, 20 * DAY))
def test_at_the_deadline_the_budget_is_used_up_and_not_an_instant_sooner(situation, time_to_move):
    start, *standing = situation
    out_at = deadline(start, time_to_move, *standing)
    assert running_time(start, out_at, *standing) == time_to_move
    assert running_time(out_at - TICK, out_at, *standing) == TICK


@given(situations(), st.timedeltas(ZERO, 20 * DAY), st.timedeltas(TICK, 20 * DAY))
def test_more_time_means_a_later_deadline(situation, time_to_move, more):
    start, *standing = situation
    sooner = deadline(start, time_to_move, *standing)
    assert sooner + more <= deadline(start, time_to_move + more, *standing)


@given(situations(), st.timedeltas(ZERO, 20 * DAY), st.timedeltas(ZERO, 20 * DAY))
def test_a_clock_stopped_and_started_again_keeps_its_deadline(situation, used, left):
    start, *standing = situation
    pause = deadline(start, used, *standing)
    assert deadline(pause, left, *standing) == deadline(start, used + left, *standing)


@given(situations(), st.integers(0, 20 * 24 * 60))
def test_a_clock_never_runs_in_a_rest_or_a_vacation(situation, minutes):
    start, rest, away = situation
    minute = start + minutes * MINUTE
    wall = minute.astimezone(ZoneInfo(rest.zone))
    if any(begin <= minute < end for begin, end in away) or shows_rest(wall, rest):
        assert running_time(minute, minute + MINUTE, rest, away) == ZERO


def shows_rest(wall, rest):
    if wall.weekday() in rest.free_days:
        return True
    if rest.quiet is None:
        return False
    begin, end, now = rest.quiet.begin, rest.quiet.end, wall.time()
    return begin <= now < end if begin < end else now >= begin or now < end


@given(situations(), st.timedeltas(ZERO, 20 * DAY), st.randoms())
def test_the_order_of_vacations_does_not_matter(situation, time_to_move, random):
    start, rest, away = situation
    shuffled = random.sample(away, len(away))
    expected = deadline(start, time_to_move, rest, away)
    assert deadline(start, time_to_move, rest, shuffled) == expected


@given(situations(), st.timedeltas(ZERO, 20 * DAY))
def test_the_zone_of_a_moment_does_not_matter_and_answers_are_in_utc(situation, time_to_move):
    start, rest, away = situation
    zone = ZoneInfo("America/New_York")
    elsewhere = [(begin.astimezone(zone), end.astimezone(zone)) for begin, end in away]
    out_at = deadline(start.astimezone(zone), time_to_move, rest, elsewhere)
    assert out_at.tzinfo is UTC
    assert out_at == deadline(start, time_to_move, rest, away)


def test_a_vacation_of_a_thousand_years_is_stepped_over():
    rest = Rest("Europe/Berlin", NIGHT)
    start, home = at("2026-06-01T12:00"), at("3026-06-01T12:00")
    assert deadline(start, DAY, rest, [(start, home)]) == deadline(home, DAY, rest)


def test_a_clock_that_runs_does_not_stand():
    assert stands_until(at("2026-06-01T12:00"), Rest("UTC", NIGHT)) is None


def test_a_clock_stands_until_the_last_of_all_rests_is_over():
    rest = Rest("Europe/Berlin", NIGHT, frozenset({SUNDAY}))
    saturday_night = at("2026-06-06T23:00", rest.zone)
    assert stands_until(saturday_night, rest) == at("2026-06-08T07:00", rest.zone)
    monday_noon = at("2026-06-08T12:00", rest.zone)
    away = [(saturday_night, monday_noon)]
    assert stands_until(saturday_night, rest, away) == monday_noon


@given(situations(), st.integers(0, 20 * 24 * 60))
def test_a_clock_stands_until_it_runs_again(situation, minutes):
    start, *standing = situation
    moment = start + minutes * MINUTE
    until = stands_until(moment, *standing) or moment
    assert running_time(moment, until, *standing) == ZERO
    assert running_time(until, until + TICK, *standing) == TICK


def test_a_rest_that_leaves_no_time_has_no_deadline():
    for rest in (Rest(free_days=frozenset(range(7))), Rest(quiet=Quiet(time(9), time(9)))):
        with pytest.raises(ValueError, match="Some time must be left"):
            deadline(at("2026-06-01"), HOUR, rest)


def test_a_budget_below_zero_is_refused():
    with pytest.raises(ValueError, match="less than no time"):
        deadline(at("2026-06-01"), -TICK)


def test_a_vacation_without_end_has_no_deadline():
    forever = (at("2026-06-01"), datetime.max.replace(tzinfo=UTC))
    with pytest.raises(ValueError, match="never runs for that long"):
        deadline(at("2026-06-01"), HOUR, NO_REST, [forever])


def test_a_vacation_that_ends_before_it_begins_is_refused():
    with pytest.raises(ValueError, match="cannot end before it begins"):
        running_time(
            at("2026-06-01"), at("2026-06-09"), NO_REST, [(at("2026-06-03"), at("2026-06-02"))]
        )


def test_moments_without_a_time_zone_are_refused():
    naive = datetime(2026, 6, 1)
    with pytest.raises(ValueError, match="needs a time zone"):
        deadline(naive, HOUR)
    with pytest.raises(ValueError, match="needs a time zone"):
        running_time(at("2026-06-01"), naive)


def test_the_warning_comes_when_the_clock_has_run_for_most_of_the_time():
    rest = Rest("UTC", NIGHT)
    start = at("2026-06-01T12:00")
    warning = instant_of_fraction(start, 15 * HOUR, 0.8, rest)
    assert warning == at("2026-06-02T09:00")
    assert fraction_used(start, warning, 15 * HOUR, rest) == pytest.approx(0.8)


@given(situations(), st.timedeltas(HOUR, 20 * DAY), st.floats(0, 1))
def test_the_fraction_used_and_its_instant_agree(situation, time_to_move, fraction):
    start, *standing = situation
    instant = instant_of_fraction(start, time_to_move, fraction, *standing)
    used = fraction_used(start, instant, time_to_move, *standing)
    assert used == pytest.approx(fraction, abs=TICK / time_to_move)
    assert start <= instant <= deadline(start, time_to_move, *standing)


@given(situations(), st.timedeltas(TICK, 20 * DAY))
def test_all_is_used_at_the_deadline_and_nothing_at_the_start(situation, time_to_move):
    start, *standing = situation
    out_at = deadline(start, time_to_move, *standing)
    assert fraction_used(start, start, time_to_move, *standing) == 0
    assert fraction_used(start, out_at, time_to_move, *standing) == 1


def test_where_there_is_no_time_all_of_it_is_used():
    assert fraction_used(at("2026-06-01"), at("2026-06-01"), ZERO) == 1


def test_a_vacation_lasts_days_of_24_hours():
    start = at("2026-10-24T12:00", "Europe/Berlin")
    assert vacation(start, 2) == (at("2026-10-24T10:00"), at("2026-10-26T10:00"))


def test_a_vacation_of_no_days_is_refused():
    with pytest.raises(ValueError, match="one day or more"):
        vacation(at("2026-06-01"), 0)


def test_a_day_begun_is_a_day_spent():
    start = at("2026-06-01T12:00")
    assert days_spent(2026, [(start, start)]) == 0
    assert days_spent(2026, [(start, start + TICK)]) == 1
    assert days_spent(2026, [(start, start + DAY)]) == 1
    assert days_spent(2026, [(start, start + DAY + TICK)]) == 2


def test_a_vacation_over_new_year_is_paid_by_both_years():
    away = [vacation(at("2026-12-29T18:00"), 10)]
    assert [days_spent(year, away) for year in (2025, 2026, 2027, 2028)] == [0, 3, 7, 0]
    assert vacation_left(2026, away) == VACATION_DAYS_PER_YEAR - 3
    assert vacation_left(2028, away) == VACATION_DAYS_PER_YEAR


@given(st.lists(st.tuples(moments, st.integers(1, 400)), max_size=4))
def test_every_vacation_day_is_paid_by_exactly_one_year(taken):
    away = [vacation(start, days) for start, days in taken]
    spent = sum(days_spent(year, away) for year in range(1999, 2070))
    assert spent == sum(days for _, days in taken)


def test_there_are_never_less_than_no_vacation_days_left():
    assert vacation_left(2026, [vacation(at("2026-06-01"), 31)]) == 0


def test_a_clock_that_runs_out_is_saved_for_a_day():
    start = at("2026-06-01T12:00")
    day = automatic_vacation(deadline(start, 3 * DAY), days_left=1)
    assert day is not None
    assert deadline(start, 3 * DAY, NO_REST, [day]) == start + 4 * DAY


def test_a_clock_is_not_saved_when_no_vacation_is_left():
    assert automatic_vacation(at("2026-06-01"), days_left=0) is None


def test_a_free_weekday_after_an_automatic_vacation_costs_no_vacation():
    rest = Rest("UTC", free_days=frozenset({SATURDAY, SUNDAY}))
    start = at("2026-06-01T20:00")
    out_at = deadline(start, 4 * DAY, rest)
    assert out_at == at("2026-06-05T20:00")
    day = automatic_vacation(out_at, days_left=5)
    assert day is not None
    assert deadline(start, 4 * DAY, rest, [day]) == at("2026-06-08") + TICK


@given(situations(), st.timedeltas(HOUR, 10 * DAY), st.integers(0, 5))
def test_automatic_vacations_save_a_clock_day_by_day_and_never_overlap(
    situation, time_to_move, days
):
    start, rest, away = situation
    out_at = deadline(start, time_to_move, rest, away)
    back = out_at - TICK
    for left in range(days, 0, -1):
        day = automatic_vacation(out_at, left)
        assert day is not None
        assert day[0] >= back
        back, away = day[1], [*away, day]
        extended = deadline(start, time_to_move, rest, away)
        assert extended >= out_at + DAY
        out_at = extended
    assert running_time(start, out_at, rest, away) == time_to_move


@given(rests())
def test_a_rest_written_down_reads_as_the_same_rest(rest):
    assert from_json(json.loads(json.dumps(to_json(rest)))) == rest
