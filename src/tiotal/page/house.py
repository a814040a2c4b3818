"""The house in a page: its tables, the lines to them, and the desk where everything else is asked for."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

from tiotal.engine.errors import Refused, TiotalError
from tiotal.page.asking import Desk
from tiotal.page.drawers import Drawers
from tiotal.page.store import DrawerStore
from tiotal.service.clock import WallClock
from tiotal.service.host import Clock, NoPeers, Thinking
from tiotal.service.languages import preferred
from tiotal.service.problems import problem, status_of
from tiotal.service.reading import Hello, read_message, request_in
from tiotal.service.running import RunningTable
from tiotal.service.tables import TABLE_ID, Tables
from tiotal.service.telling import encode
from tiotal.service.visitor import Visitor

NOT_FOUND, UNWELCOME, LATER = 4404, 4403, 1013  # why a line ends, as on a server
ENDINGS = {"server.no_table": NOT_FOUND, "server.storage_down": LATER, "house.no_drawers": LATER}

log = logging.getLogger(__name__)


class Lines(Protocol):
    """To the pages of this browser."""

    def send(self, line: str, text: str) -> None: ...

    def end(self, line: str, code: int) -> None: ...


class House:
    def __init__(self, drawers: Drawers, lines: Lines, thinking: Thinking, clock: Clock | None = None) -> None:
        self._lines = lines
        self._clock = clock or WallClock()
        self.store = DrawerStore(drawers, self._spawn)
        self.tables = Tables(self.store, NoPeers(), self._clock, thinking)
        self._here: dict[str, AtTable] = {}

    def _spawn(self, work: Any) -> asyncio.Task[None]:
        return self.tables.spawn(work)

    async def start(self) -> None:
        await self.tables.start()

    # --- The desk -----------------------------------------------------------------------------------------------
    async def call(self, method: str, path: str, body: str | None, language: str) -> str:
        """What a server would answer to such a request: its status, a line break, and its body."""
        language = preferred(language)
        try:
            desk = Desk(self.tables, self.store, self._clock, await self.store.device(), language)
            status, answer = await desk.answer(method, path, body)
        except TiotalError as error:
            status, answer = status_of(error), problem(error, language)
        except Exception:
            log.exception("a call has failed")
            status, answer = 500, problem(Refused("house.fault"), language)
        return f"{status}\n{encode(answer)}"

    # --- Lines --------------------------------------------------------------------------------------------------
    def connect(self, line: str, table_id: str) -> None:
        """A page wants to be at a table; its first message says hello."""
        self.hang_up(line)
        self._here[line] = AtTable(self, line, table_id)

    def hear(self, line: str, text: str) -> None:
        """A message of a page."""
        if line in self._here:
            self._here[line].hear(text)
        else:
            self._lines.end(line, LATER)  # of a house that was here before

    def hang_up(self, line: str) -> None:
        """The page is gone."""
        if line in self._here:
            self._here.pop(line).close()

    def send(self, line: str, text: str) -> None:
        self._lines.send(line, text)

    def end(self, line: str, code: int) -> None:
        self.hang_up(line)
        self._lines.end(line, code)


class AtTable:
    """A line, from its first message on."""

    def __init__(self, house: House, line: str, table_id: str) -> None:
        self._house = house
        self._line = line
        self._table_id = table_id
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._visitor: PageVisitor | None = None
        self._task = house.tables.spawn(self._listen())

    def hear(self, text: str) -> None:
        self._heard.put_nowait(text)

    def close(self) -> None:
        if self._visitor is not None:
            self._visitor.leave()
        if self._task is not asyncio.current_task():
            self._task.cancel()

    async def _listen(self) -> None:
        visitor = await self._be_welcomed(await self._heard.get())
        if visitor is None:
            return
        self._visitor = visitor
        while True:
            text = await self._heard.get()
            try:
                message = read_message(text)
            except TiotalError as error:
                visitor.refuse(error, request_in(text))
                continue
            await asyncio.shield(visitor.answer(message))  # what is being kept is told, whether or not its sender stays

    async def _be_welcomed(self, text: str) -> PageVisitor | None:
        language = preferred(None)
        try:
            hello = read_message(text)
            if not isinstance(hello, Hello):
                raise Refused("server.hello_first")
            language = preferred(hello.language)
            live = await self._house.tables.find_newest(self._table_id) if TABLE_ID.fullmatch(self._table_id) else None
            if live is None:
                raise Refused("server.no_table")
            visitor = PageVisitor(self._house, self._line, live, await self._house.store.device(), language)
        except TiotalError as error:
            self._house.send(self._line, encode({"type": "refused", "request": None, **problem(error, language)}))
            self._house.end(self._line, ENDINGS.get(error.key, UNWELCOME))
            return None
        visitor.welcome(hello.last)
        return visitor


class PageVisitor(Visitor):
    def __init__(self, house: House, line: str, live: RunningTable, device: str, language: str) -> None:
        super().__init__(live, device, "here", language, house.tables.spawn)
        self._house = house
        self._line = line

    def send(self, text: str) -> None:
        self._house.send(self._line, text)

    def table_is_gone(self) -> None:
        self.refuse(Refused("server.no_table"), None)
        self._spawn(self._end())

    async def _end(self) -> None:
        """When all who are there have been told."""
        self._house.end(self._line, NOT_FOUND)
