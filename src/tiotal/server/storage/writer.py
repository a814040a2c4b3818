"""The writer: all that is committed goes through one thread.

Whatever is waiting when it is free goes into one transaction, so that many tables share the cost of a commit (group
commit); nobody is told that an entry is there before its commit has returned.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DataError, IntegrityError, OperationalError, ProgrammingError, SQLAlchemyError

from tiotal.server.storage.database import checkpoint_by_itself, scrub
from tiotal.server.storage.rows import LISTED, entry_row, row_of
from tiotal.server.storage.schema import entries, sittings, tables
from tiotal.service.host import StorageDown
from tiotal.table.entries import Entry
from tiotal.table.forgetting import BRINGING, devices_in
from tiotal.table.seen.listing import Listing

MOST_IN_A_COMMIT = 1_000
SECONDS_BETWEEN_NOTES = 0.25  # of listings, while much else is to be written
A_FEW = 5  # writes, with which listings are written at once
PAUSE, LONGEST_PAUSE = 0.000_2, 0.004  # seconds, for each write of the commit before, and at most
INSERT_ENTRIES = {  # by how many; together they make any number. What could take back less is kept in a file meanwhile
    size: f"INSERT OR ROLLBACK INTO entries (table_id, number, at, body) VALUES {', '.join(['(?, ?, ?, ?)'] * size)}"
    for size in (128, 64, 32, 16, 8, 4, 2, 1)
}

WRONG = (DataError, IntegrityError, ProgrammingError)  # with what is written, and not with the database

log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Write:
    """Something to be committed, and who waits for it; nothing, if somebody only waits for what came before."""

    done: asyncio.Future[bool]
    table_id: str
    entry: Entry | None = None
    opened: Listing | None = None  # with its first entry
    listing: Listing | None = None
    devices: Sequence[str] = ()
    work: Callable[[Connection], None] | None = None  # anything else

    @property
    def is_plain(self) -> bool:
        """An entry and nothing else, as nearly all are: it opens no table and brings nobody to one."""
        return self.entry is not None and self.opened is None and not isinstance(self.entry.event, BRINGING)


Results = list[tuple[Write, bool | None]]  # None: it failed


class NumberUsed(Exception):
    """Another entry has a number that one of these was to have."""


class Writer:
    def __init__(self, engine: Engine, took: Callable[[float], None]) -> None:
        self._engine = engine
        self._took = took  # called with the seconds of each commit
        self._is_sqlite = engine.dialect.name == "sqlite"
        self.insert: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[engine.dialect.name]
        self._notes = {has_code: self._noting(has_code) for has_code in (False, True)}
        self.commits = 0
        self.scrubs = False  # because somebody was forgotten
        self._is_closed = False
        self._kept: Connection | None = None
        self._to_note: dict[str, Write] = {}  # the newest listing of each table
        self._noted_at = 0.0
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._write_forever, name="writer", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """When everything that waits is written; nothing more is."""
        self._is_closed = True
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        if self._kept is not None:
            self._kept.close()

    @property
    def waiting(self) -> int:
        return self._waiting.qsize()

    def put(self, table_id: str, **what: Any) -> asyncio.Future[bool]:
        """When it is done: whether an entry has its number; an exception if nobody knows."""
        write = Write(self._loop.create_future(), table_id, **what)
        if self._is_closed:
            write.done.set_exception(StorageDown())
        else:
            self._waiting.put(write)
        return write.done

    # --- Batches ------------------------------------------------------------------------------------------------
    def _write_forever(self) -> None:
        going, last = True, 0
        while going:
            batch = self._first()
            time.sleep(pause_after(last))
            while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get())
            going, last = None not in batch, len(batch)
            writes = self._due([write for write in batch if write is not None], going)
            began = time.perf_counter()
            results = self._commit_or_fail(writes)
            self._took(time.perf_counter() - began)
            if self.scrubs and self._kept is not None:
                self.scrubs = not scrub(self._kept)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_tell, results)

    def _first(self) -> list[Write | None]:
        """What comes next; nothing, when it is time to write the listings that wait."""
        if not self._to_note:
            return [self._waiting.get()]
        try:
            return [self._waiting.get(timeout=SECONDS_BETWEEN_NOTES)]
        except Empty:
            return []

    def _due(self, writes: list[Write], going: bool) -> list[Write]:
        """Listings wait a little while much else is written: only the last one of a table is worth writing."""
        self._to_note.update((write.table_id, write) for write in writes if write.listing)
        due = [write for write in writes if not write.listing]
        is_busy = len(due) > A_FEW and all(write.entry for write in due)
        if going and is_busy and time.monotonic() < self._noted_at + SECONDS_BETWEEN_NOTES:
            return due
        self._noted_at = time.monotonic()
        noted, self._to_note = self._to_note, {}
        return [*due, *noted.values()]

    def _commit_or_fail(self, writes: list[Write], careful: bool = False) -> Results:
        try:
            return self._commit(writes, careful)
        except NumberUsed:
            return self._commit_or_fail(writes, careful=True)
        except Exception as error:  # whatever it is, the writer has to go on
            away = isinstance(error, SQLAlchemyError) and not isinstance(error, WRONG)
            if away:
                log.warning("the database is away: %s", type(error).__name__)
            elif len(writes) > 1:  # something in it cannot be written, and the rest is not to suffer from that
                return [result for write in writes for result in self._commit_or_fail([write], careful=True)]
            else:
                log.error("this cannot be written: %s", type(error).__name__)
            return [(write, None) for write in writes]

    def _commit(self, writes: list[Write], careful: bool) -> Results:
        """As a rule every entry is first with its number, and plain inserts do. If not, all is done again carefully."""
        if self._is_sqlite and not careful and all(write.is_plain for write in writes):
            self._append_plainly(writes)
            self.commits += 1
            return [(write, True) for write in writes]
        with self._transaction() as connection:
            for write in writes:
                if write.work:
                    write.work(connection)
            appends = [write for write in writes if write.entry and not write.opened]
            appended = self._append_all(connection, appends, careful)
            self._link(connection, [write for write in writes if id(write) in appended])
            opened = {id(write) for write in writes if write.opened and self._open(connection, write)}
            self._note_all(connection, [write for write in writes if write.listing])
        self.commits += 1
        return [(write, not write.entry or id(write) in appended or id(write) in opened) for write in writes]

    # --- Transactions -------------------------------------------------------------------------------------------
    @contextlib.contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if not self._is_sqlite:
            with self._engine.begin() as connection:
                yield connection
            return
        with self._kept_or_closed() as connection, connection.begin():
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # else its savepoints are commits
            yield connection

    @contextlib.contextmanager
    def _kept_or_closed(self) -> Iterator[Connection]:
        """With SQLite always the same connection, for no other may write; another one if it has failed."""
        if self._kept is None:
            self._kept = self._engine.connect()
            checkpoint_by_itself(self._kept)
            self._kept.rollback()
        try:
            yield self._kept
        except BaseException:
            self._kept.close()
            self._kept = None
            raise

    def _append_plainly(self, writes: list[Write]) -> None:
        """Nearly all that a busy server commits. Without SQLAlchemy in between it takes a third of the time.

        Many rows go into one statement, because Python lets another thread run at every statement, and it is a while
        before this one has its turn again.
        """
        rows = [(write.table_id, *_columns(write.entry)) for write in writes if write.entry]
        with self._kept_or_closed() as connection:
            driver: Any = connection.connection.driver_connection
            try:
                driver.execute("BEGIN IMMEDIATE")
                done = 0
                for size, statement in INSERT_ENTRIES.items():
                    while len(rows) - done >= size:
                        driver.execute(statement, list(itertools.chain(*rows[done : done + size])))
                        done += size
                driver.commit()
            except sqlite3.IntegrityError:
                raise NumberUsed from None
            except sqlite3.Error as error:
                raise OperationalError(INSERT_ENTRIES[1], None, error) from error

    # --- Entries and lists --------------------------------------------------------------------------------------
    def _append_all(self, connection: Connection, writes: list[Write], careful: bool) -> set[int]:
        """The writes that were first with their number."""
        firsts: dict[tuple[str, int], Write] = {}
        for write in writes:
            assert write.entry is not None
            firsts.setdefault((write.table_id, write.entry.number), write)
        if not firsts:
            return set()
        # In one order everywhere, so that processes that wait for each other's entries never do so in a circle.
        rows = [entry_row(table_id, entry) for table_id, entry in _in_order(firsts)]
        if not careful:
            try:
                connection.execute(insert(entries), rows)
            except IntegrityError:
                raise NumberUsed from None
            return {id(write) for write in firsts.values()}
        statement = self.insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.number)
        return {id(firsts[table_id, number]) for table_id, number in connection.execute(statement, rows)}

    def _link(self, connection: Connection, writes: list[Write]) -> None:
        """With the very entry that names somebody's device, so that all they have left can be found."""
        links = sorted(
            {(device, write.table_id) for write in writes if write.entry for device in devices_in(write.entry)}
        )
        if links:
            rows = [{"device": device, "table_id": table_id, "sat": False} for device, table_id in links]
            connection.execute(self.insert(sittings).on_conflict_do_nothing(), rows)

    def _open(self, connection: Connection, write: Write) -> bool:
        assert write.opened is not None and write.entry is not None
        try:
            with connection.begin_nested():
                connection.execute(self.insert(tables), row_of(write.opened))
                connection.execute(self.insert(entries), entry_row(write.table_id, write.entry))
        except IntegrityError:
            return False
        self._sit(connection, [(device, write.table_id) for device in write.devices])
        return True

    def _note_all(self, connection: Connection, writes: list[Write]) -> None:
        """In the order of their ids, for the same reason."""
        noted = []
        for write in sorted(writes, key=lambda write: write.table_id):
            assert write.listing is not None
            row = row_of(write.listing)
            code = row.pop("code")  # it was given when the table was opened, and may have been taken back since
            row |= {"code": None} if code is None else {}
            if connection.execute(self._notes[code is None], row).first() is not None:
                noted.append(write)
        self._sit(connection, {(device, write.table_id) for write in noted for device in write.devices})

    def _noting(self, has_code: bool) -> Any:
        """Unless another process knows more."""
        statement = self.insert(tables)
        told = {name: statement.excluded[name] for name in LISTED if has_code or name != "code"}
        newer = tables.c.changed_at <= statement.excluded.changed_at
        kept = statement.on_conflict_do_update(index_elements=[tables.c.id], set_=told, where=newer)
        return kept.returning(tables.c.id)

    def _sit(self, connection: Connection, who: Iterable[tuple[str, str]]) -> None:
        rows = [{"device": device, "table_id": table_id, "sat": True} for device, table_id in sorted(who)]
        if rows:
            keys = (sittings.c.device, sittings.c.table_id)
            statement = self.insert(sittings).on_conflict_do_update(index_elements=keys, set_={"sat": True})
            connection.execute(statement, rows)


def pause_after(writes: int) -> float:
    """Seconds in which more can come before the next commit, if the last one had so many writes.

    A commit costs little more for thirty entries than for one. Whoever is nearly alone does not wait.
    """
    return 0.0 if writes <= A_FEW else min(LONGEST_PAUSE, writes * PAUSE)


def _columns(entry: Entry) -> tuple[int, int, str]:
    return entry.number, entry.at, entry.write()


def _in_order(writes: Mapping[tuple[str, int], Write]) -> Iterator[tuple[str, Entry]]:
    for (table_id, _), write in sorted(writes.items(), key=lambda item: item[0]):
        assert write.entry is not None
        yield table_id, write.entry


def _tell(results: Iterable[tuple[Write, bool | None]]) -> None:
    for write, result in results:
        if write.done.done():
            continue
        if result is None:
            if write.listing is None:
                write.done.set_exception(StorageDown())
        else:
            write.done.set_result(result)
