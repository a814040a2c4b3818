"""Opening a database: its address, its settings, its schema brought up to date."""

from __future__ import annotations

import sqlite3
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
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
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


def _set_up_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous = FULL")  # what is committed survives even a power cut


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
