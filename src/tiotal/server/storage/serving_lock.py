"""One server for each SQLite file: a second one would decide on tables that the first has moved on.

The lock is SQLite's own, on an empty database beside the file. The system gives it back when the process ends, however
it ends, and whoever only reads, backs up or exports the games is not held up by it.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy.engine import URL

from tiotal.engine.errors import TiotalError, quote
from tiotal.server.storage.database import can_write_beside_others, keep_private

SUFFIX = "-serving"


@contextlib.contextmanager
def writing(url: URL) -> Iterator[None]:
    """While this process changes a database without serving it.

    Not beside a server, unless SQLite can do that (`can_write_beside_others`).
    """
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(serving(url))
        except TiotalError:
            if not can_write_beside_others():
                raise
        yield


@contextlib.contextmanager
def serving(url: URL) -> Iterator[None]:
    """While this process serves a database; refused if it is a file that another one serves."""
    if url.drivername != "sqlite":
        yield
        return
    file = Path(f"{url.database}{SUFFIX}")
    keep_private(file)
    with contextlib.closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("PRAGMA journal_mode = MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise TiotalError("server.served_already", database=quote(url.database)) from None
        yield
