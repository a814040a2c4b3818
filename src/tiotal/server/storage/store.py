"""The store: entries are appended here and nowhere else, each number once.

All writes go through one thread. Whatever is waiting when it is free goes into one transaction, so that many tables
share the cost of a commit; nobody is told that an entry is there before its commit has returned.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import (
    DataError,
    IntegrityError,
    ProgrammingError,
    SQLAlchemyError,
)

from tiotal.server.storage.database import checkpoint_by_itself, scrub
from tiotal.server.storage.forgetting import THERE, Rewriting, carry_out, delete_for_good, prepare
from tiotal.server.storage.rows import entry_row, listing_in, row_of
from tiotal.server.storage.schema import entries, presences, secrets, sittings, tables
from tiotal.service.host import StorageDown
from tiotal.table.entries import Entry
from tiotal.table.forgetting import devices_in
from tiotal.table.seen.listing import Listing
from tiotal.table.table import Table

MOST_IN_A_COMMIT = 1_000
READERS = 2
LOBBY = 100  # tables shown
HISTORY = 200
ROWS_AT_ONCE = 500  # kept in memory while a table is replayed
TABLES_AT_ONCE = 500
SECONDS_BETWEEN_COUNTS = 60
SECONDS_TO_TRY = 5  # whether anything can be written
LEAST_ROOM = 20_000_000  # bytes on the disk

WRONG = (DataError, IntegrityError, ProgrammingError)  # with what is written, and not with the database

log = logging.getLogger(__name__)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Write:
    """Something to be committed, and who waits for it; nothing, if somebody only waits for what came before."""

    done: asyncio.Future[bool]
    table_id: str
    entry: Entry | None = None
    opened: Listing | None = None  # with its first entry
    listing: Listing | None = None
    devices: Sequence[str] = ()
    work: Callable[[Connection], None] | None = None  # anything else


class Store:
    def __init__(self, engine: Engine, took: Callable[[float], None] = lambda seconds: None) -> None:
        self.engine = engine
        self._took = took  # called with the seconds of each commit
        self.is_ours = engine.dialect.name == "sqlite"  # a file that no other process serves (`serving_lock`)
        self.commits = 0
        self._codes = (-math.inf, 0)  # when they were counted, and how many there were
        self._kept: Connection | None = None  # of the writer
        self._scrubs = False  # the writer has to, because somebody was forgotten
        self._insert: Any = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[engine.dialect.name]
        self._waiting: SimpleQueue[Write | None] = SimpleQueue()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._loop = asyncio.get_running_loop()
        self._writer = threading.Thread(target=self._write_forever, name="writer", daemon=True)
        self._writer.start()

    async def close(self) -> None:
        """First everything that waits is written, and readers finish: each has a connection to give back."""
        self._waiting.put(None)
        await asyncio.to_thread(self._writer.join)
        if self._kept is not None:
            self._kept.close()
        await asyncio.to_thread(self._readers.shutdown, cancel_futures=True)
        self.engine.dispose()

    @property
    def waiting(self) -> int:
        return self._waiting.qsize()

    # --- Writing ------------------------------------------------------------------------------------------------
    async def append(self, table_id: str, entry: Entry) -> bool:
        """Whether the entry is in the log now; if not, another with its number was there first."""
        return await self._write(table_id, entry=entry)

    async def open(self, listing: Listing, entry: Entry, devices: Sequence[str]) -> bool:
        """A new table, with its first entry; False if its id or code is in use."""
        return await self._write(listing.id, opened=listing, entry=entry, devices=devices)

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        """Keep the listing up to date; nobody waits for it, for it is found again from the log."""
        self._waiting.put(Write(self._loop.create_future(), listing.id, listing=listing, devices=devices))

    async def settled(self) -> None:
        """When all that was asked for up to now is written, or has failed."""
        await self._write("")

    async def do(self, work: Callable[[Connection], Result]) -> Result:
        """Anything else that is to be committed."""
        found: list[Result] = []
        await self._write("", work=lambda connection: found.append(work(connection)))
        return found[-1]

    async def _write(self, table_id: str, **what: Any) -> bool:
        write = Write(self._loop.create_future(), table_id, **what)
        self._waiting.put(write)
        return await write.done

    def _write_forever(self) -> None:
        going = True
        while going:
            batch = [self._waiting.get()]
            while len(batch) < MOST_IN_A_COMMIT and not self._waiting.empty():
                batch.append(self._waiting.get())
            going = None not in batch
            writes = [write for write in batch if write is not None]
            began = time.perf_counter()
            results = self._commit_or_fail(writes)
            self._took(time.perf_counter() - began)
            if self._scrubs and self._kept is not None:
                self._scrubs = not scrub(self._kept)
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_tell, results)

    def _commit_or_fail(self, writes: list[Write]) -> list[tuple[Write, bool | None]]:
        try:
            return self._commit(writes)
        except Exception as error:  # whatever it is, the writer has to go on
            away = isinstance(error, SQLAlchemyError) and not isinstance(error, WRONG)
            if away:
                log.warning("the database is away: %s", type(error).__name__)
            elif len(writes) > 1:  # something in it cannot be written, and the rest is not to suffer from that
                return [result for write in writes for result in self._commit_or_fail([write])]
            else:
                log.error("this cannot be written: %s", type(error).__name__)
            return [(write, None) for write in writes]

    def _commit(self, writes: list[Write]) -> list[tuple[Write, bool | None]]:
        with self._writing() as connection:
            for write in writes:
                if write.work:
                    write.work(connection)
            appended = self._append_all(connection, [write for write in writes if write.entry and not write.opened])
            self._link(connection, [write for write in writes if id(write) in appended])
            opened = {id(write) for write in writes if write.opened and self._open(connection, write)}
            self._note_all(connection, [write for write in writes if write.listing])
        self.commits += 1
        return [(write, not write.entry or id(write) in appended or id(write) in opened) for write in writes]

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction. With SQLite always on the same connection, for no other may write."""
        if not self.is_ours:
            with self.engine.begin() as connection:
                yield connection
            return
        if self._kept is None:
            self._kept = self.engine.connect()
            checkpoint_by_itself(self._kept)
            self._kept.rollback()
        try:
            with self._kept.begin():
                self._kept.exec_driver_sql("BEGIN IMMEDIATE")  # else its savepoints are commits
                yield self._kept
        except BaseException:
            self._kept.close()
            self._kept = None
            raise

    def _append_all(self, connection: Connection, writes: list[Write]) -> set[int]:
        """The writes that were first with their number."""
        firsts: dict[tuple[str, int], Write] = {}
        for write in writes:
            assert write.entry is not None
            firsts.setdefault((write.table_id, write.entry.number), write)
        if not firsts:
            return set()
        # In one order everywhere, so that processes that wait for each other's entries never do so in a circle.
        rows = [entry_row(table_id, entry) for table_id, entry in _in_order(firsts)]
        statement = self._insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.number)
        return {id(firsts[table_id, number]) for table_id, number in connection.execute(statement, rows)}

    def _link(self, connection: Connection, writes: list[Write]) -> None:
        """With the very entry that names somebody's device, so that all they have left can be found."""
        links = sorted(
            {(device, write.table_id) for write in writes if write.entry for device in devices_in(write.entry)}
        )
        if links:
            rows = [{"device": device, "table_id": table_id, "sat": False} for device, table_id in links]
            connection.execute(self._insert(sittings).on_conflict_do_nothing(), rows)

    def _open(self, connection: Connection, write: Write) -> bool:
        assert write.opened is not None and write.entry is not None
        try:
            with connection.begin_nested():
                connection.execute(self._insert(tables), row_of(write.opened))
                connection.execute(self._insert(entries), entry_row(write.table_id, write.entry))
        except IntegrityError:
            return False
        self._sit(connection, write.table_id, write.devices)
        return True

    def _note_all(self, connection: Connection, writes: list[Write]) -> None:
        """The last listing of each table, in the order of their ids, for the same reason."""
        noted = []
        for _, write in sorted({write.table_id: write for write in writes}.items()):
            assert write.listing is not None
            if self._note(connection, write.listing):
                noted.append(write)
        for device, table_id in sorted({(device, write.table_id) for write in noted for device in write.devices}):
            self._sit(connection, table_id, [device])

    def _note(self, connection: Connection, listing: Listing) -> bool:
        row = row_of(listing)
        if listing.code is not None:
            del row["code"]  # it was given when the table was opened, and may have been taken back since
        statement = self._insert(tables).values(row)
        newer = tables.c.changed_at <= listing.changed_at  # another process may know more
        kept = statement.on_conflict_do_update(index_elements=[tables.c.id], set_=row, where=newer)
        return connection.execute(kept.returning(tables.c.id)).first() is not None

    def _sit(self, connection: Connection, table_id: str, devices: Sequence[str]) -> None:
        if devices:
            rows = [{"device": device, "table_id": table_id, "sat": True} for device in sorted(devices)]
            keys = (sittings.c.device, sittings.c.table_id)
            statement = self._insert(sittings).on_conflict_do_update(index_elements=keys, set_={"sat": True})
            connection.execute(statement, rows)

    # --- Reading ------------------------------------------------------------------------------------------------
    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """The entries of a table after a number, in order; none if there is no such table."""
        columns = (entries.c.number, entries.c.at, entries.c.body)
        query = select(*columns).where(entries.c.table_id == table_id, entries.c.number > after)
        rows = await self._ask(query.order_by(entries.c.number))
        return [Entry.read(number, at, body) for number, at, body in rows]

    async def replay(self, table_id: str) -> Table | None:
        """A table, replayed where nobody has to wait for it: that of a long one takes seconds."""
        return await self.look_through(table_id, Table.replay)

    async def look_through(self, table_id: str, look: Callable[[Iterator[Entry]], Result]) -> Result | None:
        """What somebody makes of a log, in a thread; None if there is no such table."""

        def work() -> Result | None:
            columns = (entries.c.number, entries.c.at, entries.c.body)
            query = select(*columns).where(entries.c.table_id == table_id).order_by(entries.c.number)
            with self.engine.connect() as connection:
                if connection.execute(select(tables.c.id).where(tables.c.id == table_id, THERE)).first() is None:
                    return None
                return look(Entry.read(*row) for row in connection.execute(query).yield_per(ROWS_AT_ONCE))

        return await self._run(work)

    async def last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each table."""
        found: dict[str, int] = {}
        for first in range(0, len(table_ids), TABLES_AT_ONCE):
            some = entries.c.table_id.in_(table_ids[first : first + TABLES_AT_ONCE])
            query = select(entries.c.table_id, func.max(entries.c.number)).where(some).group_by(entries.c.table_id)
            found |= {row[0]: row[1] for row in await self._ask(query)}
        return found

    async def listing(self, table_id: str) -> Listing | None:
        return next(iter(await self._listings(tables.c.id == table_id, THERE)), None)

    async def with_code(self, code: str) -> Listing | None:
        return next(iter(await self._listings(tables.c.code == code)), None)

    async def codes_in_use(self) -> int:
        """About: counted anew at most once a minute."""
        at, known = self._codes
        if time.monotonic() - at > SECONDS_BETWEEN_COUNTS:
            known = int((await self._ask(select(func.count(tables.c.code))))[0][0])
            self._codes = (time.monotonic(), known)
        return known

    async def lobby(self) -> list[Listing]:
        """Tables that everybody may see, those that wait for somebody first."""
        shown = (tables.c.listed, ~tables.c.put_away, tables.c.phase.in_(["waiting", "playing"]))
        return await self._listings(*shown, order=(tables.c.phase.desc(), tables.c.changed_at.desc()), most=LOBBY)

    async def history(self, device: str) -> list[Listing]:
        """The tables at which a device has sat or which it has opened, the newest first."""
        sat = select(sittings.c.table_id).where(sittings.c.device == device, sittings.c.sat)
        return await self._listings(tables.c.id.in_(sat), order=(tables.c.changed_at.desc(),), most=HISTORY)

    async def open_tables_of(self, device: str) -> int:
        query = select(func.count()).select_from(tables)
        rows = await self._ask(query.where(tables.c.host == device, tables.c.phase != "ended", ~tables.c.put_away))
        return int(rows[0][0])

    async def _listings(self, *where: Any, order: Sequence[Any] = (), most: int | None = None) -> list[Listing]:
        rows = await self._ask(select(tables).where(*where).order_by(*order).limit(most))
        return [listing_in(row._mapping) for row in rows]

    async def _ask(self, query: Any) -> list[Any]:
        def ask() -> list[Any]:
            with self.engine.connect() as connection:
                return list(connection.execute(query))

        return await self._run(ask)

    async def _run(self, work: Callable[[], Result]) -> Result:
        try:
            return await self._loop.run_in_executor(self._readers, work)
        except SQLAlchemyError as error:
            raise StorageDown from error

    # --- Devices ------------------------------------------------------------------------------------------------
    async def key(self) -> bytes:
        """The server's own, drawn when it is first asked for, and the same for all processes."""

        def work(connection: Connection) -> bytes:
            drawn = {"name": "devices", "value": token_hex(32)}
            connection.execute(self._insert(secrets).on_conflict_do_nothing(), drawn)
            kept = connection.execute(select(secrets.c.value).where(secrets.c.name == "devices")).scalar_one()
            return bytes.fromhex(kept)

        return await self.do(work)

    async def knows_device(self, device: str) -> bool:
        """Whether it has ever opened a table or sat at one."""
        return bool(await self._ask(select(sittings.c.device).where(sittings.c.device == device).limit(1)))

    # --- Forgetting ---------------------------------------------------------------------------------------------
    async def forget(self, table_id: str, device: str | None, at: int, deletes: bool = False) -> int | None:
        """Write a log anew without what tells who somebody was; None: everybody.

        The number of the entry that says so; None if there was nothing to forget.
        """

        def look() -> Rewriting | None:
            with self.engine.connect() as connection:
                return prepare(connection, table_id, device, at, deletes)

        def write(connection: Connection) -> bool:
            assert found is not None
            self._scrubs = True
            return carry_out(connection, self._insert, found)

        while found := await self._run(look):
            if await self.do(write):
                return int(found.last["number"])
        return None

    async def tables_of(self, device: str) -> list[str]:
        """All at which it has left anything, the newest first."""
        query = select(tables.c.id).join(sittings, sittings.c.table_id == tables.c.id)
        rows = await self._ask(query.where(sittings.c.device == device).order_by(tables.c.changed_at.desc()))
        return [row[0] for row in rows]

    async def untouched(self, before: int) -> list[str]:
        """Tables that nobody has touched since then, and whose people are not forgotten yet."""
        last = select(func.max(entries.c.at)).where(entries.c.table_id == tables.c.id).scalar_subquery()
        query = select(tables.c.id).where(~tables.c.forgotten, tables.c.changed_at < before, THERE, last < before)
        return [row[0] for row in await self._ask(query)]

    async def delete_for_good(self, now: int) -> int:
        return await self.do(lambda connection: delete_for_good(connection, now))

    # --- Tidying ------------------------------------------------------------------------------------------------
    async def put_away(self, before: int) -> int:
        """Take tables that nobody has touched since then out of lists, and their codes back; they are kept."""

        def work(connection: Connection) -> int:
            forgotten = (tables.c.changed_at < before, ~tables.c.put_away)
            done = connection.execute(update(tables).where(*forgotten).values(put_away=True, code=None))
            return int(done.rowcount)

        return await self.do(work)

    async def can_write(self) -> bool:
        """Whether an entry could be committed now: a database that answers may have a disk that is full."""

        def work(connection: Connection) -> None:
            sign = {"name": "written", "value": token_hex(16)}
            statement = self._insert(secrets).values(sign)
            connection.execute(statement.on_conflict_do_update(index_elements=[secrets.c.name], set_=sign))

        try:
            async with asyncio.timeout(SECONDS_TO_TRY):
                await self.do(work)
        except (StorageDown, TimeoutError):
            return False
        return self._has_room()

    def _has_room(self) -> bool:
        """SQLite can write a little over what it wrote before, also where nothing more fits."""
        file = self.engine.url.database
        return not self.is_ours or file is None or shutil.disk_usage(Path(file).parent).free > LEAST_ROOM


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


def wipe(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in (entries, tables, sittings, presences):
            connection.execute(delete(table))
