"""The servers under the tests, among them those that start only where no others answer."""

import os
import socket
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from redis import Redis

from quadropolis_site import valkey
from tests import servers


@pytest.fixture
def folder():
    with servers.short_folder() as path:
        yield Path(path)


@pytest.fixture
def redis_server(folder):
    with servers.own_redis(folder) as url:
        yield url


def test_the_tests_run_on_postgresql(db):
    assert connection.vendor == "postgresql"


def test_the_cache_is_a_real_one():
    cache.set("greeting", "hello")
    assert cache.get("greeting") == "hello"


def test_the_tests_leave_the_folder_of_the_site_alone():
    assert settings.VAR_DIR != settings.BASE_DIR / "var"


def test_its_own_postgresql_lets_us_create_databases_and_goes_away(folder):
    with servers.own_postgres(folder) as url:
        servers._check_database(url)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(host=str(folder), port=5432, user="postgres", dbname="postgres")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has to hand PostgreSQL to somebody else")
def test_it_copies_postgresql_out_of_a_folder_that_only_root_can_read(folder, monkeypatch):
    monkeypatch.setattr(servers, "_runs", lambda *_: False)
    with servers.own_postgres(folder) as url:
        servers._check_database(url)


def test_an_unreachable_database_url_is_named_as_the_cause():
    with pytest.raises(pytest.UsageError, match="DATABASE_URL names doesn't let us in"):
        servers._check_database("postgres://nobody@127.0.0.1:1/none")


def test_two_runs_never_share_a_redis_database(redis_server):
    use = servers.own_redis_database
    with use(redis_server) as one, use(redis_server) as other:
        assert one != other


def test_a_redis_database_with_data_in_it_is_left_alone(redis_server):
    with Redis.from_url(f"{redis_server}?db=1") as somebodys:
        somebodys.set("precious", "1")
        with servers.own_redis_database(redis_server) as url:
            assert url.endswith("?db=2")
        assert somebodys.get("precious") == b"1"


def test_what_a_killed_run_left_behind_is_used_again(redis_server):
    with Redis.from_url(redis_server) as claims, Redis.from_url(f"{redis_server}?db=1") as left:
        left.set("queue", "1")
        claims.set(servers._claim(1), f"{socket.gethostname()} {2**22 + 1}")
        with servers.own_redis_database(redis_server) as url:
            assert url.endswith("?db=1")
            assert left.dbsize() == 0


def test_its_own_valkey_goes_away(folder):
    with servers.own_redis(folder) as url:
        assert valkey.answers(url)
    assert not valkey.answers(url)
