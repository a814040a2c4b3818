"""Bots and hints think in threads, off the event loop."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.bots.guard import Guarded
from tiotal.engine.game import View

HINT_BUDGET = Budget(milliseconds=300)


class Thinkers:
    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def choose(self, level: str, view: View) -> asyncio.Future[str]:
        def work() -> str:
            return Guarded(make_bot(level)).choose(view)

        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def advise(self, view: View, memory_aid: bool) -> Advice:
        def work() -> Advice:
            return advise(view, HINT_BUDGET, memory_aid=memory_aid)

        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
