"""The database file of a class: its own, so that all of a class is deleted with it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.engine import URL

from tiotal.classroom.classroom import Classroom, wiped_at
from tiotal.classroom.entries import ClassEntry
from tiotal.engine.errors import TiotalError, quote
from tiotal.server.storage.database import default_url, open_database, read_url, scrub
from tiotal.server.storage.schema import class_entries, entries, tables
from tiotal.server.storage.serving_lock import serving
from tiotal.server.storage.store import wipe

log = logging.getLogger(__name__)

JOURNALS = ("-wal", "-shm", "-journal")


def class_url(address: str | None) -> URL:
    """The file that was named, or one beside the usual database."""
    if address is not None:
        url = read_url(address)
        if url.drivername != "sqlite":
            raise TiotalError("classroom.needs_file", database=quote(url.render_as_string()))
        return url
    usual = read_url(default_url())
    return usual.set(database=str(Path(usual.database or "").with_name("class.db")))


def prepare_class_file(url: URL, now: int) -> str | None:
    """The key of the class that goes on in a file, if there is one. What is to be deleted by now is deleted first."""
    address = url.render_as_string(hide_password=False)
    kept = _kept_in(address)
    if kept is None:
        return None
    if kept.is_wiped or kept.wiped_at <= now:
        empty_class_file(url)
        return kept.key if kept.is_wiped else None  # the teacher's page is open still
    return kept.key


@dataclass(frozen=True)
class KeptClass:
    key: str
    wiped_at: int
    is_wiped: bool  # all devices were told so, and then the program was cut off


def _kept_in(address: str) -> KeptClass | None:
    engine = open_database(address)
    try:
        with engine.connect() as connection:
            columns = class_entries.c.number, class_entries.c.at, class_entries.c.body
            rows = connection.execute(select(*columns).order_by(class_entries.c.number)).all()
            played = connection.execute(select(func.max(entries.c.at))).scalar() or 0
            if not rows and connection.execute(select(tables.c.id).limit(1)).first() is not None:
                raise TiotalError("classroom.other_file", database=quote(engine.url.database or ""))
    finally:
        engine.dispose()
    if not rows:
        return None
    lesson = Classroom.replay(ClassEntry.read(*row) for row in rows)
    return KeptClass(lesson.key, wiped_at(lesson.began, max(lesson.at, played)), lesson.is_wiped)


def empty_class_file(url: URL) -> None:
    """Nothing of the class is left: the file goes with its journals, or else, where it cannot go, all that is in it."""
    try:
        for name in ("", *JOURNALS):
            Path(f"{url.database}{name}").unlink(missing_ok=True)
    except OSError as error:
        log.warning("the file of a class cannot be deleted, so it is emptied: %s", error.strerror)
        engine = open_database(url.render_as_string(hide_password=False))
        try:
            wipe(engine)
            with engine.connect() as connection:
                scrub(connection)
        finally:
            engine.dispose()


def wipe_old_class(now: int) -> None:
    """One that nobody has come back to within a day; not while somebody runs it."""
    url = class_url(None)
    if not Path(url.database or "").is_file():
        return
    try:
        with serving(url):
            prepare_class_file(url, now)
    except TiotalError:
        return  # it is being run, or is none of ours
