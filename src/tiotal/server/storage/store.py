"""The store: entries are appended here and nowhere else, each number once."""

from __future__ import annotations

import asyncio
import math
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, delete, func, insert, select, update
from sqlalchemy.exc import SQLAlchemyError

from tiotal.classroom.entries import ClassEntry
from tiotal.server.storage.forgetting import THERE, Rewriting, carry_out, delete_for_good, prepare
from tiotal.server.storage.rows import listing_in
from tiotal.server.storage.schema import class_entries, entries, presences, secrets, sittings, tables
from tiotal.server.storage.writer import Writer
from tiotal.service.host import StorageDown
from tiotal.table.entries import Entry
from tiotal.table.seen.listing import Listing
from tiotal.table.table import Table

READERS = 2
LOBBY = 100  # tables shown
HISTORY = 200
ROWS_AT_ONCE = 500  # kept in memory while a table is replayed
TABLES_AT_ONCE = 500
SECONDS_BETWEEN_COUNTS = 60
SECONDS_TO_TRY = 5  # whether anything can be written
LEAST_ROOM = 20_000_000  # bytes on the disk

Result = TypeVar("Result")


class Store:
    def __init__(self, engine: Engine, took: Callable[[float], None] = lambda seconds: None) -> None:
        self.engine = engine
        self.is_ours = engine.dialect.name == "sqlite"  # a file that no other process serves (`serving_lock`)
        self._codes = (-math.inf, 0)  # when they were counted, and how many there were
        self._writer = Writer(engine, took)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """First everything that waits is written, and readers finish: each has a connection to give back."""
        await self._writer.close()
        await asyncio.to_thread(self._readers.shutdown, cancel_futures=True)
        self.engine.dispose()

    @property
    def waiting(self) -> int:
        return self._writer.waiting

    @property
    def commits(self) -> int:
        return self._writer.commits

    # --- Writing ------------------------------------------------------------------------------------------------
    def append(self, table_id: str, entry: Entry) -> asyncio.Future[bool]:
        """Whether the entry is in the log now; if not, another with its number was there first."""
        return self._writer.put(table_id, entry=entry)

    async def open(self, listing: Listing, entry: Entry, devices: Sequence[str]) -> bool:
        """A new table, with its first entry; False if its id or code is in use."""
        return await self._writer.put(listing.id, opened=listing, entry=entry, devices=devices)

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        """Keep the listing up to date; nobody waits for it, for it is found again from the log."""
        self._writer.put(listing.id, listing=listing, devices=devices)

    async def settled(self) -> None:
        """When all that was asked for up to now is written, or has failed."""
        await self._writer.put("")

    async def do(self, work: Callable[[Connection], Result]) -> Result:
        """Anything else that is to be committed."""
        found: list[Result] = []
        await self._writer.put("", work=lambda connection: found.append(work(connection)))
        return found[-1]

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

    # --- A class ------------------------------------------------------------------------------------------------
    async def append_to_class(self, entry: ClassEntry) -> None:
        row = {"number": entry.number, "at": entry.at, "body": entry.write()}
        await self.do(lambda connection: connection.execute(insert(class_entries), row))

    async def read_class(self) -> list[ClassEntry]:
        """The log of the class that has this database; empty, if there is none yet."""
        columns = class_entries.c.number, class_entries.c.at, class_entries.c.body
        return [ClassEntry.read(*row) for row in await self._ask(select(*columns).order_by(class_entries.c.number))]

    # --- Devices ------------------------------------------------------------------------------------------------
    async def key(self) -> bytes:
        """The server's own, drawn when it is first asked for, and the same for all processes."""

        def work(connection: Connection) -> bytes:
            drawn = {"name": "devices", "value": token_hex(32)}
            connection.execute(self._writer.insert(secrets).on_conflict_do_nothing(), drawn)
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
            self._writer.scrubs = True
            return carry_out(connection, self._writer.insert, found)

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
            statement = self._writer.insert(secrets).values(sign)
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


def wipe(engine: Engine) -> None:
    with engine.begin() as connection:
        for table in (class_entries, entries, tables, sittings, presences):
            connection.execute(delete(table))
