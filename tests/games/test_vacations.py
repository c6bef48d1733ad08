"""Vacation days: taken by hand, ended early, and spent by themselves when a clock runs out."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Vacation
from accounts.rest import VACATION_DAYS_PER_YEAR
from games.models import Match
from games.services import time_outs
from games.services.matches import Chair, join_table
from games.services.vacations import days_left, end_vacation, spend_day, take_vacation
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed
from tests.games.conftest import mover
from tests.games.test_time_outs import in_threads

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
TICK = timedelta.resolution
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _monday_noon(time_machine):
    time_machine.move_to(MONDAY, tick=False)


@pytest.fixture
def begin(announce, alice, bob, play):
    """Alice and Bob have made a few moves, and now it is the turn of Alice."""

    def begin(**terms):
        terms = {"clock": "3d"} | terms
        match = join_table(player=bob, code=announce(alice, Chair(invited=bob), **terms).code)
        match = play(match, 2)
        while mover(match) != alice:
            match = play(match, 1)
        return match

    return begin


def refused(sentence, kind=ApplicationError):
    return pytest.raises(kind, match=sentence)


def test_a_vacation_that_begins_today_begins_now_and_moves_the_deadline(begin, time_machine):
    match = begin()
    player = mover(match)
    time_machine.shift(DAY)
    vacation = take_vacation(player=player, first_day=date(2026, 6, 2), days=7)
    assert (vacation.starts_at, vacation.ends_at) == (MONDAY + DAY, MONDAY + 8 * DAY)
    match.refresh_from_db()
    assert match.deadline == MONDAY + 10 * DAY
    assert match.warn_at == MONDAY + 3 * DAY * 0.8 + 7 * DAY
    assert days_left(player) == VACATION_DAYS_PER_YEAR - 7


def test_a_vacation_later_begins_at_midnight_where_the_player_lives(begin):
    match = begin()
    player = mover(match)
    player.time_zone = "America/New_York"
    player.save()
    vacation = take_vacation(player=player, first_day=date(2026, 6, 3), days=1)
    assert vacation.starts_at == datetime(2026, 6, 3, tzinfo=ZoneInfo("America/New_York"))
    match.refresh_from_db()
    assert match.deadline == MONDAY + 4 * DAY


def test_a_vacation_moves_no_deadline_of_others(begin, bob):
    match = begin()
    take_vacation(player=bob, first_day=MONDAY.date(), days=7)
    match.refresh_from_db()
    assert match.deadline == MONDAY + 3 * DAY


def test_a_vacation_moves_no_deadline_where_the_table_forbids_it(begin, alice):
    match = begin(allows_vacation=False)
    take_vacation(player=alice, first_day=MONDAY.date(), days=7)
    match.refresh_from_db()
    assert match.deadline == MONDAY + 3 * DAY


def test_a_turn_that_begins_in_a_vacation_begins_to_count_after_it(begin, bob, play):
    match = begin()
    take_vacation(player=bob, first_day=MONDAY.date(), days=7)
    while mover(match) != bob:
        match = play(match, 1)
    assert match.deadline == MONDAY + 10 * DAY


@pytest.mark.parametrize(
    ("first_day", "days", "sentence"),
    [
        (date(2026, 5, 31), 1, "can't begin in the past"),
        (date(2027, 6, 3), 1, "a year ahead at most"),
        (date.max, 1, "a year ahead at most"),
        (date(2026, 6, 1), 0, "lasts from 1 to 30 days"),
        (date(2026, 6, 1), -1, "lasts from 1 to 30 days"),
        (date(2026, 6, 1), 31, "lasts from 1 to 30 days"),
        (date(2026, 6, 1), 10**9, "lasts from 1 to 30 days"),
    ],
)
def test_a_vacation_that_cannot_be_is_refused_in_a_sentence(alice, first_day, days, sentence):
    with refused(sentence):
        take_vacation(player=alice, first_day=first_day, days=days)
    assert not Vacation.objects.exists()


def test_nobody_has_more_days_than_the_year_gives(alice):
    take_vacation(player=alice, first_day=date(2026, 7, 1), days=28)
    with refused("1 day more than you have for 2026"):
        take_vacation(player=alice, first_day=date(2026, 9, 1), days=3)
    take_vacation(player=alice, first_day=date(2026, 9, 1), days=2)
    take_vacation(player=alice, first_day=date(2027, 1, 1), days=30)


def test_nobody_pays_twice_for_the_same_day(alice):
    take_vacation(player=alice, first_day=date(2026, 7, 1), days=7)
    with refused("already", Conflict):
        take_vacation(player=alice, first_day=date(2026, 7, 7), days=1)
    take_vacation(player=alice, first_day=date(2026, 7, 8), days=1)


def test_a_vacation_can_end_early_and_gives_back_the_days_not_begun(begin, time_machine):
    match = begin()
    player = mover(match)
    vacation = take_vacation(player=player, first_day=MONDAY.date(), days=10)
    time_machine.shift(2 * DAY + HOUR)
    end_vacation(player=player, vacation_id=vacation.pk)
    match.refresh_from_db()
    assert match.deadline == MONDAY + 5 * DAY + HOUR
    assert days_left(player) == VACATION_DAYS_PER_YEAR - 3


def test_a_vacation_that_has_not_begun_is_forgotten(begin):
    match = begin()
    player = mover(match)
    vacation = take_vacation(player=player, first_day=date(2026, 6, 2), days=5)
    end_vacation(player=player, vacation_id=vacation.pk)
    match.refresh_from_db()
    assert match.deadline == MONDAY + 3 * DAY
    assert days_left(player) == VACATION_DAYS_PER_YEAR


def test_nobody_ends_a_vacation_of_others_or_one_that_is_over(alice, bob, time_machine):
    vacation = take_vacation(player=alice, first_day=MONDAY.date(), days=1)
    with refused("over already", Conflict):
        end_vacation(player=bob, vacation_id=vacation.pk)
    time_machine.shift(DAY)
    with refused("over already", Conflict):
        end_vacation(player=alice, vacation_id=vacation.pk)


def test_a_clock_that_runs_out_spends_a_day_of_vacation(begin, time_machine):
    match = begin()
    player = mover(match)
    time_machine.shift(3 * DAY)
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.is_running
    assert match.deadline == MONDAY + 4 * DAY
    assert Vacation.objects.get().is_automatic
    assert days_left(player) == VACATION_DAYS_PER_YEAR - 1
    assert time_outs.sweep_time_outs() == 0


def test_when_no_day_is_left_time_is_up(begin, time_machine):
    match = begin()
    for day in range(VACATION_DAYS_PER_YEAR):
        time_machine.move_to(MONDAY + (3 + day) * DAY, tick=False)
        assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.is_running
    time_machine.shift(DAY)
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.is_finished
    assert Vacation.objects.count() == VACATION_DAYS_PER_YEAR


def test_no_vacation_is_spent_against_the_will_of_the_player_or_the_table(begin, time_machine):
    unwilling = begin()
    player = mover(unwilling)
    player.auto_vacation = False
    player.save()
    forbidden = begin(allows_vacation=False)
    time_machine.shift(3 * DAY)
    assert time_outs.sweep_time_outs() == 2
    assert not Vacation.objects.exists()
    for match in (unwilling, forbidden):
        match.refresh_from_db()
        assert match.is_finished


def test_one_day_of_vacation_saves_all_clocks_of_the_player(begin, time_machine):
    match, other = begin(), begin()
    time_machine.shift(3 * DAY)
    assert time_outs.sweep_time_outs() == 1
    assert Vacation.objects.count() == 1
    for one in (match, other):
        one.refresh_from_db()
        assert one.deadline == MONDAY + 4 * DAY


def test_a_day_that_saves_a_clock_cannot_be_ended(begin, time_machine):
    match = begin()
    time_machine.shift(3 * DAY)
    time_outs.sweep_time_outs()
    with refused("ends by itself", NotAllowed):
        end_vacation(player=mover(match), vacation_id=Vacation.objects.get().pk)


@pytest.mark.parametrize("first_day", [date(2026, 6, 4), date(2026, 6, 5)])
def test_a_vacation_can_follow_a_day_that_saved_a_clock_without_a_gap(
    begin, alice, time_machine, first_day
):
    """Her clock ran out on 4 June at noon; in the evening she takes a week."""
    match = begin()
    time_machine.move_to(match.deadline)
    assert time_outs.sweep_time_outs() == 1
    time_machine.shift(8 * HOUR)
    vacation = take_vacation(player=alice, first_day=first_day, days=7)
    assert vacation.starts_at == MONDAY + 4 * DAY - TICK
    match.refresh_from_db()
    assert MONDAY + 11 * DAY - match.deadline <= TICK
    assert days_left(alice) == VACATION_DAYS_PER_YEAR - 8


def test_a_move_in_an_automatic_vacation_leaves_the_increment(begin, play, time_machine):
    match = begin(clock="3d+12h/5d")
    seat, full = match.to_move, match.seats.get(index=match.to_move).bank
    time_machine.move_to(match.deadline, tick=False)
    time_outs.sweep_time_outs()
    time_machine.shift(HOUR)
    match = play(Match.objects.get(pk=match.pk), 1)
    assert match.seats.get(index=seat).bank == 12 * HOUR + TICK
    assert match.moves.last().took == full - TICK


def test_a_warning_is_not_given_again_because_of_a_vacation(begin, time_machine):
    match = begin()
    time_machine.shift(2.5 * DAY)
    assert time_outs.sweep_warnings() == 1
    take_vacation(player=mover(match), first_day=date(2026, 6, 4), days=3)
    match.refresh_from_db()
    assert match.warn_at is None
    assert match.deadline == MONDAY + 6 * DAY


@pytest.mark.django_db(transaction=True)
def test_workers_who_find_two_clocks_of_a_player_spend_one_day(begin, time_machine):
    own = [begin().pk for _ in range(3)]
    time_machine.shift(3 * DAY)
    acts = [lambda pk=pk: spend_day(match_id=pk) for pk in own for _ in range(2)]
    assert sum(in_threads(*acts)) == 1
    assert Vacation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_cannot_spend_more_than_there_is(alice):
    days = [date(2026, 7, 1), date(2026, 8, 1), date(2026, 9, 1), date(2026, 10, 1)]

    def act(day):
        return lambda: take_vacation(player=alice, first_day=day, days=20).pk > 0

    assert in_threads(*map(act, days)).count(True) == 1
