"""Bots' turns and deadlines through a real worker on a real broker, and what if either is lost."""

import subprocess
import sys
from datetime import timedelta

import psutil
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from redis import Redis

from accounts.models import Event, MailChoice
from accounts.services.notices import choose
from engine.bots import BOTS
from games.models import Daily, Match, Move
from games.services.dailies import deal_today
from games.services.matches import Chair, join_table
from games.services.moves import resign
from games.tasks import play_bot_turn, sweep_bot_turns, sweep_time_outs
from quadropolis_site import processes
from tests import servers
from tests.games import slow_bot
from tests.patience import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

WORKER = [
    *(sys.executable, "-m", "celery", "-A", "quadropolis_site", "--quiet", "worker"),
    *("--loglevel", "warning", "--without-gossip", "--include", slow_bot.__name__),
]


@pytest.fixture
def broker():
    """A database of Redis that is ours alone, and empty."""
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.flushdb()
        yield redis


@pytest.fixture
def start_worker(broker):
    workers = []

    def start_worker(queues="celery,bots", processes_at_once=1):
        worker = processes.start(
            [*WORKER, "--queues", queues, "--concurrency", str(processes_at_once)],
            cwd=settings.BASE_DIR,
            env=servers.environment(connection.settings_dict["NAME"]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        workers.append(worker)
        return worker

    yield start_worker
    for worker in workers:
        kill(worker)


@pytest.fixture
def turn_of(broker, announce, alice, play):
    """A match in which this bot is to move; its message, and no other, waits for a worker."""
    choose(player=alice, choices=dict.fromkeys(Event, MailChoice.When.NEVER))

    def turn_of(bot):
        match = announce(alice, Chair(bot=bot))
        return match if match.to_move == 1 else play(match, 1)

    return turn_of


@pytest.fixture
def bot_turn(turn_of):
    return turn_of("greedy")


@pytest.fixture
def slow_turn(turn_of, monkeypatch):
    """A bot is to move that thinks until it is told to stop."""
    monkeypatch.setitem(BOTS, slow_bot.NAME, slow_bot.choose)
    return turn_of(slow_bot.NAME)


def kill(worker):
    processes.kill_group(worker)
    worker.wait()


def wait_until_played(match):
    wait_until(lambda: Match.objects.get(pk=match.pk).seq > match.seq)


def somebody_waits_for_us():
    """For a lock that this transaction holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid"
        )
        return cursor.fetchone() is not None


def wait_until_thinking(times=1):
    wait_until(lambda: slow_bot.times_begun() == times)


def let_the_lease_run_out(match):
    Match.objects.filter(pk=match.pk).update(bot_due_at=timezone.now() - timedelta(seconds=1))


def test_the_worker_plays_a_bots_turn(bot_turn, start_worker):
    start_worker()
    wait_until_played(bot_turn)
    match = Match.objects.get()
    assert (match.seq, match.to_move, match.bot_due_at) == (bot_turn.seq + 1, 0, None)


def test_a_turn_whose_worker_was_killed_is_played_once_by_the_next(bot_turn, broker, start_worker):
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=bot_turn.pk)
        worker = start_worker()
        wait_until(somebody_waits_for_us)  # it has thought, and is about to play
        kill(worker)
    lost = broker.hlen("unacked")
    assert lost == 1
    assert Match.objects.get().seq == bot_turn.seq

    let_the_lease_run_out(bot_turn)
    sweep_bot_turns.delay()
    start_worker()
    wait_until_played(bot_turn)
    play_bot_turn.delay(bot_turn.pk, bot_turn.seq)  # the broker gives out the lost message again
    wait_until(lambda: not broker.exists("bots") and broker.hlen("unacked") == lost)
    assert Move.objects.filter(seat=1).count() == 1
    assert Match.objects.get().seq == bot_turn.seq + 1


def test_a_turn_whose_message_was_lost_with_the_broker_is_found_by_the_sweep(
    bot_turn, broker, start_worker
):
    assert broker.llen("bots") == 1
    broker.flushdb()
    let_the_lease_run_out(bot_turn)
    sweep_bot_turns.delay()
    start_worker()
    wait_until_played(bot_turn)
    assert Move.objects.filter(seat=1).count() == 1


def test_workers_who_find_a_deadline_act_once_and_the_bot_moves_at_once(
    broker, announce, alice, bob, charlie, play, start_worker
):
    table = announce(alice, Chair(), Chair(), allows_vacation=False)
    join_table(player=bob, code=table.code)
    match = play(join_table(player=charlie, code=table.code), 4)
    broker.flushdb()
    overdue = timezone.now() - timedelta(seconds=1)
    Match.objects.filter(pk=match.pk).update(deadline=overdue)
    for _ in range(4):
        sweep_time_outs.delay()
    for _ in range(2):
        start_worker()
    wait_until(lambda: Match.objects.get().seq == match.seq + 2)
    wait_until(lambda: not broker.exists("celery", "bots") and not broker.hlen("unacked"))
    rows = Move.objects.filter(match=match, seq__gt=match.seq).order_by("seq")
    late = match.to_move
    assert list(rows.values_list("kind", "seat")) == [("time_out", late), ("move", late)]


def test_a_worker_killed_in_mid_search_loses_nothing(slow_turn, broker, start_worker):
    worker = start_worker("bots")
    wait_until_thinking()
    kill(worker)
    assert broker.hlen("unacked") == 1
    assert Match.objects.get().seq == slow_turn.seq

    let_the_lease_run_out(slow_turn)
    sweep_bot_turns.delay()
    start_worker("celery,bots")
    wait_until_thinking(times=2)
    slow_bot.stop_thinking()
    wait_until_played(slow_turn)
    play_bot_turn.delay(slow_turn.pk, slow_turn.seq)  # the lost message comes back at last
    wait_until(lambda: not broker.exists("bots") and broker.hlen("unacked") == 1)
    assert Move.objects.filter(seat=1).count() == 1
    assert slow_bot.times_begun() == 2


def test_a_search_whose_process_alone_was_killed_begins_again_at_once(
    slow_turn, broker, start_worker
):
    worker = start_worker("bots")
    wait_until_thinking()
    for process in psutil.Process(worker.pid).children():
        process.kill()
    wait_until_thinking(times=2)
    slow_bot.stop_thinking()
    wait_until_played(slow_turn)
    wait_until(lambda: not broker.exists("bots") and not broker.hlen("unacked"))
    assert Move.objects.filter(seat=1).count() == 1


def test_a_slow_bot_does_not_hold_up_another_match(slow_turn, turn_of, start_worker):
    start_worker("bots", processes_at_once=2)
    wait_until_thinking()
    others = [turn_of("greedy"), turn_of("strong"), turn_of("random")]
    for other in others:
        wait_until_played(other)
    assert Match.objects.get(pk=slow_turn.pk).seq == slow_turn.seq
    slow_bot.stop_thinking()
    wait_until_played(slow_turn)


def test_the_bots_games_of_the_day_do_not_hold_up_a_match(turn_of, start_worker):
    """They begin a minute after the site does, and at midnight, for every game at once."""
    deal_today()
    turn = turn_of("greedy")
    start_worker("bots")
    wait_until_played(turn)
    assert Daily.objects.filter(par_due_at=None).count() == 0


def test_bots_that_keep_all_their_workers_busy_hold_up_nothing_else(
    slow_turn, match, play, alice, start_worker
):
    start_worker("bots")
    start_worker("celery")
    wait_until_thinking()
    resign(code=play(match, 4).code, player=alice)
    wait_until(alice.tallies.exists)  # the books are written
    assert Match.objects.get(pk=slow_turn.pk).seq == slow_turn.seq
