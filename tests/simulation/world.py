"""A world of processes that serve the same tables, and all that can go wrong between them, from one seed.

Real are the tables and their service (`tiotal.service`); made up are the database, the bus, clocks, the network and
the machines. Everything takes a while. Things get lost, late and cut off; machines stop for a moment, or for good.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.engine.game import View
from tiotal.service.host import NoPeers, Notice, StorageDown, Whose
from tiotal.service.neighbours import SECONDS_ALIVE, Changes, Neighbours
from tiotal.service.tables import Tables
from tiotal.table.entries import Entry, Forgotten
from tiotal.table.forgetting import forget
from tiotal.table.seen.listing import Listing
from tiotal.table.table import Table

BEGAN = 1_700_000_000_000
GIVES_UP = 3.0  # seconds after which a process takes the database for gone

Result = TypeVar("Result")


@dataclass
class Trouble:
    """How often things go wrong, each in a share of all cases; nothing does while it is calm."""

    lost_notice: float = 0.1
    late_notice: float = 0.1
    answer_lost: float = 0.01  # the database has done it, and nobody hears of that
    done_late: float = 0.005  # it does so when its asker has long given up; a file of one's own never does


class World:
    def __init__(self, seed: int, processes: int) -> None:
        """One process alone has the database to itself; several tell each other."""
        self.alone = processes == 1
        self.chance = random.Random(seed)
        self.calm = False
        self.trouble = Trouble()
        self.database = Database(self)
        self.processes: list[Process] = []
        self.started = 0
        self._troubles: list[asyncio.Future[None]] = []
        self.wanted = processes

    @property
    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def happens(self, share: float) -> bool:
        return not self.calm and self.chance.random() < share

    def latency(self) -> float:
        """Mostly short, now and then long."""
        long = self.happens(0.01)
        return self.chance.uniform(0.05, 1.5) if long else self.chance.uniform(0.0002, 0.01)

    async def start_process(self) -> Process:
        self.started += 1
        process = Process(self, f"p{self.started}")
        self.processes.append(process)
        await process.tables.start()
        return process

    def broadcast(self, notice: Notice, sender: Process) -> None:
        for process in self.processes:
            for _ in range(1 + self.happens(0.02)):  # some come twice
                if process is sender or sender.no_bus or process.no_bus or self.happens(self.trouble.lost_notice):
                    continue
                late = self.chance.uniform(0.1, 5) if self.happens(self.trouble.late_notice) else self.latency()
                asyncio.get_running_loop().call_later(late, process.hear, notice)

    # --- Going wrong --------------------------------------------------------------------------------------------
    async def go_wrong(self, until: float) -> None:
        """One thing after the other, and some at once."""
        while self.now < until:
            await asyncio.sleep(self.chance.expovariate(1 / 40))
            if self.calm:
                return
            what = self.chance.choice(
                [self._kill, self._freeze, self._freeze, self._cut_from_database, self._cut_from_bus, self._fail_over]
            )
            self._troubles.append(asyncio.ensure_future(what()))

    def _some_process(self) -> Process:
        return self.chance.choice(self.processes) if self.processes else Process(self, "none")

    async def _kill(self) -> None:
        process = self._some_process()
        process.kill()
        await asyncio.sleep(self.chance.choice([0.5, 2, 20]))
        if len(self.processes) < self.wanted:
            await self.start_process()

    async def _freeze(self) -> None:
        """As when a machine sleeps, or looks for garbage."""
        self._some_process().freeze(self.chance.choice([0.3, 2, 8, 25]))

    async def _cut_from_database(self) -> None:
        process, seconds = self._some_process(), self.chance.choice([1, 5, 20])
        process.no_database = True
        process.note_ill(seconds)
        await asyncio.sleep(seconds)
        process.no_database = False

    async def _cut_from_bus(self) -> None:
        process = self._some_process()
        process.no_bus = True
        await asyncio.sleep(self.chance.choice([5, 30, 60]))
        process.no_bus = False

    async def _fail_over(self) -> None:
        """The database is away, and another one takes over with all that was acknowledged."""
        seconds = self.chance.choice([1, 5, 15])
        self.database.is_down = True
        for process in self.processes:
            process.note_ill(seconds)
        await asyncio.sleep(seconds)
        self.database.is_down = False

    async def heal(self) -> None:
        self.calm = True
        self.database.is_down = False
        for process in self.processes:
            process.no_bus = process.no_database = False
        while len(self.processes) < self.wanted:
            await self.start_process()


# --- A process --------------------------------------------------------------------------------------------------
class Process:
    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.no_bus = False
        self.no_database = False
        self.frozen_until = 0.0
        self.is_dead = False
        self._ill: list[tuple[float, float]] = []  # when it could not do what it should
        self.connections: set[Any] = set()
        self.clock = SkewedClock(self)
        self._hear: Callable[[Notice], None] = lambda notice: None
        database = ThroughNetwork(self, world.database)
        peers = NoPeers() if world.alone else Neighbours(name, Announcer(self), database, self.clock)
        self.tables = Tables(database, peers, self.clock, Thinker(self))

    @property
    def is_well(self) -> bool:
        """It runs, and reaches the database."""
        return not (self.is_dead or self.no_database or self.world.database.is_down or self.is_frozen)

    @property
    def is_frozen(self) -> bool:
        return self.world.now < self.frozen_until

    def freeze(self, seconds: float) -> None:
        self.frozen_until = max(self.frozen_until, self.world.now + seconds)
        self.note_ill(seconds)

    def note_ill(self, seconds: float) -> None:
        self._ill.append((self.world.now, self.world.now + seconds + GIVES_UP + 1))

    def well_since(self, at: float) -> float:
        """Since when, at that moment, it had done all it should; that moment, if it did not."""
        past = [ended for began, ended in self._ill if began <= at]
        return min(at, max(past, default=0.0))

    async def thawed(self) -> None:
        while self.is_frozen:
            await asyncio.sleep(self.frozen_until - self.world.now)
        if self.is_dead:
            await asyncio.sleep(math.inf)  # nothing ever goes on in it

    def listen(self, hear: Callable[[Notice], None]) -> None:
        self._hear = hear

    def hear(self, notice: Notice) -> None:
        if self.is_dead:
            return
        if self.is_frozen:
            asyncio.get_running_loop().call_at(self.frozen_until, self.hear, notice)
        else:
            self._hear(notice)

    def kill(self) -> None:
        """At once: whatever it was doing stops there."""
        self.is_dead = True
        self.note_ill(math.inf)
        if self in self.world.processes:
            self.world.processes.remove(self)
        for connection in list(self.connections):
            connection.cut()
        for task in list(self.tables._tasks):
            task.cancel()


class SkewedClock:
    """Wrong by up to a minute, and now and then somebody sets it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.ahead = process.world.chance.choice([0, 0, 0.2, -1, 20, -60])

    def now(self) -> int:
        return BEGAN + round(1000 * (self._process.world.now + self.ahead))

    def seconds(self) -> float:
        return self._process.world.now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(max(0.0, seconds))
        await self._process.thawed()

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await event.wait()
        except TimeoutError:
            pass
        await self._process.thawed()


