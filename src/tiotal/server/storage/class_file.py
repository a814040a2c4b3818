"""The database file of a class: its own, so that all of a class is deleted with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import func, select
from sqlalchemy.engine import URL

from tiotal.classroom.classroom import wiped_at
from tiotal.classroom.entries import Begun, ClassEntry
from tiotal.engine.errors import TiotalError, quote
from tiotal.server.storage.database import default_url, open_database, read_url
from tiotal.server.storage.schema import class_entries, entries, tables
from tiotal.server.storage.serving_lock import serving

JOURNALS = ("-wal", "-shm", "-journal")


@dataclass(frozen=True)
class KeptClass:
    """A class that has begun and is not wiped yet."""

    key: str
    wiped_at: int


def class_url(address: str | None) -> URL:
    """The file that was named, or one beside the usual database."""
    if address is not None:
        url = read_url(address)
        if url.drivername != "sqlite":
            raise TiotalError("classroom.needs_file", database=quote(url.render_as_string()))
        return url
    usual = read_url(default_url())
    return usual.set(database=str(Path(usual.database or "").with_name("class.db")))


def prepare_class_file(url: URL, now: int) -> KeptClass | None:
    """The class that goes on in a file, if there is one. What is older than a day is deleted first."""
    address = url.render_as_string(hide_password=False)
    kept = _kept_in(address)
    if kept is not None and kept.wiped_at <= now:
        delete_class_file(url)
        return _kept_in(address)
    return kept


def _kept_in(address: str) -> KeptClass | None:
    engine = open_database(address)
    try:
        with engine.connect() as connection:
            columns = class_entries.c.number, class_entries.c.at, class_entries.c.body
            first = connection.execute(select(*columns).where(class_entries.c.number == 1)).first()
            last = [connection.execute(select(func.max(some.c.at))).scalar() or 0 for some in (class_entries, entries)]
            if first is None:
                if connection.execute(select(tables.c.id).limit(1)).first() is not None:
                    raise TiotalError("classroom.other_file", database=quote(engine.url.database or ""))
                return None
    finally:
        engine.dispose()
    begun = ClassEntry.read(*first)
    assert isinstance(begun.event, Begun)
    return KeptClass(begun.event.key, wiped_at(begun.at, max(last)))


def delete_class_file(url: URL) -> None:
    """With its journals: nothing of the class is left."""
    file = Path(url.database or "")
    for name in (file, *(Path(f"{file}{journal}") for journal in JOURNALS)):
        name.unlink(missing_ok=True)


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
