"""How server processes tell each other that there is something new.

A notice says which table and the number of its last entry, nothing more; whoever gets it reads the database. So a
notice that is lost or late delays a table, and no more. Who is connected travels the same way.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Callable, Collection
from typing import Any, Protocol

from tiotal.service.presence import Notice

CHANNEL = "tiotal"
SECONDS_BEFORE_RETRY = 1.0

log = logging.getLogger(__name__)


Hear = Callable[[Notice], None]


class Bus(Protocol):
    process: str

    async def start(self, hear: Hear) -> None: ...

    async def close(self) -> None: ...

    def tell(self, table_id: str, number: int) -> None: ...

    def tell_presence(
        self, table_id: str, here: Collection[str], reading: Collection[str] = (), asks: bool = False
    ) -> None: ...

    @property
    def alone(self) -> bool:
        """Whether there are no other processes."""
        ...

    async def is_there(self) -> bool: ...


class NoBus:
    """One process has nobody to tell."""

    process = "only"
    alone = True

    async def start(self, hear: Hear) -> None:
        pass

    async def close(self) -> None:
        pass

    def tell(self, table_id: str, number: int) -> None:
        pass

    def tell_presence(
        self, table_id: str, here: Collection[str], reading: Collection[str] = (), asks: bool = False
    ) -> None:
        pass

    async def is_there(self) -> bool:
        return True


class RedisBus:
    """Redis pub/sub. While Redis is away, games go on: tables look into the database now and then."""

    alone = False

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.process = secrets.token_hex(4)
        self._redis: Any = Redis.from_url(url, socket_connect_timeout=2, health_check_interval=10)
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, hear: Hear) -> None:
        self._tasks = [asyncio.create_task(self._listen(hear)), asyncio.create_task(self._send())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def tell(self, table_id: str, number: int) -> None:
        self._put({"table": table_id, "number": number})

    def tell_presence(
        self, table_id: str, here: Collection[str], reading: Collection[str] = (), asks: bool = False
    ) -> None:
        self._put({"table": table_id, "here": sorted(here), "reading": sorted(reading), "asks": asks})

    def _put(self, notice: dict[str, Any]) -> None:
        with contextlib.suppress(asyncio.QueueFull):  # then it is late by as much as tables look by themselves
            self._outgoing.put_nowait(json.dumps({"process": self.process, **notice}))

    async def is_there(self) -> bool:
        from redis.exceptions import RedisError

        try:
            return bool(await self._redis.ping())
        except (TimeoutError, RedisError, OSError):
            return False

    async def _send(self) -> None:
        from redis.exceptions import RedisError

        while True:
            text = await self._outgoing.get()
            try:
                await self._redis.publish(CHANNEL, text)
            except (RedisError, OSError):
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    async def _listen(self, hear: Hear) -> None:
        from redis.exceptions import RedisError

        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            self._hear(message["data"], hear)
            except (RedisError, OSError) as error:
                log.warning("redis is away: %s", error)
                await asyncio.sleep(SECONDS_BEFORE_RETRY)

    def _hear(self, data: bytes, hear: Hear) -> None:
        try:
            told = json.loads(data)
            here = told.get("here")
            notice = Notice(
                told["table"],
                told["process"],
                told.get("number"),
                None if here is None else frozenset(here),
                frozenset(told.get("reading") or ()),
                bool(told.get("asks")),
            )
        except (ValueError, KeyError, TypeError):
            log.warning("a notice that cannot be read")
            return
        if notice.process != self.process:
            hear(notice)
