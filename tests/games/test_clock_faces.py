"""What the match page says of the clocks: until when, what is left, and whether they stand."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from games.models import Match
from games.presenters.clocks import clocks
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.services.vacations import take_vacation
from games.text import short_length
from tests.games.conftest import mover

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _monday_noon(time_machine):
    time_machine.move_to(MONDAY, tick=False)


@pytest.fixture
def begin(announce, alice, bob):
    def begin(*chairs, **terms):
        table = announce(alice, Chair(invited=bob), *chairs, **terms)
        join_table(player=bob, code=table.code)
        return Match.objects.get(pk=table.pk)

    return begin


def page(client, match):
    return client.get(match.get_absolute_url()).text


def words(match):
    return [left and left.words for left in clocks(match).banks]


def test_a_clock_that_runs_has_a_deadline_and_no_pause(begin, client):
    match = begin(clock="36h")
    assert "Wed 3 Jun, 00:00" in page(client, match)
    assert "the clock stands" not in page(client, match)


def test_a_clock_that_stands_at_night_says_until_when(begin, client, alice, bob, time_machine):
    for player in (alice, bob):
        player.quiet_from, player.quiet_to = time(22), time(7)
        player.save()
    match = begin(clock="24h")
    time_machine.move_to(datetime(2026, 6, 1, 23, tzinfo=UTC), tick=False)
    assert "the clock stands until" in page(client, match)
    assert "Tue 2 Jun, 07:00" in page(client, match)
    assert "on vacation" not in page(client, match)


def test_the_reader_sees_the_moment_in_the_own_time_zone(
    begin, client, alice, bob, charlie, time_machine
):
    for player in (alice, bob):
        player.quiet_from, player.quiet_to = time(22), time(7)
        player.save()
    match = begin(clock="24h")
    time_machine.move_to(datetime(2026, 6, 1, 23, tzinfo=UTC), tick=False)
    charlie.time_zone = "America/New_York"
    charlie.save()
    client.force_login(charlie)
    assert "Tue 2 Jun, 03:00" in page(client, match)


def test_a_vacation_is_said_to_be_one(begin, client):
    match = begin()
    take_vacation(player=mover(match), first_day=MONDAY.date(), days=5)
    shown = page(client, match)
    assert "on vacation: the clock stands until" in shown
    assert "Sat 6 Jun, 12:00" in shown


def test_a_vacation_that_the_table_forbids_stops_nothing(begin, client):
    match = begin(allows_vacation=False)
    take_vacation(player=mover(match), first_day=MONDAY.date(), days=5)
    assert "the clock stands" not in page(client, match)


def test_a_vacation_to_come_stops_nothing_yet(begin, client):
    match = begin()
    take_vacation(player=mover(match), first_day=date(2026, 6, 2), days=5)
    assert "the clock stands" not in page(client, match)


def test_banks_are_shown_as_they_run_down(begin, play, client, time_machine):
    match = begin(clock="5d+24h/5d")
    first = match.to_move
    assert words(match) == ["5 days", "5 days"]
    time_machine.shift(3 * DAY)
    assert words(match)[first] == "2 days"
    assert words(match)[1 - first] == "5 days"
    assert "Left on the clock: 2 days" in page(client, match)
    match = play(match, 1)
    assert words(match)[first] == "3 days"


def test_a_fixed_time_needs_no_bank(begin):
    assert words(begin(clock="3d")) == [None, None]


def test_bots_and_those_they_play_for_have_no_bank(begin, alice):
    match = begin(Chair(bot="greedy"), clock="5d+24h/5d")
    assert words(match)[2] is None
    resign(code=match.code, player=alice)
    assert words(Match.objects.get(pk=match.pk))[0] is None


def test_a_match_that_is_over_has_no_clocks(begin, play):
    match = play(begin(clock="5d+24h/5d"))
    assert words(match) == [None, None]
    assert clocks(match).pause is None


@pytest.mark.parametrize(
    ("span", "short"),
    [
        (59 * timedelta(seconds=1), "0 min"),
        (1.9 * HOUR, "1 h"),
        (47 * HOUR, "47 h"),
        (2 * DAY, "2 d"),
    ],
)
def test_a_time_is_said_shortly_where_there_is_little_room(span, short):
    assert short_length(span) == short
