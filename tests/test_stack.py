"""The stack that ``make run`` starts, from the outside: it serves, it heals, it ends as a whole."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from django.conf import settings

from quadropolis_site import processes
from tests import servers

# What a page would do for Alice: a table with a bot, and her moves until the bot has answered.
ALICE_PLAYS_A_BOT = """
import time
from accounts.models import Player
from engine import Rng
from engine.bots import BOTS
from games import replay
from games.models import Match
from games.services.matches import Chair, create_table
from games.services.moves import play_move

alice = Player.objects.get(username="alice")
match = create_table(
    creator=alice, game="quadropolis", variant="classic", options=[], rated=False,
    chairs=[Chair(player=alice), Chair(bot="greedy")], days_per_move=3, is_private=False,
)
end = time.monotonic() + 25
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
        with self.log.open("wb") as log:
            self.process = processes.start(
                [sys.executable, "-m", "quadropolis_site.stack"],
                cwd=settings.BASE_DIR,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def wait_for(self, text, seconds=60):
        end = time.monotonic() + seconds
        while not re.search(text, self.log.read_text()):
            assert time.monotonic() < end, self.log.read_text()
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)

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


def worker_of(stack):
    return next(each for each in stack.family() if "worker" in each.cmdline())


def test_it_serves_a_demo_plays_bots_survives_a_dead_worker_and_leaves_nothing_behind(stack):
    stack.start()
    stack.wait_for("Site: ")

    with urlopen(f"http://127.0.0.1:{stack.port}/") as page:
        assert "alice" in page.read().decode()
    assert "bot moves: 1" in stack.manage("shell", "-c", ALICE_PLAYS_A_BOT)

    worker_of(stack).send_signal(signal.SIGKILL)
    stack.wait_for("worker | ended with status -9")
    assert "bot moves: 1" in stack.manage("shell", "-c", ALICE_PLAYS_A_BOT)

    family = stack.family()
    stack.process.send_signal(signal.SIGTERM)
    assert stack.process.wait(20) == 0
    assert not [each for each in family if each.is_running()]


def test_a_second_start_in_the_same_folder_and_on_the_same_port_says_why_it_can_not(stack):
    stack.start()
    stack.wait_for("Site: ")
    ...
