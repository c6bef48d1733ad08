"""Deadlines that pass: who loses, who plays on, and that it happens once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connections

from accounts.models import Event, Notice
from games import replay
from games.models import Move
from games.services import time_outs
from games.services.bots import play_turn
from games.services.matches import Chair, join_table
from games.services.moves import play_move, resign
from games.tasks import sweep_time_outs
from quadropolis_site.celery import app as celery
from quadropolis_site.errors import ApplicationError, Conflict, NotAllowed
from tests.games.conftest import advance, mover, some_move

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
MONDAY = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _monday_noon(time_machine):
    time_machine.move_to(MONDAY, tick=False)


@pytest.fixture
def start(announce):
    """A match of these people on a clock of three days, without vacation."""

    def start(*people, bots=(), **terms):
        terms = {"clock": "3d", "allows_vacation": False} | terms
        chairs = [Chair(invited=person) for person in people[1:]]
        match = announce(people[0], *chairs, *(Chair(bot=bot) for bot in bots), **terms)
        for person in people[1:]:
            match = join_table(player=person, code=match.code)
        return match

    return start


def kinds(match):
    return list(match.moves.exclude(kind=Move.Kind.MOVE).values_list("kind", "seat"))


def told(match, player):
    notices = Notice.objects.filter(player=player, topic=match.code)
    return list(notices.order_by("created_at", "pk").values_list("event", flat=True))


def test_between_two_the_late_one_loses_on_time(start, alice, bob, time_machine):
    match = advance(start(alice, bob), 5)
    late = match.to_move
    time_machine.shift(3 * DAY - timedelta(microseconds=1))
    assert time_outs.sweep_time_outs() == 0
    time_machine.shift(timedelta(microseconds=1))
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.is_finished
    assert kinds(match) == [("time_out", late)]
    assert match.result["timed_out"] == [late]
    assert [seat.rank for seat in match.seats_in_order()] == [2 - (late != 0), 2 - (late != 1)]
    for player in (alice, bob):
        assert told(match, player)[-1] == Event.MATCH_FINISHED
    call_command("replay_matches")


def test_the_page_says_who_lost_on_time_and_speaks_of_no_bot(
    start, alice, bob, time_machine, client
):
    match = advance(start(alice, bob), 5)
    time_machine.shift(3 * DAY)
    time_outs.sweep_time_outs()
    shown = client.get(match.get_absolute_url()).text
    assert '<span class="tag">out of time</span>' in shown
    assert "then a bot" not in shown


def test_every_deadline_is_looked_at_within_a_minute():
    schedule = celery.conf.beat_schedule.values()
    sweep = next(entry for entry in schedule if entry["task"] == sweep_time_outs.name)
    assert sweep["schedule"] <= 30
    assert sweep_time_outs.expires >= sweep["schedule"]


def test_a_sweep_that_runs_twice_acts_once(start, alice, bob, time_machine):
    match = advance(start(alice, bob), 5)
    time_machine.shift(3 * DAY)
    assert [time_outs.sweep_time_outs(), time_outs.sweep_time_outs()] == [1, 0]
    assert len(kinds(match)) == 1


def test_with_three_a_bot_takes_the_seat_at_once_and_the_late_one_is_told(
    start, alice, bob, charlie, time_machine
):
    match = advance(start(alice, bob, charlie), 4)
    late = match.to_move
    player = mover(match)
    time_machine.shift(3 * DAY)
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    seat = match.seats.get(index=late)
    assert (match.is_running, match.to_move, match.deadline) == (True, late, None)
    assert (seat.bot, seat.driver, seat.left_at) == ("greedy", None, MONDAY + 3 * DAY)
    assert match.bot_due_at is not None
    assert told(match, player)[-1] == Event.MATCH_FINISHED
    with pytest.raises(NotAllowed, match="You have left this match"):
        play_move(code=match.code, player=player, seq=match.seq, text=some_move(match))
    play_turn(match_id=match.pk, seq=match.seq)
    match.refresh_from_db()
    assert match.to_move != late
    assert match.deadline is not None


def test_the_late_one_is_ranked_last_among_the_people(start, alice, bob, charlie, time_machine):
    match = advance(start(alice, bob, charlie, bots=["random"]), 6)
    while match.seats.get(index=match.to_move).driver is None:
        match = advance(match, 1)
    late = match.to_move
    time_machine.shift(3 * DAY)
    time_outs.sweep_time_outs()
    match = advance(match)
    assert match.is_finished
    assert match.result["timed_out"] == [late]
    people = [seat.rank for seat in match.seats_in_order()[:3]]
    assert all(rank < people[late] for seat, rank in enumerate(people) if seat != late)
    call_command("replay_matches")


def test_when_everybody_has_gone_the_bots_finish_the_match(
    start, alice, bob, charlie, time_machine
):
    match = advance(start(alice, bob, charlie), 3)
    for player in (alice, bob):
        resign(code=match.code, player=player)
    match = advance(match, 3)
    while match.to_move != 2:
        match = advance(match, 1)
    time_machine.shift(3 * DAY)
    time_outs.sweep_time_outs()
    match = advance(match)
    assert match.is_finished
    assert (match.result["resigned"], match.result["timed_out"]) == ([0, 1], [2])
    outcome = replay.position(match).outcome()
    assert outcome is not None
    assert match.result["ranks"] == list(outcome.ranks)
    call_command("replay_matches")


@pytest.mark.parametrize("size", [2, 3])
def test_where_nobody_has_moved_the_match_is_called_off_without_penalty(
    start, alice, bob, charlie, time_machine, size
):
    match = start(*[alice, bob, charlie][:size])
    time_machine.shift(3 * DAY)
    assert time_outs.sweep_time_outs() == 1
    match.refresh_from_db()
    assert match.is_cancelled
    assert (match.to_move, match.deadline, match.result) == (None, None, None)
    assert not match.moves.exists()
    assert not match.seats.filter(left_at__isnull=False).exists()
    assert {event for p in (alice, bob) for event in told(match, p)[-1:]} == {Event.MATCH_FINISHED}
    with pytest.raises(Conflict, match="called off"):
        play_move(code=match.code, player=alice, seq=0, text="1N1-a1")
    call_command("replay_matches")


def test_against_a_bot_the_late_one_loses_too(start, alice, time_machine):
    match = start(alice, bots=["greedy"])
    while match.to_move != 0 or not match.seq:
        match = advance(match, 1)
    time_machine.shift(3 * DAY)
    time_outs.sweep_time_outs()
    match.refresh_from_db()
    assert match.result["ranks"] == [2, 1]


def test_a_match_that_cannot_be_played_keeps_no_other_waiting(
    start, alice, bob, time_machine, caplog
):
    broken, fine = advance(start(alice, bob), 3), advance(start(alice, bob), 3)
    broken.moves.filter(seq=1).update(text="nonsense")
    time_machine.shift(3 * DAY)
    assert time_outs.sweep_time_outs() == 1
    fine.refresh_from_db()
    assert fine.is_finished
    assert f"match {broken.pk}: the clock could not be looked at" in caplog.text


def in_threads(*acts):
    """All at the same instant; what each of them answers, or why it was refused."""
    gate = Barrier(len(acts))

    def run(act):
        gate.wait()
        try:
            return act()
        except ApplicationError as error:
            return str(error.message)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.mark.django_db(transaction=True)
def test_several_sweeps_at_once_act_once(start, alice, bob, charlie, time_machine):
    matches = [advance(start(alice, bob, charlie), 4) for _ in range(3)]
    time_machine.shift(3 * DAY)
    assert sum(in_threads(*[time_outs.sweep_time_outs] * 4)) == 3
    for match in matches:
        assert len(kinds(match)) == 1


@pytest.mark.django_db(transaction=True)
def test_between_a_move_and_the_sweep_exactly_one_wins(start, alice, bob, time_machine):
    wins = set()
    for _ in range(6):
        match = advance(start(alice, bob), 4)
        player, text = mover(match), some_move(match)
        time_machine.shift(3 * DAY)

        def move(match=match, player=player, text=text):
            return play_move(code=match.code, player=player, seq=4, text=text).seq

        answer, swept = in_threads(move, lambda pk=match.pk: time_outs.run_out(match_id=pk))
        last = match.moves.order_by("seq").last()
        assert match.moves.count() == 5
        assert (answer == 5) is (last.kind == Move.Kind.MOVE) is not swept
        wins.add(last.kind)
    assert wins <= {Move.Kind.MOVE, Move.Kind.TIME_OUT}
