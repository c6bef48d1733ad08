"""The stack that ``make run`` starts, from the outside: it serves, it heals, it ends as a whole."""

import fcntl
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from django.conf import settings

from quadropolis_site import processes
from tests import servers
from tests.patience import PATIENCE, wait_until

# What a page would do for Alice: a table with a bot, and her moves until the bot has answered.
ALICE_PLAYS_A_BOT = """
import time
from accounts.models import Player
from engine import Rng
from engine.bots import BOTS
from games import replay
from games.models import Match
from games.services.matches import Chair, TableTerms, create_table
from games.services.moves import play_move

alice = Player.objects.get(username="alice")
match = create_table(
    creator=alice,
    terms=TableTerms("quadropolis", "classic"),
    chairs=[Chair(player=alice), Chair(bot="greedy")],
)
end = time.monotonic() + 120
while not match.moves.filter(seat=1).exists() and time.monotonic() < end:
    if match.to_move == 0:
        view = replay.position(match).observe(0)
        move = BOTS["random"](match.rules, view, Rng("alice"))
        match = play_move(code=match.code, player=alice, seq=match.seq, text=str(move))
    time.sleep(0.1)
    match = Match.objects.get(pk=match.pk)
print("bot moves:", match.moves.filter(seat=1).count())
"""


class Stack:
    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        unset = {"DATABASE_URL", "REDIS_URL"}
        self.environment = {key: os.environ[key] for key in os.environ.keys() - unset}
        self.environment |= {"VAR_DIR": str(folder / "var"), "PORT": str(self.port)}
        self.log = folder / "log"

    def start(self):
        self.log.unlink(missing_ok=True)
        with self.log.open("wb") as log:
            self.process = processes.start(
                [sys.executable, "-m", "quadropolis_site.stack"],
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait_for(self, text):
        wait_until(lambda: self.says(text) or self.process.poll() is not None, self.log.read_text)
        assert self.says(text), self.log.read_text()

    def says(self, text):
        return re.search(text, self.log.read_text())

    def manage(self, *command):
        done = subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def family(self):
        return psutil.Process(self.process.pid).children(recursive=True)


@pytest.fixture
def stack():
    with servers.short_folder() as folder:
        stack = Stack(Path(folder))
        yield stack
        processes.stop(stack.process)


def test_it_serves_and_heals_and_ends_as_a_whole(stack):
    stack.start()
    stack.wait_for("Site: ")
    it_ends_with_a_supervisor_that_is_killed(stack)
    stack.start()
    stack.wait_for("Site: ")
    it_shows_the_demo(stack)
    a_bot_answers(stack)
    it_starts_a_worker_again_that_is_killed(stack, "worker")
    it_starts_a_worker_again_that_is_killed(stack, "bots")
    a_bot_answers(stack)
    it_ends_when_told(stack)


def it_shows_the_demo(stack):
    with urlopen(f"http://127.0.0.1:{stack.port}/") as page:
        assert "alice" in page.read().decode()
    with urlopen(f"http://127.0.0.1:{stack.port}/leaderboards/quadropolis/") as page:
        assert 'href="/players/alice/"' in page.read().decode()


def a_bot_answers(stack):
    assert "bot moves: 1" in stack.manage("shell", "-c", ALICE_PLAYS_A_BOT)


def it_starts_a_worker_again_that_is_killed(stack, name):
    next(each for each in stack.family() if f"{name}@%h" in each.cmdline()).kill()
    stack.wait_for(rf"{name} \| ended with status -9")


def it_ends_when_told(stack):
    family = stack.family()
    stack.process.terminate()
    assert stack.process.wait(PATIENCE) == 0
    assert not any(is_alive(each) for each in family)


def it_ends_with_a_supervisor_that_is_killed(stack):
    family = stack.family()
    stack.process.kill()
    stack.process.wait()
    if sys.platform == "linux":  # elsewhere nobody tells them
        wait_until(lambda: not any(is_alive(each) for each in family))


def is_alive(process):
    try:
        return process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_it_says_so_if_the_port_is_taken(stack):
    with socket.create_server(("127.0.0.1", stack.port)):
        stack.start()
        assert stack.process.wait(PATIENCE) == 1
    assert f"make run PORT={stack.port + 1}" in stack.log.read_text()


def test_it_says_so_if_the_folder_is_in_use(stack):
    lock = Path(stack.environment["VAR_DIR"]) / "stack.lock"
    lock.parent.mkdir()
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        stack.start()
        assert stack.process.wait(PATIENCE) == 1
    assert "A site is running" in stack.log.read_text()
