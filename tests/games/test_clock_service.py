"""Clocks of running matches: what there is for a move, what it took, and when to warn."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from accounts.models import Event, Notice, Vacation
from games import replay
from games.models import Match, Move
from games.services import time_outs, turns
from games.services.bots import play_turn
from games.services.matches import Chair, join_table
from games.services.moves import play_move, resign
from tests.games.conftest import mover, some_move

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)
SUNDAY = 6


@pytest.fixture(autouse=True)
def _monday_noon(time_machine):
    time_machine.move_to(MONDAY, tick=False)


@pytest.fixture
def begin(announce, alice, bob):
    """Alice and Bob begin on these terms."""

    def begin(**terms):
        return join_table(player=bob, code=announce(alice, Chair(invited=bob), **terms).code)

    return begin


@pytest.fixture
def three(announce, alice, bob, charlie):
    def three(**terms):
        table = announce(alice, Chair(invited=bob), Chair(invited=charlie), **terms)
        join_table(player=bob, code=table.code)
        return join_table(player=charlie, code=table.code)

    return three


def bank(match, seat):
    return match.seats.get(index=seat).bank


def test_a_fixed_time_is_there_in_full_for_every_move(begin, play, time_machine):
    match = begin(clock="36h")
    assert match.deadline == MONDAY + 36 * HOUR
    time_machine.shift(30 * HOUR)
    match = play(match, 1)
    assert match.deadline == MONDAY + 66 * HOUR
    assert Move.objects.get().took == 30 * HOUR


def test_a_bank_loses_what_a_move_took_and_gains_the_increment_up_to_the_cap(
    begin, play, time_machine
):
    match = begin(clock="5d+24h/5d")
    first = match.to_move
    assert match.deadline == MONDAY + 5 * DAY
    time_machine.shift(3 * DAY)
    match = play(match, 1)
    assert bank(match, first) == 3 * DAY
    assert bank(match, 1 - first) == 5 * DAY
    time_machine.shift(HOUR)
    match = play(match, 1)
    assert bank(match, 1 - first) == 5 * DAY
    assert match.deadline == MONDAY + 3 * DAY + HOUR + 3 * DAY


def test_the_clock_stands_in_quiet_hours_and_on_free_weekdays(begin, alice, bob, play):
    for player in (alice, bob):
        player.quiet_from, player.quiet_to, player.free_days = time(22), time(7), [1]
        player.save()
    match = begin(clock="24h")
    # 10 hours on Monday, none on Tuesday, and 14 from seven o'clock on Wednesday.
    assert match.deadline == datetime(2026, 6, 3, 21, tzinfo=UTC)


def test_a_night_of_summer_time_is_an_hour_shorter(begin, alice, bob, time_machine, play):
    for player in (alice, bob):
        player.time_zone, player.quiet_from, player.quiet_to = "Europe/Berlin", time(22), time(7)
        player.save()
    berlin = ZoneInfo("Europe/Berlin")
    time_machine.move_to(datetime(2026, 3, 28, 21, tzinfo=berlin), tick=False)
    match = begin(clock="12h")
    assert match.deadline == datetime(2026, 3, 29, 18, tzinfo=berlin)
    time_machine.move_to(datetime(2026, 3, 29, 8, tzinfo=berlin), tick=False)
    match = play(match, 1)
    assert Move.objects.get().took == 2 * HOUR  # of ten hours that passed


def test_a_vacation_counts_only_where_the_table_allows_it(begin, alice, bob):
    for player in (alice, bob):
        Vacation.objects.create(player=player, starts_at=MONDAY + DAY, ends_at=MONDAY + 11 * DAY)
    assert begin(clock="3d").deadline == MONDAY + 13 * DAY
    assert begin(clock="3d", allows_vacation=False).deadline == MONDAY + 3 * DAY


def test_a_new_rest_counts_from_the_next_turn_on(begin, play, time_machine):
    match = begin(clock="5d+24h/5d")
    first, player = match.to_move, mover(match)
    time_machine.shift(2 * DAY)
    player.quiet_from, player.quiet_to = time(7), time(19)
    player.save()
    match = play(match, 1)
    assert Move.objects.get().took == 2 * DAY  # nobody gets time back that was used up
    assert bank(match, first) == 4 * DAY
    match = play(match, 1)
    assert match.to_move == first
    assert match.deadline > match.moved_at + 4 * DAY


def test_bots_have_no_clock(announce, alice, play):
    match = announce(alice, Chair(bot="greedy"))
    while match.to_move == 0:
        match = play(match, 1)
    assert (match.deadline, match.warn_at) == (None, None)
    play_turn(match_id=match.pk, seq=match.seq)
    assert match.moves.get(seat=1).took is None


def test_a_move_after_the_deadline_counts_if_nobody_has_acted_yet(begin, play, time_machine):
    match = begin(clock="24h")
    time_machine.shift(25 * HOUR)
    match = play(match, 1)
    assert match.is_running
    assert time_outs.sweep_time_outs() == 0


def test_somebody_who_resigns_out_of_turn_stops_no_clock(three, time_machine):
    match = three(clock="5d+24h/5d")
    waiting = match.seats.exclude(index=match.to_move).first()
    time_machine.shift(2 * DAY)
    after = resign(code=match.code, player=waiting.player)
    assert (after.to_move, after.deadline, after.warn_at) == (
        match.to_move,
        match.deadline,
        match.warn_at,
    )
    after = play_move(code=match.code, player=mover(after), seq=1, text=some_move(after))
    assert Move.objects.get(seq=2).took == 2 * DAY


def test_a_take_back_begins_a_turn_with_the_bank_as_it_is(begin, play, time_machine):
    match = begin(clock="5d+24h/5d")
    first = match.to_move
    time_machine.shift(3 * DAY)
    match = play(match, 1)
    time_machine.shift(2 * DAY)
    turns.append(match, first, Move.Kind.TAKE_BACK, "0")
    turns.hand_over(match, replay.position(match))
    assert match.to_move == first
    assert match.deadline == MONDAY + 5 * DAY + 3 * DAY
    assert bank(match, 1 - first) == 5 * DAY


def warnings():
    return Notice.objects.filter(event=Event.DEADLINE_NEAR)


def test_whoever_has_used_most_of_the_time_is_warned_once(begin, time_machine):
    match = begin(clock="10d")
    assert match.warn_at == MONDAY + 8 * DAY
    time_machine.move_to(MONDAY + 8 * DAY - HOUR, tick=False)
    assert time_outs.sweep_warnings() == 0
    time_machine.move_to(MONDAY + 8 * DAY, tick=False)
    assert time_outs.sweep_warnings() == 1
    assert warnings().get().player == mover(match)
    assert time_outs.sweep_warnings() == 0
    assert warnings().count() == 1


def test_nobody_is_warned_who_has_moved(begin, play, time_machine):
    match = begin(clock="10d")
    time_machine.shift(8 * DAY)
    play(match, 1)
    assert time_outs.sweep_warnings() == 0


def test_nobody_is_warned_who_is_too_late_anyway(begin, time_machine):
    begin(clock="10d")
    time_machine.shift(10 * DAY)
    assert time_outs.sweep_warnings() == 0


def test_the_clock_stops_with_the_match(begin, play):
    match = play(begin())
    assert (match.deadline, match.warn_at, match.turn_rest) == (None, None, None)
    assert Match.objects.out_of_time().count() == 0
