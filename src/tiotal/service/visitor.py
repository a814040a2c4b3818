"""A device at one table: what it asks for, and what it is answered. A host brings the line to it, and its limits."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

from tiotal.engine.errors import Refused, TiotalError
from tiotal.service.problems import problem
from tiotal.service.reading import Ask, AskHint, FromDevice, Hello, Ping, Reading
from tiotal.service.running import RunningTable
from tiotal.service.telling import encode
from tiotal.table.requests import Request

Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]


class Visitor(ABC):
    def __init__(self, live: RunningTable, device: str, address: str, language: str, spawn: Spawn) -> None:
        self.live = live
        self.device = device
        self.address = address
        self.language = language
        self._spawn = spawn
        self._hint_task: asyncio.Task[None] | None = None

    @abstractmethod
    def send(self, text: str) -> None: ...

    @abstractmethod
    def table_is_gone(self) -> None: ...

    def may_ask(self, what: Request) -> bool:
        """Whether a limit of the host allows it now."""
        return True

    def may_have_hint(self) -> bool:
        return True

    def took(self, seconds: float) -> None:
        """That something which was asked for has been done, and how long it took."""

    def refuse(self, error: TiotalError, request: str | None) -> None:
        self.send(encode({"type": "refused", "request": request, **problem(error, self.language)}))

    def welcome(self, last: int) -> None:
        """The first thing that it is told."""
        self.send(encode(self.live.welcome(self.device, last)))
        self.live.join(self)

    def leave(self) -> None:
        self.live.part(self)
        if self._hint_task is not None:
            self._hint_task.cancel()

    async def answer(self, message: FromDevice) -> None:
        match message:
            case Ask():
                await self._ask(message)
            case Ping():
                self.send(encode({"type": "pong", "at": self.live.time.now()}))
            case Reading():
                self.live.reads(self, message.now)
            case AskHint():
                self._begin_hint(message)
            case Hello():
                self.refuse(Refused("server.hello_twice"), None)

    async def _ask(self, message: Ask) -> None:
        start = time.perf_counter()
        try:
            if not self.may_ask(message.what):
                raise Refused("server.too_fast")
            before = self.live.table.number
            number = await self.live.ask(self.device, message.what, message.request)
            if number <= before:  # it had happened before, so there was no news of it
                self.send(encode({"type": "done", "request": message.request, "number": number}))
        except TiotalError as error:
            self.refuse(error, message.request)
        else:
            self.took(time.perf_counter() - start)

    def _begin_hint(self, message: AskHint) -> None:
        """One at a time; nobody waits for a hint to a device that is gone."""
        if not self.may_have_hint() or (self._hint_task is not None and not self._hint_task.done()):
            self.refuse(Refused("server.too_fast"), message.request)
        else:
            self._hint_task = self._spawn(self._hint(message))

    async def _hint(self, message: AskHint) -> None:
        try:
            moves = await self.live.hint(self, message.seat, self.language)
        except TiotalError as error:
            self.refuse(error, message.request)
        else:
            self.send(encode({"type": "advice", "request": message.request, "moves": moves}))
