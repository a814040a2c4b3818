"""Who has been away for so long that the others may let a bot play; they are told when that comes to be so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from tiotal.service.host import Clock
from tiotal.service.presence import Presence
from tiotal.table.answers import SECONDS_AWAY
from tiotal.table.table import Table

A_LITTLE = 0.05  # seconds, so that it is surely time when somebody looks


class Absence:
    def __init__(
        self,
        clock: Clock,
        spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]],
        table: Table,
        presence: Presence,
        look: Callable[[], None],
    ) -> None:
        self._clock = clock
        self._spawn = spawn
        self._table = table
        self._presence = presence
        self._look = look
        self._task: asyncio.Task[None] | None = None

    @property
    def replaceable(self) -> list[int]:
        """Seats for which a bot may play: their people have left, or have not been connected for a while."""
        if not self._plays:
            return []
        seats = enumerate(self._table.seats)
        return [number for number, seat in seats if seat.device and (seat.away or self._left(seat.device) <= 0)]

    @property
    def _plays(self) -> bool:
        return self._table.phase in ("playing", "over")

    def plan(self) -> None:
        """To look again when the next one has been away for long enough, if anybody is there to be told."""
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None
        if self._presence.is_empty or not self._plays:
            return
        devices = {seat.device for seat in self._table.seats if seat.device} - self._presence.devices
        waits = [left for device in devices if (left := self._left(device)) > 0]
        if waits:
            self._task = self._spawn(self._wait(min(waits) + A_LITTLE))

    def _left(self, device: str) -> float:
        return SECONDS_AWAY - self._presence.seconds_away(device)

    async def _wait(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._look()
