"""The example bot, with nothing but Python, against the whole stack."""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import HTTPError
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


def play(site, token, matches):
    """The bot, started; it ends when it has finished so many."""
    return subprocess.Popen(
        [sys.executable, "-I", str(BOT), site, token, str(matches)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


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
    running = [play(site, token, len(codes)) for token in bots]
    said = [program.communicate(timeout=240)[0] for program in running]
    assert [program.returncode for program in running] == [0, 0], said
    for code in codes:
        match = call(site, f"matches/{code}/")
        assert match["status"] == "finished"
        assert match["players"] == ["bot-of-alice", "bot-of-bob"]
        assert match["seats"][1]["owner"] == "bob"
        record = call(site, f"matches/{code}/record/")
        assert len(record["moves"]) == match["seq"]


class BadLine(BaseHTTPRequestHandler):
    """A way to the site on which things happen to the first requests, and to the first move."""

    site = ""
    troubles: list[str]
    moves_to_lose = 1

    def do_GET(self):
        trouble = self.troubles.pop(0) if self.troubles else ""
        if trouble == "refused":
            return self.answer(502, b"<h1>Bad Gateway</h1>")
        if trouble == "too many":
            return self.answer(429, b"{}", {"Retry-After": "0"})
        if trouble == "lost on the way":
            return None
        status, said = self.ask()
        if self.command == "POST" and BadLine.moves_to_lose:
            BadLine.moves_to_lose -= 1
            return None
        if trouble == "the answer is cut":
            return self.answer(status, said[:10])
        return self.answer(status, said)

    do_POST = do_GET  # noqa: N815

    def ask(self):
        data = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        names = ("Authorization", "Content-Type")
        headers = {name: self.headers[name] for name in names}
        request = Request(self.site + self.path, data, headers, method=self.command)
        try:
            with urlopen(request, timeout=60) as answer:
                return answer.status, answer.read()
        except HTTPError as refusal:
            return refusal.code, refusal.read()

    def answer(self, status, said, headers=None):
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *args):
        pass


@pytest.fixture
def bad_line(site):
    BadLine.site = site
    BadLine.troubles = ["refused", "", "too many", "", "lost on the way", "", "the answer is cut"]
    with ThreadingHTTPServer(("127.0.0.1", 0), BadLine) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_bot_alone_plays_on_whatever_happens_to_the_net(site, bad_line):
    owner = log_in(site, "alice")
    token = call(site, "bots/", {"name": "lone-bot"}, owner)["token"]
    new = {"game": "megalopolis", "variant": "easy", "seats": [{"player": "me"}]}
    code = call(site, "matches/", new, token)["code"]
    program = play(bad_line, token, 1)
    said = program.communicate(timeout=240)[0]
    assert program.returncode == 0, said
    assert (BadLine.troubles, BadLine.moves_to_lose) == ([], 0)
    assert said.count("Again in") == 5
    assert "stale" in said  # the move whose answer was lost had been played
    assert call(site, f"matches/{code}/")["status"] == "finished"


def test_a_bot_says_what_it_needs_and_what_the_site_refuses(site):
    def says(*arguments):
        done = subprocess.run(
            [sys.executable, "-I", str(BOT), *arguments], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        return done.stderr

    assert "its-token" in says()
    assert "authentication_failed" in says(site, "qp_wrong")
