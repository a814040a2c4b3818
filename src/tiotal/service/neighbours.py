"""Other processes that serve the same tables: told over a bus, agreed on in a register that all of them can read.

A process says every few seconds that it lives. When it stops saying so, whoever was connected to it is away from then
on. The register keeps all times by its own clock: those of the processes need not agree.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from tiotal.service.host import Clock, Notice, StorageDown

SECONDS_BETWEEN_SIGNS = 3  # of life
SECONDS_ALIVE = 10  # after the last one
SECONDS_BEFORE_RETRY = 1.0

log = logging.getLogger(__name__)

Changes = Mapping[tuple[str, str], bool]  # by table and device: it is connected here now, or no more


class Bus(Protocol):
    """Brings notices to all others, as a rule."""

    async def start(self, hear: Callable[[Notice], None]) -> None: ...

    async def close(self) -> None: ...

    def tell(self, notice: Notice) -> None: ...


class Register(Protocol):
    """Keeps who is connected to which process."""

    async def sign_of_life(self, process: str, changes: Changes) -> None: ...

    async def goodbye(self, process: str) -> None:
        """Whoever was connected there is away from now on."""
        ...

    async def away(self, process: str, table_ids: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        """By table and device: seconds since it was connected to any process but this one; 0: it is now."""
        ...


class Neighbours:
    alone = False

    def __init__(self, process: str, bus: Bus, register: Register, clock: Clock) -> None:
        self._process = process
        self._bus = bus
        self._register = register
        self._clock = clock
        self._changes: dict[tuple[str, str], bool] = {}
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def start(self, hear: Callable[[Notice], None]) -> None:
        def hear_others(notice: Notice) -> None:
            if notice.process != self._process:
                hear(notice)

        await self._bus.start(hear_others)
        self._task = asyncio.create_task(self._write_forever())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._bus.close()
        with contextlib.suppress(StorageDown):
            await self._register.goodbye(self._process)

    def tell(self, table_id: str, number: int) -> None:
        self._bus.tell(Notice(table_id, self._process, number))

    def tell_reading(self, table_id: str, reading: Collection[str]) -> None:
        self._bus.tell(Notice(table_id, self._process, reading=frozenset(reading)))

    def note_presence(self, table_id: str, device: str, here: bool) -> None:
        self._changes[table_id, device] = here
        self._something.set()

    async def away(self, table_ids: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        return await self._register.away(self._process, table_ids)

    async def _write_forever(self) -> None:
        """What could not be written is written the next time; others are told when it is there to be read."""
        while True:
            changes, self._changes = self._changes, {}
            try:
                await self._register.sign_of_life(self._process, changes)
            except StorageDown:
                self._changes = {**changes, **self._changes}
                await self._clock.sleep(SECONDS_BEFORE_RETRY)
                continue
            for table_id in sorted({table_id for table_id, _ in changes}):
                self._bus.tell(Notice(table_id, self._process, presence=True))
            await self._clock.wait(self._something, SECONDS_BETWEEN_SIGNS)
            self._something.clear()
