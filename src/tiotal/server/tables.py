"""The tables that this process has in use: found in the store when somebody wants them, forgotten when nobody does."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Any

from tiotal.server.bus import Bus
from tiotal.server.clock import WallClock
from tiotal.server.metrics import Metrics
from tiotal.server.storage.store import Store
from tiotal.server.thinkers import Thinkers
from tiotal.service.host import Host, StorageDown
from tiotal.service.presence import Notice
from tiotal.service.running import RunningTable
from tiotal.table.entries import Entry
from tiotal.table.seen.listing import Listing, waits_for

SECONDS_TO_KEEP = 60  # a table that nobody is connected to
SECONDS_BETWEEN_SWEEPS = 15
SECONDS_BETWEEN_LOOKS = 2  # into the database, when there are other processes
TABLE_ID = re.compile("[A-Za-z0-9_-]{16,32}")

log = logging.getLogger(__name__)


class Tables:
    """All tables of this process that are in use."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, thinking: Thinkers, address: str | None) -> None:
        self.store = store
        self.bus = bus
        self._thinking = thinking
        self._host = Host(store, bus, WallClock(), self._thinking, self.spawn, address, metrics.entries.inc)
        self._tables: dict[str, RunningTable] = {}
        self._loading: dict[str, asyncio.Future[RunningTable | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        await self.bus.start(self._hear)
        self.spawn(self._sweep())
        if not self.bus.alone:
            self.spawn(self._look_around())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bus.close()
        self._thinking.close()
        await self.store.close()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            log.log(logging.WARNING if isinstance(error, StorageDown) else logging.ERROR, "background: %r", error)

    # --- Finding tables -----------------------------------------------------------------------------------------
    async def find(self, table_id: str) -> RunningTable | None:
        """The table, read from the store if it is not in use yet."""
        live = self._tables.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def find_newest(self, table_id: str) -> RunningTable | None:
        """The same, with whatever other processes have written until now: nobody is shown less than they have seen."""
        known = table_id in self._tables
        live = await self.find(table_id)
        if live is not None and known and not self.bus.alone:
            await live.catch_up()
        return live

    async def _load(self, table_id: str) -> RunningTable | None:
        try:
            listing = await self.store.listing(table_id)
            entries = await self.store.read(table_id) if listing else []
            if listing is None or not entries:
                return None
            live = self._use(listing, entries)
            live.correct(listing)
            return live
        finally:  # and not by those who wait: they may give up, and there must never be two of a table
            del self._loading[table_id]

    async def open(self, listing: Listing, opened: Entry, devices: list[str]) -> RunningTable | None:
        """A new table; None if its code or id is in use."""
        if not await self.store.open(listing, opened, devices):
            return None
        return self._use(listing, [opened])

    def _use(self, listing: Listing, entries: list[Entry]) -> RunningTable:
        live = RunningTable(self._host, listing, entries)
        self._tables[listing.id] = live
        return live

    def whose_turn(self, listing: Listing) -> str | None:
        """The device that a table waits for. At a table in use it is the one to move, even if it is connected."""
        live = self._tables.get(listing.id)
        return listing.waits_for if live is None else waits_for(live.table, ())

    @property
    def in_use(self) -> int:
        return len(self._tables)

    # --- Other processes ----------------------------------------------------------------------------------------
    def _hear(self, notice: Notice) -> None:
        live = self._tables.get(notice.table_id)
        if live is not None:
            live.hear(notice)

    async def _look_around(self) -> None:
        """Notices can be lost; the database cannot."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
            try:
                connected = [live.id for live in self._tables.values() if not live.presence.is_empty]
                for table_id, number in (await self.store.last_numbers(connected)).items() if connected else ():
                    live = self._tables.get(table_id)
                    if live is not None and number > live.table.number:
                        await live.catch_up()
            except StorageDown:
                log.warning("the database is away")

    async def _sweep(self) -> None:
        """Forget tables that nobody uses, and say again who is here."""
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)
            late = time.monotonic() - SECONDS_TO_KEEP
            for table_id, live in list(self._tables.items()):
                if not live.presence.is_empty:
                    live.tell_presence()
                elif live.used < late:
                    del self._tables[table_id]
