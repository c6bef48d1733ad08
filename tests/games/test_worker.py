"""Bots' turns through a real worker on a real broker, and what happens if either is lost."""

import subprocess
import sys
import time
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from redis import Redis

from games.models import Match, Move
from games.services.matches import Chair
from games.tasks import play_bot_turn, sweep_bot_turns
from quadropolis_site import processes
from tests import servers

pytestmark = pytest.mark.django_db(transaction=True)

WORKER = [sys.executable, "-m", "celery", "-A", "quadropolis_site", "--quiet", "worker"]


@pytest.fixture
def broker():
    """A database of Redis that is ours alone, and empty."""
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.flushdb()
        yield redis


@pytest.fixture
def start_worker(broker):
    workers = []

    def start_worker():
        worker = processes.start(
            [*WORKER, "--concurrency", "1", "--loglevel", "warning", "--without-gossip"],
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
def bot_turn(broker, announce, alice, play):
    """A match in which a bot is to move, and its message waits for a worker."""
    match = announce(alice, Chair(bot="greedy"))
    return match if match.to_move == 1 else play(match, 1)


def kill(worker):
    processes.kill_group(worker)
    worker.wait()


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def wait_until_played(match):
    wait_until(lambda: Match.objects.get(pk=match.pk).seq > match.seq)


def somebody_waits_for_us():
    """For a lock that this transaction holds."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid"
        )
        return cursor.fetchone() is not None


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
    wait_until(lambda: not broker.exists("celery") and broker.hlen("unacked") == lost)
    assert Move.objects.filter(seat=1).count() == 1
    assert Match.objects.get().seq == bot_turn.seq + 1


def test_a_turn_whose_message_was_lost_with_the_broker_is_found_by_the_sweep(
    bot_turn, broker, start_worker
):
    assert broker.llen("celery") == 1
    broker.flushdb()
    let_the_lease_run_out(bot_turn)
    sweep_bot_turns.delay()
    start_worker()
    wait_until_played(bot_turn)
    assert Move.objects.filter(seat=1).count() == 1
