"""The time of the machine."""

from __future__ import annotations

import asyncio
import contextlib
import time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class WallClock:
    def now(self) -> int:
        return now()

    def seconds(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