class Announcer:
    """The process's end of the bus."""

    def __init__(self, process: Process) -> None:
        self._process = process

    async def start(self, hear: Callable[[Notice], None]) -> None:
        self._process.listen(hear)

    async def close(self) -> None:
        pass

    def tell(self, notice: Notice) -> None:
        if not self._process.is_dead:
            self._process.world.broadcast(notice, self._process)


class Thinker:
    def __init__(self, process: Process) -> None:
        self._process = process

    async def choose(self, level: str, view: View, whose: Whose) -> str:
        chance = self._process.world.chance
        await self._process.clock.sleep(chance.uniform(0.01, 0.8))
        return chance.choice(view.legal_moves)

    async def advise(self, view: View, memory_aid: bool, whose: Whose) -> Advice:
        return advise(view, Budget(iterations=1), memory_aid=memory_aid)


# --- The database -----------------------------------------------------------------------------------------------
class Database:
    """The truth. Each of its methods happens at once, and all of it or nothing."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.is_down = False
        self.logs: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self.written: dict[str, list[float]] = defaultdict(list)  # when each entry came to be
        self.listings: dict[str, Listing] = {}
        self.forgotten: set[str] = set()  # devices
        self._blanked: dict[str, list[tuple[int, str]]] = {}  # logs, as processes find them, if somebody is
        self._alive: dict[str, float] = {}
        self._connected: dict[tuple[str, str, str], float | None] = {}  # table, device, process: when it left

    def append(self, table_id: str, entry: Entry) -> bool:
        log = self.logs[table_id]
        if entry.number <= len(log):
            return False
        assert entry.number == len(log) + 1, "a gap in the log"
        log.append((entry.at, entry.write()))
        if table_id in self._blanked:
            self._blanked[table_id].append(log[-1])
        self.written[table_id].append(self._world.now)
        return True

    def forget(self, table_id: str, device: str, at: int) -> int | None:
        """Processes find the log without the device from now on; for the checks, `logs` says who it was."""
        if device in self.forgotten:
            return None
        *log, last = forget(self.read(table_id), device, at)
        self.forgotten.add(device)
        self.append(table_id, replace(last, event=Forgotten(device)))
        self._blanked[table_id] = [(entry.at, entry.write()) for entry in (*log, last)]
        return last.number

    def open(self, listing: Listing, entry: Entry) -> bool:
        self.listings[listing.id] = listing
        return self.append(listing.id, entry)

    def read(self, table_id: str, after: int = 0) -> list[Entry]:
        """What processes find."""
        return self._read(self._blanked.get(table_id, self.logs.get(table_id, [])), after)

    def truth(self, table_id: str) -> list[Entry]:
        """What happened, and whose doing it was."""
        return self._read(self.logs[table_id], 0)

    def _read(self, log: list[tuple[int, str]], after: int) -> list[Entry]:
        return [Entry.read(number, *log[number - 1]) for number in range(after + 1, len(log) + 1)]

    def sign_of_life(self, process: str, changes: Changes) -> None:
        self._alive[process] = self._world.now + SECONDS_ALIVE
        for (table_id, device), here in changes.items():
            self._connected[table_id, device, process] = None if here else self._world.now

    def goodbye(self, process: str) -> None:
        self._alive.pop(process, None)

    def away(self, process: str, table_ids: Sequence[str]) -> dict[str, dict[str, float]]:
        found: dict[str, dict[str, float]] = defaultdict(dict)
        for (table_id, device, other), left in self._connected.items():
            if table_id in table_ids and other != process:
                since = left if left is not None else min(self._world.now, self._alive.get(other, 0.0))
                away = max(0.0, self._world.now - since)
                found[table_id][device] = min(away, found[table_id].get(device, math.inf))
        return found


class ThroughNetwork:
    """The database as a process reaches it: some time later, or not at all, or without ever learning which."""

    def __init__(self, process: Process, database: Database) -> None:
        self._process = process
        self._world = process.world
        self._database = database

    async def _call(self, work: Callable[[], Result], writes: bool = False) -> Result:
        world = self._world
        await self._process.thawed()
        await asyncio.sleep(world.latency())
        if self._process.no_database or self._database.is_down:
            await asyncio.sleep(world.chance.uniform(0.01, GIVES_UP))
            await self._process.thawed()
            raise StorageDown
        if writes and not world.alone and world.happens(world.trouble.done_late):
            asyncio.get_running_loop().call_later(world.chance.uniform(0.5, 6), work)
            await asyncio.sleep(world.chance.uniform(0.01, GIVES_UP))
            raise StorageDown
        found = work()
        if world.happens(world.trouble.answer_lost):
            await asyncio.sleep(world.chance.uniform(0.01, GIVES_UP))
            await self._process.thawed()
            raise StorageDown
        await asyncio.sleep(world.latency())
        await self._process.thawed()
        return found

    async def append(self, table_id: str, entry: Entry) -> bool:
        return await self._call(lambda: self._database.append(table_id, entry), writes=True)

    async def open(self, listing: Listing, entry: Entry, devices: Sequence[str]) -> bool:
        return await self._call(lambda: self._database.open(listing, entry))

    async def read(self, table_id: str, after: int = 0) -> list[Entry]:
        return await self._call(lambda: self._database.read(table_id, after))

    async def replay(self, table_id: str) -> Table | None:
        entries = await self.read(table_id)
        return Table.replay(entries) if entries else None

    async def last_numbers(self, table_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._call(lambda: {table_id: len(self._database.logs[table_id]) for table_id in table_ids})

    async def listing(self, table_id: str) -> Listing | None:
        return await self._call(lambda: self._database.listings.get(table_id))

    async def settled(self) -> None:
        await self._call(lambda: None)

    async def forget(self, table_id: str, device: str | None, at: int, deletes: bool = False) -> int | None:
        assert device is not None and not deletes, "nobody here asks for that"
        return await self._call(lambda: self._database.forget(table_id, device, at), writes=True)

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        pass

    async def sign_of_life(self, process: str, changes: Changes) -> None:
        await self._call(lambda: self._database.sign_of_life(process, changes))

    async def goodbye(self, process: str) -> None:
        await self._call(lambda: self._database.goodbye(process))

    async def away(self, process: str, table_ids: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        return await self._call(lambda: self._database.away(process, table_ids))
