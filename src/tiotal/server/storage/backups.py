"""A copy of a SQLite database while a server uses it, and such a copy put back in its place."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy.engine import URL

from tiotal.engine.errors import TiotalError, quote
from tiotal.server.storage.database import default_url, keep_private, open_database, read_url
from tiotal.server.storage.serving_lock import serving

PAGES_AT_ONCE = 1_000  # so that whoever writes need not wait long
BESIDE = ("-wal", "-shm")

Progress = Callable[[int, int], None]  # pages done, of so many


def back_up(address: str | None, file: Path, progress: Progress = lambda done, pages: None) -> None:
    """All of a database as it is at one moment, in a new file that only its owner can read."""
    source = _file_of(address)
    if not source.exists():
        raise TiotalError("data.no_database", database=quote(str(source)))
    if file.exists():
        raise TiotalError("files.exists", file=str(file))
    with _told(file):
        keep_private(file)
    try:
        with _told(file), _opened(source) as games, _opened(file) as copy:
            games.backup(copy, pages=PAGES_AT_ONCE, progress=lambda _, left, pages: progress(pages - left, pages))
        check(file)
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def restore(address: str | None, file: Path, replace: bool) -> Path | None:
    """Put a backup in the place of a database; where what was there is kept now.

    Not while a server uses it; and what is there is moved aside only if that is wanted.
    """
    target = _file_of(address)
    check(file)
    keep_private(target.with_name(target.name))  # the folder, too
    with serving(URL.create("sqlite", database=str(target))):
        aside = None
        if target.stat().st_size:
            if not replace:
                raise TiotalError("data.there_already", database=quote(str(target)))
            aside = _move_aside(target)
        for suffix in BESIDE:
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        keep_private(target)
        with _told(target), _opened(file) as copy, _opened(target) as games:
            copy.backup(games)
    open_database(f"sqlite:///{target}").dispose()  # an older one is brought up to date
    return aside


def check(file: Path) -> None:
    """Whether it is a whole database of games."""
    if not file.exists():
        raise TiotalError("files.missing", file=str(file))
    try:
        with _opened(file, read_only=True) as copy:
            sound = copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            copy.execute("SELECT number FROM entries LIMIT 1")
    except sqlite3.DatabaseError:
        sound = False
    if not sound:
        raise TiotalError("data.not_backup", file=str(file))


def _move_aside(target: Path) -> Path:
    """With all that belongs to it: a name that is not in use yet."""
    with _opened(target) as games:
        games.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number = 1
    while (aside := target.with_name(f"{target.name}.before-{number}")).exists():
        number += 1
    target.rename(aside)
    return aside


def _file_of(address: str | None) -> Path:
    url = read_url(address or default_url())
    if url.drivername != "sqlite" or not url.database:
        raise TiotalError("data.only_sqlite")
    return Path(url.database)


@contextlib.contextmanager
def _opened(file: Path, read_only: bool = False) -> Iterator[sqlite3.Connection]:
    address = f"{file.resolve().as_uri()}{'?mode=ro' if read_only else ''}"
    with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
        yield connection


@contextlib.contextmanager
def _told(file: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error):
        raise TiotalError("files.unwritable", file=str(file)) from None
