"""What every request needs, made once when the server starts."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool

from tiotal.classroom.running import RunningClass
from tiotal.server.bus import WatchedBus
from tiotal.server.devices import Devices
from tiotal.server.limits import ByNetwork, Limits, Open
from tiotal.server.metrics import Metrics
from tiotal.server.settings import ServerSettings
from tiotal.server.storage.register import DatabaseRegister
from tiotal.server.storage.store import Store
from tiotal.server.thinkers import Thinkers
from tiotal.service.tables import Tables

A_DAY = 24 * 3600  # seconds
HEAVY_AT_ONCE = 1

Result = TypeVar("Result")


@dataclass
class Services:
    settings: ServerSettings
    store: Store
    register: DatabaseRegister | None  # where several processes share the database
    bus: WatchedBus
    tables: Tables
    thinking: Thinkers
    metrics: Metrics
    devices: Devices
    allowed: Allowed
    lesson: RunningClass | None = None  # where the server is that of a class
    heavy: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(HEAVY_AT_ONCE))
    ready: bool = True  # False while shutting down
    _tried: tuple[float, bool] = (-math.inf, False)  # when it was last tried whether the database takes entries

    @property
    def is_wiped(self) -> bool:
        """The class here is being deleted: nothing is asked of it any more, and another one begins in a moment."""
        return self.lesson is not None and self.lesson.lesson.is_wiped

    async def work(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """In a thread; few at once, for threads take turns with everybody else."""
        async with self.heavy:
            return await run_in_threadpool(work, *arguments)

    async def readiness(self) -> bool:
        """Tried at most once a second, however many ask."""
        at, ready = self._tried
        if time.monotonic() - at > 1:
            ready = await self.store.can_write()
            self._tried = (time.monotonic(), ready)
        return ready


class Allowed:
    """What networks may still do."""

    def __init__(self, limits: Limits) -> None:
        self.connections = Open(limits.connections_per_network)
        self.messages = ByNetwork(60 * limits.messages_of_network, limits.messages_of_network_at_once)
        self.new_devices = ByNetwork(limits.devices_per_minute)
        self.heavy = ByNetwork(limits.heavy_per_minute)
        self.verifications = ByNetwork(limits.verified_per_minute)
        self.openings = ByNetwork(limits.opened_per_minute)
        self.lookups = ByNetwork(limits.lookups_per_minute)
        self.wrong_codes = ByNetwork(limits.wrong_codes_per_minute, limits.wrong_codes_at_once)
