"""One after the other: a lock for those who as a rule are alone."""

from __future__ import annotations

import asyncio
from collections import deque


class Turns:
    """Like `asyncio.Lock`, but whoever finds it free has it at once, without a coroutine for taking and giving back.

    When it is given back it belongs to the one who has waited longest.
    """

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> bool:
        """Whether it was free, and is ours now."""
        if self._taken:
            return False
        self._taken = True
        return True

    async def wait(self) -> None:
        """Until it is ours."""
        ours = asyncio.get_running_loop().create_future()
        self._waiting.append(ours)
        try:
            await ours
        except asyncio.CancelledError:
            if not ours.cancelled():  # it became ours in the same moment
                self.give_back()
            raise

    def give_back(self) -> None:
        while self._waiting:
            next_one = self._waiting.popleft()
            if not next_one.done():
                next_one.set_result(None)
                return
        self._taken = False
