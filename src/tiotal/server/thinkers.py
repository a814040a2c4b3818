"""Bots and hints think in threads, off the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import make_bot
from tiotal.bots.guard import Guarded
from tiotal.bots.search import warm_up_in_background
from tiotal.engine.game import View
from tiotal.server.metrics import Metrics

log = logging.getLogger(__name__)

HINT_BUDGET = Budget(milliseconds=300)


class Thinkers:
    def __init__(self, threads: int, metrics: Metrics, warm_up: bool = True) -> None:
        self._metrics = metrics
        self._warm_up = warm_up
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def get_ready(self, game: str) -> None:
        """Compile the search for a game, or load what was compiled, before somebody waits for it.

        Until that is done it runs uncompiled. Games that nobody plays here take no memory.
        """
        if self._warm_up:
            warm_up_in_background(game, patience=0)

    def choose(self, level: str, view: View) -> asyncio.Future[str]:
        def work() -> str:
            guarded = Guarded(make_bot(level))
            move = guarded.choose(view)
            for fault in guarded.faults:  # another bot has made the move, so people notice nothing
                self._metrics.bot_faults.labels(level, fault.kind).inc()
                log.warning(fault.sentence("en"))
            return move

        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def advise(self, view: View, memory_aid: bool) -> Advice:
        def work() -> Advice:
            return advise(view, HINT_BUDGET, memory_aid=memory_aid)

        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
