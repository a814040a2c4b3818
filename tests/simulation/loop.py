"""An event loop whose time is made up: nobody ever waits, and every run with the same chance is the same."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Nothing(selectors.BaseSelector):
    """There is nothing to wait for but time, which passes at once."""

    def __init__(self) -> None:
        self.passed = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everybody waits for something that nobody will do")
        self.passed += max(0.0, timeout)
        return []

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def get_map(self) -> Any:
        return {}


class VirtualLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._nothing = _Nothing()
        super().__init__(self._nothing)

    def time(self) -> float:
        return self._nothing.passed


def run_at_once(work: Coroutine[Any, Any, Result]) -> tuple[Result, float]:
    """What comes of it, and how many seconds it would have taken."""
    loop = VirtualLoop()
    try:
        return loop.run_until_complete(work), loop.time()
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
