"""The site under load: gunicorn as in production, PostgreSQL, many matches played at once.

The load comes from threads of this process over loopback, on the same cores as the servers, so
the figures are lower bounds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from http.client import HTTPConnection
from socket import socket
from typing import Any
from urllib.parse import urlencode

MATCHES = 40
SECONDS = 8
WORKERS = 2
THREADS = 8
PAGES = 200
CROWD = 4  # readers at once
CSRF = "b" * 32


@dataclass(frozen=True)
class Table:
    """A match of the benchmark: its moves are thought of beforehand."""

    code: str
    sessions: list[str]
    moves: list[tuple[int, str]]  # seat and notation


def main() -> None:
    from tests import servers

    with ExitStack() as running:
        os.environ["DATABASE_URL"] = running.enter_context(servers.postgres()) + "_bench"
        os.environ["REDIS_URL"] = running.enter_context(servers.redis())
        os.environ["DJANGO_SETTINGS_MODULE"] = "quadropolis_site.settings"
        port = free_port()
        os.environ["PORT"] = str(port)
        running.enter_context(database())
        tables = [prepare(number) for number in range(MATCHES + 1)]
        running.enter_context(gunicorn(port))
        print(json.dumps(measure(port, *tables)))


def measure(port: int, looked_at: Table, *played: Table) -> dict[str, Any]:
    half = len(looked_at.moves) // 2
    for seq in range(half):
        post_move(HTTPConnection("127.0.0.1", port), looked_at, seq)
    page, session = f"/m/{looked_at.code}/", looked_at.sessions[looked_at.moves[half][0]]
    return {
        "moves": play_all(port, list(played)),
        "match page, one's turn": read(port, page, session),
        "match page, spectator": read(port, page, ""),
        "lobby": read(port, "/", session),
        "poll without news": read(port, f"{page}poll/?seq={half}", session),
    }


@contextmanager
def database() -> Iterator[None]:
    """A database of our own, made and dropped by Django as for tests."""
    import django
    from django.db import connection

    django.setup()
    name = connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    os.environ["DATABASE_URL"] = os.environ["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


@contextmanager
def gunicorn(port: int) -> Iterator[None]:
    command = [
        *(sys.executable, "-m", "gunicorn", "quadropolis_site.wsgi", "--bind", f"127.0.0.1:{port}"),
        *("--workers", str(WORKERS), "--threads", str(THREADS), "--log-level", "warning"),
    ]
    server = subprocess.Popen(command)
    try:
        wait_for(port)
        yield
    finally:
        server.terminate()
        server.wait(20)


def wait_for(port: int) -> None:
    for _ in range(200):
        try:
            HTTPConnection("127.0.0.1", port, timeout=5).connect()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit("gunicorn did not start.")


def free_port() -> int:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def prepare(number: int) -> Table:
    """Two people who have just begun, and the moves that they will make."""
    from accounts.models import Player
    from games.services.matches import Chair, TableTerms, create_table, join_table

    players = [Player.objects.create_user(f"p{number}-{seat}") for seat in range(2)]
    match = create_table(
        creator=players[0],
        terms=TableTerms("quadropolis", "classic"),
        chairs=[Chair(player=players[0]), Chair()],
    )
    match = join_table(player=players[1], code=match.code)
    return Table(match.code, [session(player) for player in players], random_moves(match))


def random_moves(match: Any) -> list[tuple[int, str]]:
    from engine import Rng

    rng, state = Rng(match.code), match.rules.start(match.terms, match.setup)
    moves = []
    while state.to_move is not None:
        move = rng.choice(state.legal_moves())
        moves.append((state.to_move, str(move)))
        state.push(move)
    return moves


def session(player: Any) -> str:
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def play_all(port: int, tables: list[Table]) -> dict[str, float]:
    """Every match in a thread of its own, move after move, until all are played or time is up."""
    end = time.perf_counter() + SECONDS
    start = time.perf_counter()
    with ThreadPoolExecutor(len(tables)) as crowd:
        taken = [
            t for times in crowd.map(lambda table: play(port, table, end), tables) for t in times
        ]
    return {"per_second": round(len(taken) / (time.perf_counter() - start), 1), **spread(taken)}


def play(port: int, table: Table, end: float) -> list[float]:
    connection, times = HTTPConnection("127.0.0.1", port, timeout=30), []
    for seq in range(len(table.moves)):
        if time.perf_counter() > end:
            break
        times.append(timed(partial(post_move, connection, table, seq)))
    return times


def post_move(connection: HTTPConnection, table: Table, seq: int) -> None:
    seat, move = table.moves[seq]
    body = urlencode({"seq": seq, "move": move, "csrfmiddlewaretoken": CSRF})
    headers = {
        "Cookie": f"sessionid={table.sessions[seat]}; csrftoken={CSRF}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request("POST", f"/m/{table.code}/play/", body, headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status not in (302, 303):
        raise SystemExit(f"A move was answered with {answer.status}.")


def read(port: int, path: str, session: str) -> dict[str, float]:
    headers = {"Cookie": f"sessionid={session}"} if session else {}

    def reader(_: int) -> list[float]:
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        return [timed(partial(get, connection, path, headers)) for _ in range(PAGES // CROWD)]

    start = time.perf_counter()
    with ThreadPoolExecutor(CROWD) as crowd:
        taken = [t for times in crowd.map(reader, range(CROWD)) for t in times]
    return {"per_second": round(len(taken) / (time.perf_counter() - start), 1), **spread(taken)}


def get(connection: HTTPConnection, path: str, headers: dict[str, str]) -> None:
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status not in (200, 204):
        raise SystemExit(f"{path} was answered with {answer.status}.")


def timed(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def spread(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "median_ms": round(1000 * ordered[len(ordered) // 2], 1),
        "p95_ms": round(1000 * ordered[int(len(ordered) * 0.95)], 1),
    }


if __name__ == "__main__":
    main()
