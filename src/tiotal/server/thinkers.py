"""Bots and hints think in threads, off the event loop."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import SEARCHING, make_bot
from tiotal.bots.guard import Guarded
from tiotal.bots.search import warm_up_in_background
from tiotal.engine.game import View
from tiotal.server.metrics import Metrics

log = logging.getLogger(__name__)

HINT_BUDGET = Budget(milliseconds=300)


class Thinkers:
    """Compiled searches are loaded, or compiled, when somebody first needs one, and run uncompiled until that is done.

    So a server is there at once, and games that nobody searches in take no memory.
    """

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    def choose(self, level: str, view: View) -> asyncio.Future[str]:
        def work() -> str:
            if level in SEARCHING:
                warm_up_in_background(view.game.name)
            guarded = Guarded(make_bot(level))
            move = guarded.choose(view)
            for fault in guarded.faults:  # another bot has made the move, so people notice nothing
                self._metrics.bot_faults.labels(level, fault.kind).inc()
                log.warning(fault.sentence("en"))
            return move

        return asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def advise(self, view: View, memory_aid: bool) -> Advice:
        def work() -> Advice:
            warm_up_in_background(view.game.name)
            return advise(view, HINT_BUDGET, memory_aid=memory_aid)

        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
