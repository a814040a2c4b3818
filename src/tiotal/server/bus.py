"""How server processes tell each other that there is something new.

A notice says which table and what to look at, nothing more; whoever gets it reads the database. So a notice that is
lost or late delays a table, and no more. Only on which devices somebody reads is told here and kept nowhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any, Protocol

from tiotal.service.host import Notice
from tiotal.service.neighbours import Bus

CHANNEL = "tiotal"
SECONDS_BEFORE_RETRY = 1.0
MOST_WAITING = 10_000

log = logging.getLogger(__name__)


Hear = Callable[[Notice], None]


class WatchedBus(Bus, Protocol):
    @property
    def waiting(self) -> int:
        """Notices that are still to be sent."""
        ...

    @property
    def is_there(self) -> bool: ...


class NoBus:
    """Whoever is not told looks for themselves, every few moments."""

    waiting = 0
    is_there = True

    async def start(self, hear: Hear) -> None:
        pass

    async def close(self) -> None:
        pass

    def tell(self, notice: Notice) -> None:
        pass


class RedisBus:
    """Redis pub/sub. While Redis is away, games go on: tables look into the database now and then."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.is_there = False
        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10)
        self._outgoing: asyncio.Queue[Notice] = asyncio.Queue(maxsize=MOST_WAITING)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        self._tasks = [asyncio.create_task(self._listen(hear)), asyncio.create_task(self._send())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def tell(self, notice: Notice) -> None:
        with contextlib.suppress(asyncio.QueueFull):  # then it is late by as much as tables look by themselves
            self._outgoing.put_nowait(notice)

    @property
    def waiting(self) -> int:
        return self._outgoing.qsize()

    async def _send(self) -> None:
        while True:
            notice = await self._outgoing.get()
            try:
                await self._redis.publish(CHANNEL, write_notice(notice))
            except Exception as error:  # whatever it is, the next notice may get through
                self._note_away(error)
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def _listen(self, hear: Hear) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    self.is_there = True
                    async for message in channel.listen():
                        if message["type"] == "message":
                            _hear(message["data"], hear)
            except Exception as error:
                self._note_away(error)
            await asyncio.sleep(SECONDS_BEFORE_RETRY)

    def _note_away(self, error: Exception) -> None:
        if self.is_there:
            log.warning("redis is away: %s", type(error).__name__)
        self.is_there = False


def new_process_name() -> str:
    return secrets.token_hex(4)


# --- Notices as text --------------------------------------------------------------------------------------------
def _hear(data: Any, hear: Hear) -> None:
    """Others may write to the channel, too: what is no notice is nothing."""
    notice = read_notice(data)
    if notice is None:
        log.warning("a notice that cannot be read")
        return
    try:
        hear(notice)
    except Exception:
        log.exception("a notice could not be followed")


def write_notice(notice: Notice) -> str:
    told: dict[str, Any] = {"table": notice.table_id, "process": notice.process}
    if notice.number is not None:
        told["number"] = notice.number
    if notice.presence:
        told["presence"] = True
    if notice.reading is not None:
        told["reading"] = sorted(notice.reading)
    return json.dumps(told)


def read_notice(data: bytes | str) -> Notice | None:
    """What was written so; None if it is anything else."""
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict):
        return None
    table_id, process = told.get("table"), told.get("process")
    number, reading = told.get("number"), told.get("reading")
    if not isinstance(table_id, str) or not isinstance(process, str):
        return None
    if number is not None and type(number) is not int:
        return None
    if reading is not None and not (isinstance(reading, list) and all(isinstance(name, str) for name in reading)):
        return None
    named = None if reading is None else frozenset(reading)
    return Notice(table_id, process, number, told.get("presence") is True, named)
