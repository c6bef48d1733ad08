"""The bots' turns as due work: done once, whoever does it, and found again if lost."""

from datetime import timedelta

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from engine import Rng
from engine.bots import BOTS
from games import replay
from games.models import Match, Move
from games.services import bots
from games.services.matches import Chair
from games.tasks import play_bot_turn
from quadropolis_site.celery import app


@pytest.fixture
def bot_turn(announce, alice, play):
    """A match in which a bot is to move."""
    match = announce(alice, Chair(bot="greedy"))
    return match if match.to_move == 1 else play(match, 1)


def test_a_bots_turn_is_due_work_in_the_database(bot_turn):
    assert bot_turn.bot_due_at is not None


def test_a_persons_turn_is_not(bot_turn):
    bots.play_turn(match_id=bot_turn.pk, seq=bot_turn.seq)
    assert Match.objects.get().bot_due_at is None


def test_the_task_called_twice_plays_once(bot_turn):
    for _ in range(2):
        play_bot_turn(bot_turn.pk, bot_turn.seq)
    assert Move.objects.count() == bot_turn.seq + 1


def test_a_bot_may_compute_for_as_long_as_the_settings_say(announce, alice, play, settings):
    """With no time at all it plays what looks best at once."""
    settings.BOT_SECONDS = 0
    match = announce(alice, Chair(bot="strong"))
    match = match if match.to_move == 1 else play(match, 1)
    (scene,) = match.rules.foresee(replay.position(match).observe(1), Rng("x"))
    bots.play_turn(match_id=match.pk, seq=match.seq)
    assert Move.objects.latest("seq").text == str(scene.candidates(1)[0])


def test_a_stale_or_unknown_turn_is_left_alone(bot_turn):
    assert bots.play_turn(match_id=bot_turn.pk, seq=bot_turn.seq + 1) is None
    assert bots.play_turn(match_id=0, seq=0) is None
    assert Move.objects.count() == bot_turn.seq


def test_it_never_plays_for_a_person(bot_turn):
    bots.play_turn(match_id=bot_turn.pk, seq=bot_turn.seq)
    assert bots.play_turn(match_id=bot_turn.pk, seq=bot_turn.seq + 1) is None


def test_the_sweep_gives_out_a_lost_turn_once(bot_turn, django_capture_on_commit_callbacks):
    Match.objects.update(bot_due_at=timezone.now() - timedelta(seconds=1))
    with django_capture_on_commit_callbacks() as callbacks:
        assert [bots.redrive_due_turns(), bots.redrive_due_turns()] == [1, 0]
    assert len(callbacks) == 1


def test_the_sweep_leaves_a_turn_alone_that_is_still_being_played(bot_turn):
    assert bots.redrive_due_turns() == 0


@pytest.fixture
def no_broker(monkeypatch):
    """Where the broker should be, nobody listens."""
    monkeypatch.setitem(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)  # else it uses the connections it has


def test_the_move_stands_even_if_the_broker_is_away(
    announce, alice, play, no_broker, caplog, django_capture_on_commit_callbacks
):
    match = announce(alice, Chair(bot="greedy"))
    if match.to_move == 1:
        match = bots.play_turn(match_id=match.pk, seq=match.seq)
    seq = match.seq
    with django_capture_on_commit_callbacks(execute=True):
        match = play(match, 1)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert f"play_bot_turn({match.pk}, {match.seq}) waits for the sweep" in caplog.text
    assert (match.seq, match.to_move) == (seq + 1, 1)


def test_a_message_is_tried_twice_and_never_waited_for(no_broker, monkeypatch):
    pauses: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", pauses.append)
    with pytest.raises(OperationalError):
        play_bot_turn.delay(1, 1)
    assert sum(pauses) == 0


def test_a_message_comes_back_only_from_a_worker_that_died():
    limits = [task.time_limit or app.conf.task_time_limit for task in app.tasks.values()]
    assert max(limits) < app.conf.broker_transport_options["visibility_timeout"]


def test_the_bot_may_compute_as_long_as_the_setting_says(
    announce, alice, play, settings, monkeypatch
):
    given: list[float] = []

    def note(game, view, rng, *, budget=0):
        given.append(budget)
        return BOTS["random"](game, view, rng)

    monkeypatch.setitem(BOTS, "attentive", note)
    settings.BOT_SECONDS = 0.75
    play(announce(alice, Chair(bot="attentive")), 2)
    assert given == [0.75]
