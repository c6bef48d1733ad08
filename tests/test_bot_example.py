"""The example bot, with nothing but Python, against the whole stack."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.conf import settings

from quadropolis_site import processes
from tests import servers
from tests.test_stack import Stack

BOT = settings.BASE_DIR / "examples" / "bot.py"


@pytest.fixture(scope="module")
def site():
    with servers.short_folder() as folder:
        stack = Stack(Path(folder))
        stack.start()
        stack.wait_for("Site: ")
        yield f"http://127.0.0.1:{stack.port}"
        processes.stop(stack.process)


def call(site, path, data=None, token=""):
    request = Request(
        f"{site}/api/v1/{path}",
        data=None if data is None else json.dumps(data).encode(),
        headers={"Content-Type": "application/json"}
        | ({"Authorization": f"Token {token}"} if token else {}),
    )
    with urlopen(request, timeout=60) as answer:
        return json.load(answer)


def log_in(site, name):
    return call(site, "auth/token/", {"username": name, "password": "quadropolis"})["token"]


def test_two_bots_play_whole_games(site):
    bots = []
    for owner in ("alice", "bob"):
        token = log_in(site, owner)
        bots.append(call(site, "bots/", {"name": f"bot-of-{owner}"}, token)["token"])
    new = {
        "game": "quadropolis",
        "variant": "classic",
        "seats": [{"player": "me"}, {"open": True}],
        "allows_bots": True,
    }
    codes = [call(site, "matches/", new, bots[0])["code"] for _ in range(2)]
    running = [
        subprocess.Popen(
            [sys.executable, "-I", str(BOT), site, token, str(len(codes))],
            stdout=subprocess.PIPE,
            text=True,
        )
        for token in bots
    ]
    said = [program.communicate(timeout=240)[0] for program in running]
    assert [program.returncode for program in running] == [0, 0], said
    for code in codes:
        match = call(site, f"matches/{code}/")
        assert match["status"] == "finished"
        assert match["players"] == ["bot-of-alice", "bot-of-bob"]
        assert match["seats"][1]["owner"] == "bob"
        record = call(site, f"matches/{code}/record/")
        assert len(record["moves"]) == match["seq"]
