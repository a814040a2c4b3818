"""Bots and hints think in threads, off the event loop.

Moves that take no search have threads of their own and never wait for one. Searches share the others fairly, by address
and table; the longer the queue, the shorter each of them, so that everybody is answered in time. What nobody waits for
any more is not thought.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

from tiotal.bots.advice import Advice, advise
from tiotal.bots.bot import Budget
from tiotal.bots.catalogue import SEARCHING, make_bot
from tiotal.bots.guard import Guarded, be_patient, time_limit
from tiotal.bots.levels import LEVELS
from tiotal.bots.search import warm_up_in_background
from tiotal.engine.errors import Refused
from tiotal.engine.game import View
from tiotal.server.fair_queue import FairQueue
from tiotal.server.metrics import Metrics
from tiotal.service.host import Whose

HINT_MILLISECONDS = 300
QUICK = "greedy"  # moves for a level that searches when there is no time to
QUICK_THREADS = 2
SECONDS_FOR_QUICK = 2.0  # until a bot that does not search is given up
ROUND = 300  # milliseconds in which all searches that wait should have had their turn
LEAST = 4  # below this a search is worth nothing
REMEMBERED = 0.9  # of what searches took beyond their time, with each that is done
HINTS_OF_AN_ADDRESS = 40  # that may wait: a class has one address
HINTS_OF_A_DEVICE = 2

Kind = Literal["move", "hint"]

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Search:
    kind: Kind
    work: Callable[[float], Any]  # is given the milliseconds that it may search; 0: not at all
    milliseconds: float  # that it would like
    done: asyncio.Future[Any]


class Thinkers:
    """Compiled searches are loaded, or compiled, when somebody first needs one, and run uncompiled until that is done.

    So a server is there at once, and games that nobody searches in take no memory.
    """

    def __init__(self, threads: int, metrics: Metrics) -> None:
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._quick = ThreadPoolExecutor(QUICK_THREADS, thread_name_prefix="quick")
        self._threads = threads
        self._queue: FairQueue[Search] = FairQueue()
        self._beyond = 0.0  # milliseconds that a search takes, on average, beyond what it is given: others run, too
        self._changed = threading.Condition()
        self._closed = False
        for number in range(threads):
            threading.Thread(target=self._search_forever, name=f"search-{number}", daemon=True).start()
        metrics.searches_waiting.set_function(lambda: len(self._queue))

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._quick.shutdown(wait=False, cancel_futures=True)

    # --- Bots ---------------------------------------------------------------------------------------------------
    def choose(self, level: str, view: View, whose: Whose) -> asyncio.Future[str]:
        if level in SEARCHING and len(view.legal_moves) > 1:
            budget = LEVELS[level].budget
            assert budget is not None and budget.milliseconds is not None
            return self._search("move", lambda given: self._look_ahead(level, view, given), budget.milliseconds, whose)
        return self._loop.run_in_executor(self._quick, self._move, level, view, None)

    def _look_ahead(self, level: str, view: View, milliseconds: float) -> str:
        if milliseconds == 0:
            return self._move(QUICK, view, None)
        warm_up_in_background(view.game.key)
        return self._move(level, view, Budget(milliseconds=milliseconds))

    def _move(self, level: str, view: View, budget: Budget | None) -> str:
        start = time.perf_counter()
        limit = SECONDS_FOR_QUICK if budget is None else time_limit(budget)
        guarded = Guarded(make_bot(level, budget=budget), limit_seconds=limit, patient=budget is not None)
        move = guarded.choose(view)
        for fault in guarded.faults:  # another bot has made the move, so people notice nothing
            self._metrics.bot_faults.labels(level, fault.kind).inc()
            log.warning(fault.sentence("en"))
        self._metrics.thinking_seconds.labels("move" if budget is None else "search").observe(
            time.perf_counter() - start
        )
        return move

    # --- Hints --------------------------------------------------------------------------------------------------
    def advise(self, view: View, memory_aid: bool, whose: Whose) -> asyncio.Future[Advice]:
        def work(milliseconds: float) -> Advice:
            start = time.perf_counter()
            warm_up_in_background(view.game.key)
            found = advise(view, Budget(milliseconds=max(milliseconds, LEAST)), memory_aid=memory_aid)
            self._metrics.thinking_seconds.labels("hint").observe(time.perf_counter() - start)
            return found

        with self._changed:
            of_address, of_device = self._queue.waiting_for(whose)
        if of_address >= HINTS_OF_AN_ADDRESS or of_device >= HINTS_OF_A_DEVICE:
            raise Refused("server.too_fast")
        return self._search("hint", work, HINT_MILLISECONDS, whose)

    # --- Searching ----------------------------------------------------------------------------------------------
    def _search(
        self, kind: Kind, work: Callable[[float], Any], milliseconds: float, whose: Whose
    ) -> asyncio.Future[Any]:
        search = Search(kind, work, milliseconds, self._loop.create_future())
        search.done.add_done_callback(lambda done: self._drop(whose, search) if done.cancelled() else None)
        with self._changed:
            self._queue.put(whose, search)
            self._changed.notify()
        return search.done

    def _drop(self, whose: Whose, search: Search) -> None:
        with self._changed:
            if self._queue.remove(whose, search):
                self._metrics.searches_dropped.inc()

    def _search_forever(self) -> None:
        be_patient()
        while True:
            with self._changed:
                while not self._queue and not self._closed:
                    self._changed.wait()
                if self._closed:
                    return
                search = self._queue.next()
                milliseconds = given_to(search.milliseconds, 1 + len(self._queue), self._threads, self._beyond)
            if milliseconds < search.milliseconds:
                self._metrics.searches_shortened.inc()
            result, error = None, None
            began = time.perf_counter()
            try:
                result = search.work(milliseconds)
            except BaseException as raised:  # the thread has to go on
                error = raised
            beyond = max(0.0, 1000 * (time.perf_counter() - began) - milliseconds)
            self._beyond = REMEMBERED * self._beyond + (1 - REMEMBERED) * beyond
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_tell, search.done, result, error)


def given_to(milliseconds: float, waiting: int, threads: int, beyond: float = 0.0) -> float:
    """How long one of so many searches may take, if each takes so much longer; 0 if it is not worth to begin."""
    share = ROUND * threads / waiting - (beyond if waiting > threads else 0.0)
    return 0.0 if share < LEAST else min(milliseconds, share)


def _tell(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)
