"""The settings of a real site, as its environment gives them."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

PRODUCTION = {
    "SITE_URL": "https://play.example.org",
    "SECRET_KEY": "".join(map(chr, range(48, 123))),
    "DATABASE_URL": "postgres://quadropolis@db.example.org/quadropolis",
    "REDIS_URL": "rediss://redis.example.org:6379/0",
    "EMAIL_URL": "smtp+tls://user:password@mail.example.org:587",
    "TRUSTED_PROXIES": "1",
}


@pytest.fixture
def manage(tmp_path):
    """Run manage.py with an environment of its own."""

    def manage(*command, **environment):
        return subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env={"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), **environment},
            capture_output=True,
            text=True,
        )

    return manage


def test_nothing_is_wrong_with_a_site_in_production(manage):
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr


def test_nothing_has_to_be_set_on_ones_own_machine(manage):
    assert manage("check", "--fail-level", "WARNING").returncode == 0


def test_a_real_site_refuses_to_start_without_a_secret_key(manage, tmp_path):
    done = manage("check", **PRODUCTION | {"SECRET_KEY": ""})
    assert done.returncode
    assert "SECRET_KEY must be set in the environment" in done.stderr
    assert not list(tmp_path.iterdir())


def test_the_check_finds_a_real_site_that_can_not_send_mails(manage):
    done = manage("check", **PRODUCTION | {"EMAIL_URL": ""})
    assert done.returncode
    assert "Set EMAIL_URL" in done.stderr


def test_the_mail_server_is_the_one_that_is_named(manage):
    show = (
        "from django.core.mail import get_connection; line = get_connection();"
        "print(line.host, line.port, line.use_tls, line.username, line.password)"
    )
    done = manage("shell", "-c", show, **PRODUCTION)
    assert done.stdout.split()[-5:] == ["mail.example.org", "587", "True", "user", "password"]


def test_the_broker_is_asked_for_the_same_database_as_the_cache(manage):
    show = "from django.conf import settings; print(settings.CELERY_BROKER_URL)"
    done = manage("shell", "-c", show, REDIS_URL="unix:///run/valkey.sock?db=3")
    assert done.stdout.split()[-1] == "redis+socket:///run/valkey.sock?virtual_host=3"


@pytest.mark.parametrize("name", ["with space", "c++", "100%", "what?", "#1"])
def test_the_site_may_lie_in_a_folder_of_any_name(manage, tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    assert manage("migrate", "--check", VAR_DIR=str(folder)).returncode == 1
    assert (folder / "site.sqlite3").exists()
