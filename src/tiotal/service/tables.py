"""The tables that a process has in use: found in the store when somebody wants them, forgotten when nobody does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable, Coroutine
from typing import Any

from tiotal.service.host import Clock, Host, Notice, Peers, StorageDown, Store, Thinking
from tiotal.service.running import RunningTable
from tiotal.table.entries import Entry
from tiotal.table.seen.listing import Listing, waits_for
from tiotal.table.table import Table

SECONDS_TO_KEEP = 60  # a table that nobody is connected to
SECONDS_BETWEEN_SWEEPS = 15
SECONDS_BETWEEN_LOOKS = 2  # into the store, when there are other processes
LOADS_AT_ONCE = 2  # of tables that are replayed
TABLE_ID = re.compile("[A-Za-z0-9_-]{16,32}")

log = logging.getLogger(__name__)


class Tables:
    def __init__(
        self,
        store: Store,
        peers: Peers,
        clock: Clock,
        thinking: Thinking,
        address: str | None = None,
        happened: Callable[[str], None] = lambda table_id: None,
    ) -> None:
        self._host = Host(store, peers, clock, thinking, self.spawn, address, happened)
        self._tables: dict[str, RunningTable] = {}
        self._loading: dict[str, asyncio.Future[RunningTable | None]] = {}
        self._loads = asyncio.Semaphore(LOADS_AT_ONCE)
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        await self._host.peers.start(self._hear)
        if not self._host.peers.alone:
            self.spawn(self._look_around())
        self.spawn(self._sweep())

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._host.peers.close()

    def dismiss(self) -> None:
        """Whoever is connected to any table is told that it is gone."""
        for live in self._tables.values():
            live.dismiss()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            error = task.exception()
            log.log(logging.WARNING if isinstance(error, StorageDown) else logging.ERROR, "background: %r", error)

    @property
    def in_use(self) -> int:
        return len(self._tables)

    # --- Finding tables -----------------------------------------------------------------------------------------
    async def find(self, table_id: str) -> RunningTable | None:
        """The table, read from the store if it is not in use yet."""
        live = self._in_use(table_id)
        if live is not None:
            live.used = self._host.clock.seconds()
            return live
        if table_id not in self._loading:
            loading = self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
            loading.add_done_callback(lambda done: done.cancelled() or done.exception())  # all who wait may be gone
        return await asyncio.shield(self._loading[table_id])

    async def find_newest(self, table_id: str, seen: int = 0) -> RunningTable | None:
        """The same, with whatever other processes have written until now: nobody is shown less than they have seen.

        While the store is away a table that is in use can be looked at, by whoever has not seen more of it.
        """
        known = table_id in self._tables
        live = await self.find(table_id)
        if live is not None and known and not self._host.peers.alone:
            try:
                await live.catch_up()
                await live.look_elsewhere()
            except StorageDown:
                if seen > live.table.number:
                    raise
            return self._in_use(table_id)
        return live

    def _in_use(self, table_id: str) -> RunningTable | None:
        live = self._tables.get(table_id)
        if live is not None and live.is_gone:
            del self._tables[table_id]
            return None
        return live

    async def _load(self, table_id: str) -> RunningTable | None:
        try:
            async with self._loads:
                listing = await self._host.store.listing(table_id)
                table = await self._host.store.replay(table_id) if listing else None
            if listing is None or table is None:
                return None
            live = self._use(listing, table)
            live.correct(listing)
            with contextlib.suppress(StorageDown):
                await live.look_elsewhere()
            return live
        finally:  # and not by those who wait: they may give up, and there must never be two of a table
            del self._loading[table_id]

    async def open(self, listing: Listing, opened: Entry, devices: list[str]) -> RunningTable | None:
        """A new table; None if its code or id is in use."""
        if not await self._host.store.open(listing, opened, devices):
            return None
        return self._use(listing, Table.replay([opened]))

    def _use(self, listing: Listing, table: Table) -> RunningTable:
        live = RunningTable(self._host, listing, table)
        self._tables[listing.id] = live
        return live

    async def forget(self, table_id: str, device: str | None, deletes: bool = False) -> None:
        """Whoever this device was, or everybody; nothing is known of them here, either, when this is done."""
        try:
            number = await self._host.store.forget(table_id, device, self._host.clock.now(), deletes)
        except (StorageDown, asyncio.CancelledError):  # perhaps it was done all the same
            self.spawn(self._find_out(table_id))
            raise
        if number is not None:
            self._host.peers.tell(table_id, number)
            await self._find_out(table_id)

    async def _find_out(self, table_id: str) -> None:
        loading = self._loading.get(table_id)
        if loading is not None:
            await asyncio.wait([loading])
        live = self._in_use(table_id)
        if live is not None:
            await live.find_out()

    def whose_turn(self, listing: Listing) -> str | None:
        """The device that a table waits for. At a table in use it is the one to move, even if it is connected."""
        live = self._tables.get(listing.id)
        return listing.waits_for if live is None else waits_for(live.table, ())

    # --- Other processes ----------------------------------------------------------------------------------------
    def _hear(self, notice: Notice) -> None:
        live = self._tables.get(notice.table_id)
        if live is None:
            return
        if notice.number is not None:
            live.hear_of(notice.number)
        if notice.reading is not None:
            live.hear_reading(notice.process, notice.reading)
        if notice.presence:
            self.spawn(live.look_elsewhere())

    async def _look_around(self) -> None:
        """Notices can be lost; the store cannot."""
        while True:
            await self._host.clock.sleep(SECONDS_BETWEEN_LOOKS)
            try:
                await self._look()
            except StorageDown:
                log.warning("the store is away")

    async def _look(self) -> None:
        connected = [live.id for live in self._tables.values() if not live.presence.is_empty]
        if not connected:
            return
        numbers = await self._host.store.last_numbers(connected)
        away = await self._host.peers.away(connected)
        for table_id in connected:
            live = self._tables.get(table_id)
            if live is not None:
                live.hear_away(away.get(table_id, {}))
                if numbers.get(table_id, 0) > live.table.number:
                    await live.catch_up()

    async def _sweep(self) -> None:
        """Forget tables that nobody uses, and say again where somebody reads."""
        clock = self._host.clock
        while True:
            await clock.sleep(SECONDS_BETWEEN_SWEEPS)
            late = clock.seconds() - SECONDS_TO_KEEP
            for table_id, live in list(self._tables.items()):
                if live.presence.reading_here:
                    live.tell_reading()
                if live.presence.is_empty and live.used < late and not live.stays:
                    del self._tables[table_id]
