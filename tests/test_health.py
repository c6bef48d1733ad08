"""Health and metrics: true, and not for the public net."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from games.models import Match
from games.services.matches import Chair, TableTerms, create_table

PATHS = ["/healthz", "/readyz", "/metrics"]


@pytest.fixture
def match(db):
    alice = Player.objects.create_user("alice")
    chairs = [Chair(player=alice), Chair(bot="greedy")]
    return create_table(creator=alice, terms=TableTerms("quadropolis", "classic"), chairs=chairs)


@pytest.mark.parametrize("path", PATHS)
def test_our_own_machine_is_answered(client, db, path):
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 405


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "request_from",
    [
        {"REMOTE_ADDR": "203.0.113.9"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "10.0.0.7"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
    ],
)
def test_the_public_net_is_not(client, db, path, request_from):
    assert client.get(path, **request_from).status_code == 404


def test_other_networks_can_be_let_in(client, db, settings):
    settings.INTERNAL_NETWORKS = ["10.0.0.0/8"]
    assert client.get("/healthz", REMOTE_ADDR="10.0.0.7").status_code == 200


def test_all_is_well(client, match):
    answer = client.get("/readyz")
    assert answer.json() == {
        "database": True,
        "broker": True,
        "queue_age_seconds": 0.0,
        "overdue_deadlines_seconds": 0.0,
        "overdue_mails_seconds": 0.0,
        "ready": True,
    }


@pytest.mark.parametrize(
    ("column", "name"),
    [("bot_due_at", "queue_age_seconds"), ("deadline", "overdue_deadlines_seconds")],
)
def test_work_that_nobody_does_is_noticed(client, match, column, name):
    Match.objects.update(**{column: timezone.now() - timedelta(hours=1)})
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()[name] >= 3600


def test_a_broker_that_is_away_is_noticed(client, db, settings):
    settings.REDIS_URL = "unix:///nowhere.sock"
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["broker"]) == (503, False)
    assert client.get("/healthz").status_code == 200


def test_the_metrics_count_requests_and_matches(client, match):
    client.get("/api/v1/games/")
    shown = client.get("/metrics").content.decode()
    assert "quadropolis_matches_running 1.0" in shown
    assert "django_http_requests_total_by_method_total" in shown
    assert 'quadropolis_queue_length{queue="bots"}' in shown


def test_without_the_broker_the_other_metrics_are_shown(client, match, settings):
    settings.REDIS_URL = "unix:///nowhere.sock"
    shown = client.get("/metrics").content.decode()
    assert 'quadropolis_up{part="broker"} 0.0' in shown
    assert 'quadropolis_up{part="database"} 1.0' in shown
    assert "quadropolis_matches_running 1.0" in shown
    assert "quadropolis_queue_length{" not in shown


def test_methods_that_somebody_made_up_are_counted_as_one(client, db):
    client.generic("BREW", "/api/v1/games/")
    assert '"BREW"' not in client.get("/metrics").content.decode()
