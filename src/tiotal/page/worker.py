"""Where the workers of the page come in: what JavaScript gives is made fit for Python."""

from __future__ import annotations

from typing import Any

from pyodide.ffi import to_js

from tiotal.bots import policies
from tiotal.engine.webassembly import InPage
from tiotal.page import thinking
from tiotal.page.house import House
from tiotal.page.thinking import PageThinking


class OtherWorker:
    """Bytes go there and come back as arrays of JavaScript."""

    def __init__(self, worker: Any) -> None:
        self._worker = worker

    async def think(self, asked: bytes) -> bytes:
        answer: bytes = (await self._worker.think(to_js(asked))).to_bytes()
        return answer

    def give_up(self) -> None:
        self._worker.giveUp()


async def open_house(drawers: Any, lines: Any, thinker: Any) -> House:
    house = House(drawers, lines, PageThinking(OtherWorker(thinker)))
    await house.start()
    return house


def bring(game: str, instance: Any) -> None:
    """The rules and the search of a game as WebAssembly: from now on bots think with it."""
    policies.bring(game, InPage(instance))


def think(asked: Any) -> Any:
    return to_js(thinking.think(asked.to_bytes()))
