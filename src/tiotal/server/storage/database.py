"""Opening a database: its address, its settings, its schema brought up to date."""

from __future__ import annotations

import sqlite3
import stat
import time
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from tiotal.engine.errors import TiotalError, quote

MIGRATIONS_LOCK = 7_101_100  # any number, the same for all processes
SECONDS_TO_WAIT = 10


def default_url() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("tiotal", appauthor=False))
    return f"sqlite:///{folder / 'tiotal.db'}"


def read_url(text: str) -> URL:
    """`postgresql://…` or `sqlite:///file`."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise TiotalError("server.bad_database", database=quote(text)) from None
    if url.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database:
        return url
    raise TiotalError("server.bad_database", database=quote(url.render_as_string(hide_password=True)))


def open_database(address: str | None) -> Engine:
    """Connect and bring the schema up to date."""
    url = read_url(address or default_url())
    try:
        if url.drivername == "sqlite":
            assert url.database is not None
            keep_private(Path(url.database))
            engine = create_engine(url, connect_args={"timeout": SECONDS_TO_WAIT}, pool_size=4)
            event.listen(engine, "connect", _set_up_sqlite)
        else:
            waiting = {
                "connect_timeout": SECONDS_TO_WAIT,
                "keepalives_idle": SECONDS_TO_WAIT,  # so that a machine that is gone is not waited for
                "tcp_user_timeout": 2_000 * SECONDS_TO_WAIT,
            }
            engine = create_engine(url, pool_size=4, pool_pre_ping=True, connect_args=waiting)
        try:
            upgrade(engine)
        except BaseException:
            engine.dispose()
            raise
    except ModuleNotFoundError:
        raise TiotalError("server.no_postgresql") from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", error)).strip().partition("\n")[0]
        raise TiotalError("server.no_database", database=quote(url.render_as_string()), reason=reason[:200]) from None
    return engine


def keep_private(file: Path) -> None:
    """Nobody else on the machine may read it: the cards of deals that are being played are in it.

    What SQLite puts beside the file gets the same mode.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch(mode=0o600)
    mode = stat.S_IMODE(file.stat().st_mode)
    if mode & 0o007:
        file.chmod(mode & ~0o007)


def _set_up_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")  # what is committed survives even a power cut
    connection.execute("PRAGMA secure_delete = ON")  # what is written over is gone, and not just out of sight
    connection.execute("PRAGMA wal_autocheckpoint = 0")  # the one that writes does that, see `checkpoint_by_itself`


def checkpoint_by_itself(connection: Connection) -> None:
    """Let this connection, and no other, copy what was written ahead into the file.

    Before 3.51.3, SQLite can lose data if one connection writes while another does this (its "WAL-reset" fault). So
    all that a server writes goes through one connection, which does both; other programs write while no server does.
    """
    connection.exec_driver_sql("PRAGMA wal_autocheckpoint = 1000")


def scrub(connection: Connection) -> bool:
    """Empty the file that is written ahead: what was written over stands there still.

    Only when nobody reads it; whether that was so.
    """
    connection.exec_driver_sql("PRAGMA busy_timeout = 0")
    busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {1000 * SECONDS_TO_WAIT}")
    connection.rollback()
    return not busy


def can_write_beside_others() -> bool:
    """Whether the SQLite in use has no such fault."""
    version = sqlite3.sqlite_version_info
    return version >= (3, 51, 3) or (3, 50, 7) <= version < (3, 51) or (3, 44, 6) <= version < (3, 45)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """The one thing for which SQLite does not wait by itself while another process does the same to a new file."""
    deadline = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)


def upgrade(engine: Engine) -> None:
    """Apply the migrations that are missing; processes that start at the same time take turns."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "tiotal.server.storage:migrations")
    with engine.connect() as connection:
        _take_turns(connection)
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:  # it knows a migration that we do not
            raise TiotalError("server.newer_database", database=quote(engine.url.render_as_string())) from None
        connection.commit()


def _take_turns(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATIONS_LOCK})
    else:
        connection.execute(text("BEGIN IMMEDIATE"))
