"""Tables that somebody is connected to: kept in memory, always what their log in the store replays to.

A request becomes an entry, the entry is committed, and only then does it happen here and is told to everybody. If
another process has used the entry's number, what it wrote happens first, and the request is looked at again.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import logging
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.bots.guard import Guarded
from tiotal.engine.errors import Refused
from tiotal.engine.game import Position, View
from tiotal.server.bus import Bus, Notice
from tiotal.server.metrics import Metrics
from tiotal.server.storage.store import Listing, StorageDown, Store, listing_of, waits_for
from tiotal.table import seen
from tiotal.table.answers import Asker, answer, bot_move, run_out
from tiotal.table.entries import Entry, Event, Paused, Resumed, SayingChanged
from tiotal.table.requests import Request
from tiotal.table.table import Table

TRIES = 20  # to append when other processes are faster
SECONDS_TO_KEEP = 60  # a table that nobody is connected to
SECONDS_BETWEEN_SWEEPS = 15
SECONDS_BETWEEN_LOOKS = 2  # into the database, when there are other processes
SECONDS_BEFORE_RETRY = 1.0  # when the database is away
SECONDS_PRESENT = 40  # devices that another process has told of
SECONDS_TO_READ = 10  # that a bot waits in a turn for people who read, where others would have to wait with it
SECONDS_FOR_OTHERS = 3  # before a bot of a table that another process has moved on is helped
HINT_BUDGET = Budget(milliseconds=300)
TABLE_ID = re.compile("[A-Za-z0-9_-]{16,32}")

log = logging.getLogger(__name__)
encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def now() -> int:
    return time.time_ns() // 1_000_000


def already(move: str) -> asyncio.Future[str]:
    """What needs no thought."""
    known: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    known.set_result(move)
    return known


class Listener(Protocol):
    """A connected device."""

    device: str

    def send(self, text: str) -> None: ...


@dataclasses.dataclass(frozen=True)
class Elsewhere:
    """What another process has told of its devices."""

    here: frozenset[str]
    reading: frozenset[str]
    until: float


class LiveTable:
    def __init__(self, tables: LiveTables, listing: Listing, entries: Iterable[Entry]) -> None:
        self.id = listing.id
        self.code = listing.code
        self.opened_at = listing.opened_at
        self.table = Table.replay(entries)
        self.listeners: dict[str, set[Listener]] = {}  # by device
        self.used = time.monotonic()
        self._tables = tables
        self._lock = asyncio.Lock()
        self._uncertain = False  # a commit has failed, so the log may be longer than what is known here
        self._elsewhere: dict[str, Elsewhere] = {}  # by process
        self._reading: set[Listener] = set()
        self._someone_read_on = asyncio.Event()
        self._turn_began = time.monotonic()
        self._plan: asyncio.Task[None] | None = None  # what happens if nobody does anything
        self._thought: tuple[tuple[int, str], asyncio.Future[str]] | None = None  # of a bot, in this turn
        self._moved_here = True
        self._noted_to_wait_for = listing.waits_for

    # --- Who is there -------------------------------------------------------------------------------------------
    @property
    def present(self) -> set[str]:
        """Devices that are connected, here or to another process."""
        return set(self.listeners).union(*(other.here for other in self._others()))

    @property
    def reading(self) -> set[str]:
        """Those of them on which somebody reads who plays."""
        here = {listener.device for listener in self._reading}
        return here.union(*(other.reading for other in self._others())) & self.table.people

    def _others(self) -> list[Elsewhere]:
        late = time.monotonic()
        return [other for other in self._elsewhere.values() if other.until > late]

    @property
    def here(self) -> list[int]:
        """Seats whose people are connected."""
        present = self.present
        return [number for number, seat in enumerate(self.table.seats) if seat.device in present]

    def join(self, listener: Listener) -> None:
        self.used = time.monotonic()
        first = not self.listeners
        self.listeners.setdefault(listener.device, set()).add(listener)
        self._tell_presence(asks=first)
        if first:
            self._moved_here = False
            self._turn_began = time.monotonic()  # for who looks
            self._make_plan()

    def part(self, listener: Listener) -> None:
        self.used = time.monotonic()
        mine = self.listeners.get(listener.device, set())
        mine.discard(listener)
        self.reads(listener, False)
        if not mine:
            self.listeners.pop(listener.device, None)
            self._tell_presence()
            self._note_whose_turn()
        if not self.listeners:
            self._drop_plan()

    def hear(self, notice: Notice) -> None:
        """From another process."""
        if notice.number is not None and notice.number > self.table.number:
            self._tables.spawn(self.catch_up())
        if notice.here is not None:
            before = self.here
            self._elsewhere[notice.process] = Elsewhere(notice.here, notice.reading, time.monotonic() + SECONDS_PRESENT)
            self._someone_read_on.set()
            if self.here != before:
                self._send_presence()
        if notice.asks:
            self.tell_presence_again()

    def reads(self, listener: Listener, now: bool) -> None:
        """Somebody there begins to read, or has read."""
        if (listener in self._reading) == now:
            return
        self._reading ^= {listener}
        self._someone_read_on.set()
        self.tell_presence_again()

    def _tell_presence(self, asks: bool = False) -> None:
        self._send_presence()
        self.tell_presence_again(asks)

    def tell_presence_again(self, asks: bool = False) -> None:
        reading = {listener.device for listener in self._reading}
        self._tables.bus.tell_presence(self.id, self.listeners, reading, asks)

    def _send_presence(self) -> None:
        self._send_all(encode({"type": "presence", "here": self.here}))

    def _send_all(self, text: str) -> None:
        for listeners in self.listeners.values():
            for listener in listeners:
                listener.send(text)

    # --- Asking -------------------------------------------------------------------------------------------------
    async def ask(self, device: str, request: Request, name: str | None) -> int:
        """The number of the entry that a request has become; a request that was sent before is not done again."""

        def decide() -> Event:
            return answer(self.table, request, Asker(device, self.present))

        return await self._append(decide, device, name)

    async def _append(
        self, decide: Callable[[], Event | None], device: str | None = None, name: str | None = None
    ) -> int:
        """Commit what is decided; decide again whenever somebody else has changed the table meanwhile."""
        self.used = time.monotonic()
        async with self._lock:
            if self._uncertain:
                await self._read_on()
            for _ in range(TRIES):
                done = self.table.requests.get((device, name)) if device and name else None
                if done is not None:
                    return done
                event = decide()
                if event is None:
                    return self.table.number
                entry = Entry(self.table.number + 1, max(now(), self.table.at), event, device, name)
                if await self._commit(entry):
                    self._moved_here = True
                    self._happened(entry)
                    self._tables.bus.tell(self.id, entry.number)
                    return entry.number
                await self._read_on()
        raise Refused("server.busy")

    async def _commit(self, entry: Entry) -> bool:
        try:
            return await self._tables.store.append(self.id, entry)
        except (StorageDown, asyncio.CancelledError):
            self._uncertain = True  # perhaps it was committed all the same, and others wait for it
            self._tables.spawn(self._find_out())
            raise

    async def _find_out(self) -> None:
        """What has come of an entry whose commit nobody saw return."""
        while True:
            try:
                await self._tables.store.settled()
                return await self.catch_up()
            except StorageDown:
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def catch_up(self) -> None:
        """With what other processes have written."""
        async with self._lock:
            await self._read_on()

    async def _read_on(self) -> None:
        for entry in await self._tables.store.read(self.id, self.table.number):
            self._moved_here = False
            self._happened(entry)
        self._uncertain = False

    def _note(self) -> None:
        """Keep what lists say of the table."""
        listing = listing_of(self.id, self.code, self.opened_at, self.table, self.present)
        self._noted_to_wait_for = listing.waits_for
        self._tables.store.note(listing, self.devices)

    def _note_whose_turn(self) -> None:
        """Only if somebody is waited for who does not see it: moves at a table where all are there cost nothing."""
        if waits_for(self.table, self.present) != self._noted_to_wait_for:
            self._note()

    def correct(self, listing: Listing) -> None:
        """A listing that is not what the log says: a process has ended between the one and the other."""
        right = listing_of(self.id, self.code, self.opened_at, self.table, self.present)
        if dataclasses.replace(right, changed_at=listing.changed_at, put_away=listing.put_away) != listing:
            self._note()

    @property
    def devices(self) -> list[str]:
        return sorted({seat.device for seat in self.table.seats if seat.device} | {self.table.host})

    # --- Telling ------------------------------------------------------------------------------------------------
    def _happened(self, entry: Entry) -> None:
        table = self.table
        before = seen.Before.at(table)
        table.add(entry)
        if table.turn_number == entry.number:
            self._turn_began = time.monotonic()
        self._tables.metrics.entries.inc()
        if table.changed == entry.number:
            self._note()
        else:
            self._note_whose_turn()
        if self.listeners:
            self._tell_news(entry, before)
            if table.changed == entry.number:  # somebody has sat down, or all have moved on by a seat
                self._send_presence()
        self._make_plan()

    def _tell_news(self, entry: Entry, before: seen.Before) -> None:
        table = self.table
        anew = entry.number == table.turn_number or isinstance(entry.event, Paused | Resumed | SayingChanged)
        common = f'"event":{encode(seen.event_for_all(table, entry))},"turn":{encode(seen.turn_for_all(table))}'
        if table.changed == entry.number:
            common += f',"table":{encode(seen.table_for_all(table))}'
        matches: dict[int | None, str] = {}
        for device, listeners in self.listeners.items():
            shown = []
            if anew and table.match:
                for seat in seen.viewers_of(table, device):
                    if seat not in matches:
                        since = seen.since_news(table, before, seat)
                        matches[seat] = encode(seen.match_for(table, seat, since))
                    shown.append(matches[seat])
            mine = encode(table.seats_of(device))
            text = f'{{"type":"news",{common},"mine":{mine},"matches":[{",".join(shown)}]'
            if device == entry.device and entry.request is not None:
                text += f',"request":{encode(entry.request)}'
            for listener in listeners:
                listener.send(text + "}")

    def welcome(self, device: str, last: int = 0) -> dict[str, Any]:
        """All that a device may know, with what has happened since the last entry that it has seen."""
        table = self.table
        since = seen.since_entry(table, last)
        viewers = seen.viewers_of(table, device) if table.match else []
        return {
            "type": "welcome",
            "id": self.id,
            "code": self.code,
            "mine": table.seats_of(device),
            "host": device == table.host,
            "here": self.here,
            "address": self._tables.address,
            "table": seen.table_for_all(table),
            "turn": seen.turn_for_all(table),
            "sayings": seen.sayings_for_all(table),
            "matches": [seen.match_for(table, seat, since) for seat in viewers],
        }

    # --- What happens by itself ---------------------------------------------------------------------------------
    def _make_plan(self) -> None:
        """Bots move and clocks run out, as long as somebody is connected."""
        self._drop_plan()
        if not self.listeners:
            return
        if self.table.bot_to_move:
            delay = int(self.table.settings["pace"] or 0) / 1000
            others = 0.0 if self._moved_here or self._tables.bus.alone else SECONDS_FOR_OTHERS
            waited = time.monotonic() - self._turn_began
            self._plan = self._tables.spawn(self._bot_moves(max(0.0, delay + others - waited)))
        elif (deadline := self.table.deadline()) is not None:
            self._plan = self._tables.spawn(self._clock_runs_out(max(0, deadline - now()) / 1000))

    def _drop_plan(self) -> None:
        if self._plan is not None and self._plan is not asyncio.current_task():
            self._plan.cancel()
        self._plan = None

    async def _bot_moves(self, delay: float) -> None:
        table = self.table
        answers, level, seat = table.number, table.bot_to_move, table.to_move
        if level is None or seat is None or table.match is None:
            return
        prepared = table.prepared_move
        thinking = self._think(level, seat, table.match.position) if prepared is None else already(prepared)
        await asyncio.sleep(delay)
        await self._let_people_read()
        move = await asyncio.shield(thinking)
        await self._append_by_itself(lambda: bot_move(table, move, answers))

    def _think(self, level: str, seat: int, position: Position) -> asyncio.Future[str]:
        """A bot thinks once in a turn, whatever people say and do meanwhile."""
        asked = (self.table.turn_number, level)
        if self._thought is None or self._thought[0] != asked:
            self._thought = (asked, self._tables.think(level, position.view(seat, position.log_size)))
        return self._thought[1]

    async def _let_people_read(self) -> None:
        """As long as they want if all of them play on one device; else not for long, however often they begin."""
        latest = self._turn_began + SECONDS_TO_READ
        while self.reading:
            left = None if len(self.table.people) == 1 else latest - time.monotonic()
            if left is not None and left <= 0:
                return
            self._someone_read_on.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._someone_read_on.wait()

    async def _clock_runs_out(self, delay: float) -> None:
        await asyncio.sleep(delay)
        number = self.table.number
        if await self._append_by_itself(lambda: run_out(self.table, now())) == number:
            self._make_plan()  # the clocks of the machine do not agree: a little later, then

    async def _append_by_itself(self, decide: Callable[[], Event | None]) -> int:
        """Nobody is there to ask again when the database was away."""
        while True:
            try:
                return await self._append(decide)
            except (StorageDown, Refused):
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def hint(self, device: str, seat: int, language: str) -> list[dict[str, Any]]:
        """The best few moves for a person who is to move, with reasons."""
        view = seen.view_for_advice(self.table, device, seat)
        advice = await self._tables.advise(view, bool(self.table.settings["memory_aid"]))
        return seen.advice_for(self.table, advice, language)


class LiveTables:
    """All tables of this process that are in use."""

    def __init__(self, store: Store, bus: Bus, metrics: Metrics, thinkers: int, address: str | None = None) -> None:
        self.address = address  # that other devices open
        self.store = store
        self.bus = bus
        self.metrics = metrics
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable | None]] = {}
        self._thinkers = ThreadPoolExecutor(thinkers, thread_name_prefix="bot")
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
        self._thinkers.shutdown(wait=False, cancel_futures=True)
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
    async def find(self, table_id: str) -> LiveTable | None:
        """The table, read from the store if it is not in use yet."""
        live = self._tables.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            return live
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.ensure_future(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def find_newest(self, table_id: str) -> LiveTable | None:
        """The same, with whatever other processes have written until now: nobody is shown less than they have seen."""
        known = table_id in self._tables
        live = await self.find(table_id)
        if live is not None and known and not self.bus.alone:
            await live.catch_up()
        return live

    async def _load(self, table_id: str) -> LiveTable | None:
        try:
            listing = await self.store.listing(table_id)
            entries = await self.store.read(table_id) if listing else []
            if listing is None or not entries:
                return None
            live = LiveTable(self, listing, entries)
            self._tables[table_id] = live
            live.correct(listing)
            return live
        finally:  # and not by those who wait: they may give up, and there must never be two of a table
            del self._loading[table_id]

    async def open(self, listing: Listing, opened: Entry, devices: list[str]) -> LiveTable | None:
        """A new table; None if its code or id is in use."""
        if not await self.store.open(listing, opened, devices):
            return None
        live = LiveTable(self, listing, [opened])
        self._tables[listing.id] = live
        return live

    def whose_turn(self, listing: Listing) -> str | None:
        """The device that a table waits for: of one in use whoever has to move, also if they see it."""
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
                connected = [live.id for live in self._tables.values() if live.listeners]
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
                if live.listeners:
                    live.tell_presence_again()
                elif live.used < late:
                    del self._tables[table_id]

    # --- Thinking, off the event loop ---------------------------------------------------------------------------
    def think(self, level: str, view: View) -> asyncio.Future[str]:
        def choose() -> str:
            return Guarded(make_bot(level)).choose(view)

        return asyncio.get_running_loop().run_in_executor(self._thinkers, choose)

    async def advise(self, view: View, memory_aid: bool) -> Advice:
        def work() -> Advice:
            return advise(view, HINT_BUDGET, memory_aid=memory_aid)

        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work)
