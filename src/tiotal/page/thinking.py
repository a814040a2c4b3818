"""Bots and hints of a page. What takes no time is thought in the house itself, and searches in a worker of their own.

Python has no threads here, so a bot that hangs cannot be guarded against by waiting: the other worker is given up when
it is late, and a quick bot moves instead.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Awaitable
from typing import Any, Protocol, cast

from tiotal.bots.advice import Advice
from tiotal.bots.catalogue import SEARCHING, make_bot
from tiotal.engine.errors import Refused
from tiotal.engine.game import View
from tiotal.service.host import Whose

QUICK = "greedy"  # moves for a level whose search did not come to an end
SECONDS_FOR_SEARCH = 20.0  # far more than it takes, also when the worker has to be started first

log = logging.getLogger(__name__)


class Thinker(Protocol):
    """The other worker. What goes there and comes back is pickled: both run the same sources."""

    async def think(self, asked: bytes) -> bytes: ...

    def give_up(self) -> None:
        """End it; the next question starts another."""
        ...


class PageThinking:
    def __init__(self, thinker: Thinker, seed: int | None = None) -> None:
        self._thinker = thinker
        self._seed = seed  # of the bots; None: drawn each time
        self._one_at_a_time = asyncio.Lock()

    def choose(self, level: str, view: View, whose: Whose) -> Awaitable[str]:
        return self._choose(level, view)

    async def _choose(self, level: str, view: View) -> str:
        if level in SEARCHING and len(view.legal_moves) > 1:
            try:
                return cast(str, await self._think("choose", level, view, self._seed))
            except Exception as error:
                log.warning("a search has failed: %r", error)
                level = QUICK
        return make_bot(level, self._seed).choose(view)

    def advise(self, view: View, memory_aid: bool, whose: Whose) -> Awaitable[Advice]:
        return self._advise(view, memory_aid)

    async def _advise(self, view: View, memory_aid: bool) -> Advice:
        try:
            return cast(Advice, await self._think("advise", view, memory_aid))
        except Exception as error:
            log.warning("a hint has failed: %r", error)
            raise Refused("house.no_hint") from error

    async def _think(self, *asked: Any) -> Any:
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(SECONDS_FOR_SEARCH):
                    return pickle.loads(await self._thinker.think(pickle.dumps(asked)))
            except BaseException:
                self._thinker.give_up()  # also if nobody waits any more: what it would say next answers nobody
                raise


# --- In the other worker ----------------------------------------------------------------------------------------
HINT_MILLISECONDS = 300


def think(asked: bytes) -> bytes:
    """What `PageThinking` has asked."""
    from tiotal.bots.advice import advise
    from tiotal.bots.bot import Budget

    what, *about = pickle.loads(asked)
    if what == "choose":
        level, view, seed = about
        return pickle.dumps(make_bot(level, seed).choose(view))
    view, memory_aid = about
    return pickle.dumps(advise(view, Budget(milliseconds=HINT_MILLISECONDS), memory_aid=memory_aid))
