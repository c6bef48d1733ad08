"""The whole site on this machine, as ``make run`` starts it.

Web server, workers and scheduler; and below VAR_DIR a database file and a Valkey server, where
DATABASE_URL and REDIS_URL name nothing else.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import FrameType

from django.conf import settings

from quadropolis_site import processes, valkey
from quadropolis_site.supervisor import GaveUp, Supervisor

HOST = "127.0.0.1"
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    for number in ENDINGS:
        signal.signal(number, _end)
    os.chdir(settings.BASE_DIR)
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    try:
        with (
            _lock(settings.VAR_DIR),
            valkey.socket_in(settings.VAR_DIR) as valkey_socket,
            Supervisor() as supervisor,
        ):
            _check_port(settings.PORT)
            _run(supervisor, valkey_socket)
    except GaveUp as error:
        sys.exit(str(error))


def _run(supervisor: Supervisor, valkey_socket: Path) -> None:
    if not os.environ.get("REDIS_URL"):
        _start_valkey(supervisor, valkey_socket)
    _manage("migrate", "--verbosity", "0")
    if settings.IS_LOCAL:
        _manage("load_demo")
    _share_metrics(settings.VAR_DIR / "metrics")
    schedule = str(settings.VAR_DIR / "beat-schedule")
    supervisor.add("web", _gunicorn(settings.PORT))
    _add_worker(supervisor, "worker")
    _add_worker(supervisor, "bots", "--queues", "bots")
    supervisor.add("beat", _celery("beat", "--pidfile", "", "--schedule", schedule))
    while not _answers(settings.PORT):
        supervisor.watch(0.1)
    print(
        f"\n  Site: {settings.SITE_URL} – its first page says how to log in. Ctrl-C ends it.\n",
        flush=True,
    )
    while True:
        supervisor.watch(0.5)


def _add_worker(supervisor: Supervisor, name: str, *options: str) -> None:
    worker = _celery(
        *("worker", "--hostname", f"{name}@%h", "--concurrency", "2", "--without-gossip"), *options
    )
    # Alone and without its broker, it might not end if it were only asked to.
    supervisor.add(name, worker, orphaned=signal.SIGKILL)


def _start_valkey(supervisor: Supervisor, path: Path) -> None:
    url = os.environ["REDIS_URL"] = f"unix://{path}"
    if valkey.answers(url):
        valkey.end(url)  # left behind by a run that was killed
    data = settings.VAR_DIR / "valkey"
    supervisor.add("valkey", valkey.command(path, data, "--logfile", str(data / "log")))
    if not valkey.wait_for(url):
        raise GaveUp(f"The Valkey server does not start; {data / 'log'} says why.")


def _share_metrics(folder: Path) -> None:
    """What the web processes count is added up there; what earlier ones counted is not."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def _gunicorn(port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "gunicorn", "quadropolis_site.wsgi", "--bind", f"{HOST}:{port}"),
        *("--workers", "2", "--threads", "4", "--graceful-timeout", "3", "--no-control-socket"),
        *("--log-level", "warning", *(["--reload"] if settings.DEBUG else [])),
    ]


def _celery(program: str, *options: str) -> list[str]:
    command = [sys.executable, "-m", "celery", "-A", "quadropolis_site", "--quiet", program]
    return [*command, "--loglevel", "warning", *options]


def _manage(*command: str) -> None:
    process = processes.start([sys.executable, "manage.py", *command])
    try:
        status = process.wait()
    finally:
        processes.stop(process)
    if status:
        raise GaveUp(f"manage.py {command[0]} failed; the lines above say why.")


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    with (folder / "stack.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise GaveUp(
                f"A site is running in {folder} already. End it first, or give this one a place "
                f"of its own: make run VAR_DIR=/some/folder PORT={settings.PORT + 1}"
            ) from error
        yield


def _check_port(port: int) -> None:
    """A run that was just killed may need a moment to let go of it."""
    for _ in range(20):
        with socket.socket() as candidate:
            candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                candidate.bind((HOST, port))
                return
            except OSError:
                time.sleep(0.1)
    raise GaveUp(f"Port {port} is taken; choose another with: make run PORT={port + 1}")


def _answers(port: int) -> bool:
    connection = HTTPConnection(HOST, port, timeout=10)
    try:
        connection.request("GET", "/")
        connection.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True


def _end(number: int, frame: FrameType | None) -> None:
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_IGN)  # once is enough: all of it ends within seconds
    sys.exit(0)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "quadropolis_site.settings")
    main()
