"""A host for tables without a server: a store in memory, a clock that a test moves on, and bots that think at once."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.engine.game import Game, View
from tiotal.service.host import Host, NoPeers, StorageDown, Whose
from tiotal.service.running import RunningTable
from tiotal.table.answers import open_table
from tiotal.table.entries import Entry, Holder
from tiotal.table.forgetting import forget
from tiotal.table.seen.listing import Listing, listing_of
from tiotal.table.table import Table

BEGAN = 1_700_000_000_000
TABLE_ID = "a-table-in-memory"
KEY, SECRET = "key", "5" * 64


class MemoryStore:
    def __init__(self) -> None:
        self.entries: dict[str, list[str]] = {}
        self.times: dict[str, list[int]] = {}
        self.listings: dict[str, Listing] = {}
        self.is_down = False

    async def append(self, table_id: str, entry: Entry) -> bool:
        await asyncio.sleep(0)
        if self.is_down:
            raise StorageDown
        log = self.entries.setdefault(table_id, [])
        if entry.number != len(log) + 1:
            return False
        log.append(entry.write())
        self.times.setdefault(table_id, []).append(entry.at)
        return True

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        if self.is_down:
            raise StorageDown
        kept = zip(self.times.get(table_id, []), self.entries.get(table_id, []), strict=True)
        return [Entry.read(number, at, text) for number, (at, text) in enumerate(kept, 1) if number > after]

    async def replay(self, table_id: str) -> Table | None:
        return Table.replay(await self.read(table_id)) if table_id in self.listings else None

    async def last_numbers(self, table_ids: Sequence[str]) -> Mapping[str, int]:
        return {table_id: len(self.entries[table_id]) for table_id in table_ids}

    async def listing(self, table_id: str) -> Listing | None:
        return self.listings.get(table_id)

    async def open(self, listing: Listing, entry: Entry, devices: Sequence[str]) -> bool:
        self.listings[listing.id] = listing
        return await self.append(listing.id, entry)

    async def settled(self) -> None:
        if self.is_down:
            raise StorageDown

    async def forget(self, table_id: str, device: str | None, at: int, deletes: bool = False) -> int | None:
        log = forget(await self.read(table_id), device, at)
        self.entries[table_id] = [entry.write() for entry in log]
        self.times[table_id] = [entry.at for entry in log]
        if deletes:
            self.listings.pop(table_id)
        return len(log)

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        self.listings[listing.id] = listing


class HandClock:
    """Stands still until a test moves it on."""

    def __init__(self) -> None:
        self._time = 0.0
        self._ahead = 0.0
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> int:
        return BEGAN + round(1000 * (self._time + self._ahead))

    def seconds(self) -> float:
        return self._time

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._sleepers.append((self._time + seconds, waking))
        await waking

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        waits = [asyncio.ensure_future(event.wait())]
        if seconds is not None:
            waits.append(asyncio.ensure_future(self.sleep(seconds)))  # type: ignore[arg-type]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()

    def jump(self, seconds: float) -> None:
        """As the clock of a machine does that somebody sets."""
        self._ahead += seconds

    async def move_on(self, seconds: float) -> None:
        """Whoever wakes meanwhile does so in order, each at its time."""
        end = self._time + seconds
        await settle()
        while True:
            self._sleepers = [(when, waking) for when, waking in self._sleepers if not waking.done()]
            due = min((each for each in self._sleepers if each[0] <= end), key=lambda each: each[0], default=None)
            if due is None:
                break
            self._time = max(self._time, due[0])
            due[1].set_result(None)
            await settle()
        self._time = end


class AtOnce:
    """Thinks no longer than it takes, unless a test says so."""

    def __init__(self, clock: HandClock) -> None:
        self.seconds = 0.0
        self.asked = 0
        self.underway = 0
        self._clock = clock

    async def choose(self, level: str, view: View, whose: Whose) -> str:
        self.asked += 1
        self.underway += 1
        try:
            await self._clock.sleep(self.seconds)
        finally:
            self.underway -= 1
        return make_bot("greedy", seed=1).choose(view)

    async def advise(self, view: View, memory_aid: bool, whose: Whose) -> Advice:
        return advise(view, Budget(iterations=20), memory_aid=memory_aid)


class Screen:
    """A connected device that remembers what it was sent."""

    def __init__(self, device: str, address: str = "192.0.2.1") -> None:
        self.device = device
        self.address = address
        self.seen: list[dict[str, Any]] = []
        self.is_over = False  # the table was deleted

    def send(self, text: str) -> None:
        self.seen.append(json.loads(text))

    def table_is_gone(self) -> None:
        self.is_over = True

    def news(self) -> list[str]:
        return [message["event"]["kind"] for message in self.seen if message["type"] == "news"]


async def settle() -> None:
    """Until everybody who can go on has done so."""
    for _ in range(50):
        await asyncio.sleep(0)


class House:
    """One table, and those who run it."""

    def __init__(self) -> None:
        self.store = MemoryStore()
        self.clock = HandClock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.thinking = AtOnce(self.clock)
        self.host = Host(self.store, NoPeers(), self.clock, self.thinking, self._spawn)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def open(self, game: Game, seats: Sequence[Holder], host: str, **settings: Any) -> RunningTable:
        opened = open_table(game, settings, seats, host, KEY, SECRET)
        entry = Entry(1, self.clock.now(), opened)
        table = Table.replay([entry])
        listing = listing_of(TABLE_ID, None, entry.at, table)
        await self.store.open(listing, entry, [host])
        return RunningTable(self.host, listing, table)

    async def reopened(self) -> RunningTable:
        """As another process would find it."""
        entries = await self.store.read(TABLE_ID)
        return RunningTable(self.host, self.store.listings[TABLE_ID], Table.replay(entries))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)


def in_a_house(test: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        house = House()
        try:
            await test(house)
        finally:
            await house.close()

    asyncio.run(run())
