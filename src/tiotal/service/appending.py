"""A request becomes an entry, the entry is committed, and only then does it happen here.

If another process has used the entry's number, what it wrote happens first, and the request is looked at again. A
request that was sent before is not done again: its name is an idempotency key. What is refused is refused by the newest
table there is: if other processes may have written, their entries are read before anybody is told no.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tiotal.engine.errors import Refused, TiotalError
from tiotal.service.host import Host, StorageDown
from tiotal.service.table_time import TableTime
from tiotal.service.turns import Turns
from tiotal.table.entries import Entry, Event, Forgotten
from tiotal.table.table import Table

TRIES = 20  # to append when other processes are faster
SECONDS_BEFORE_RETRY = 1.0  # when the store is away

Decide = Callable[[], Event | None]


class Appender:
    def __init__(
        self,
        host: Host,
        table_id: str,
        table: Table,
        time: TableTime,
        happened: Callable[[Entry, bool], None],
        rewritten: Callable[[list[Entry]], None],
    ) -> None:
        self._host = host
        self._id = table_id
        self._table = table
        self._time = time
        self._happened = happened  # with an entry, and whether it was written here
        self._rewritten = rewritten  # with entries, when the table is that of a log that was written anew
        self.is_gone = False  # the table was deleted
        self._turns = Turns()
        self._uncertain = False  # a commit has failed, so the log may be longer than what is known here

    async def append(self, decide: Decide, device: str | None = None, name: str | None = None) -> int:
        """The number of the entry that became of what is decided; decide again whenever somebody else was faster."""
        if not self._turns.take():
            await self._turns.wait()
        try:
            if self._uncertain:
                await self._read_on()
            for _ in range(TRIES):
                if self.is_gone:
                    raise Refused("server.no_table")
                done = self._table.requests.get((device, name)) if device and name else None
                if done is not None:
                    return done
                try:
                    event = decide()
                except TiotalError:
                    if await self._is_newest():
                        raise
                    continue
                if event is None:
                    return self._table.number
                entry = Entry(self._table.number + 1, self._time.now(), event, device, name)
                if await self._commit(entry):
                    self._happened(entry, True)
                    self._host.peers.tell(self._id, entry.number)
                    return entry.number
                await self._read_on()
        finally:
            self._turns.give_back()
        raise Refused("server.busy")

    async def append_by_itself(self, decide: Decide) -> int:
        """Nobody is there to ask again when the store was away."""
        while not self.is_gone:
            try:
                return await self.append(decide)
            except (StorageDown, Refused):
                await self._host.clock.sleep(SECONDS_BEFORE_RETRY)
        return self._table.number

    async def catch_up(self) -> None:
        """With what other processes have written."""
        if not self._turns.take():
            await self._turns.wait()
        try:
            await self._read_on()
        finally:
            self._turns.give_back()

    async def _commit(self, entry: Entry) -> bool:
        try:
            return await self._host.store.append(self._id, entry)
        except (StorageDown, asyncio.CancelledError):
            self._uncertain = True  # perhaps it was committed all the same, and others wait for it
            self._host.spawn(self.find_out())
            raise

    async def find_out(self) -> None:
        """What has been written, also by a commit that nobody saw return; however long the store is away."""
        while True:
            try:
                await self._host.store.settled()
                return await self.catch_up()
            except StorageDown:
                await self._host.clock.sleep(SECONDS_BEFORE_RETRY)

    async def _is_newest(self) -> bool:
        """Whether nobody else has written anything that is not known here; what there is happens now."""
        if self._host.peers.alone:
            return True
        number = self._table.number
        await self._read_on()
        return self._table.number == number

    async def _read_on(self) -> None:
        new = await self._host.store.read(self._id, self._table.number)
        if any(isinstance(entry.event, Forgotten) for entry in new):  # what is known here is no longer so
            await self._replay(new)
        else:
            for entry in new:
                self._happened(entry, False)
        self._uncertain = False

    async def _replay(self, new: list[Entry]) -> None:
        table = await self._host.store.replay(self._id)
        if table is None:
            self.is_gone = True
        else:
            self._table.become(table)
        self._rewritten(new)
