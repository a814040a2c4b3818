"""A real server of a class, its teacher, and pupils who each have a line to the class and one to their table."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from tests.kit.server import SECONDS, Device, Json, Player, SameDeals, connected
from tiotal.classroom.animals import ANIMALS, COLOURS
from tiotal.server import class_messages


class ClassServer(SameDeals):
    """`tiotal serve --classroom`."""

    def __init__(self, folder: Any, database: str | None = None, options: tuple[str, ...] = ()) -> None:
        super().__init__(folder, database, ("--classroom", "--host", "127.0.0.2", *options))
        self.url = f"http://127.0.0.2:{self.port}"

    def start(self, wait: bool = True) -> None:
        self._told_before = self.log.stat().st_size if self.log.exists() else 0
        super().start(wait)

    @property
    def key(self) -> str:
        """Of the teacher, as the program shows it when it is ready; others may notice that sooner."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            found = re.search(r"/class#(\S+)\n", self.log.read_bytes()[self._told_before :].decode())
            if found is not None:
                return found[1]
            time.sleep(0.02)
        raise AssertionError(f"no key was shown: {self.log.read_text()}")

    @property
    def teacher(self) -> Teacher:
        return Teacher(self.url, self.key)

    @property
    def files(self) -> list[Any]:
        return sorted(self.folder.glob("tiotal.db*"))


class Teacher(Device):
    """Whoever has the key."""

    def try_to(self, request: str, /, **others: Any) -> httpx.Response:
        return self.post("/api/class/teacher", {"what": {"type": request, **others}})

    def tell(self, request: str, /, **others: Any) -> None:
        answer = self.try_to(request, **others)
        assert answer.status_code == httpx.codes.OK, answer.text

    async def do(self, request: str, /, **others: Any) -> None:
        await asyncio.to_thread(self.tell, request, **others)


class ClassLine:
    """What a device is told of the class: all of it is kept as it came, and is checked."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.raw: list[str] = []
        self.sees: Json = {}

    async def hear(self) -> Json:
        async with asyncio.timeout(SECONDS):
            raw = str(await self.connection.recv())
        class_messages.to_class.validate_json(raw, strict=True)
        self.raw.append(raw)
        self.sees = json.loads(raw)
        return self.sees

    async def until(self, fits: Callable[[Json], bool]) -> Json:
        """What it is told, now or later, that fits."""
        async with asyncio.timeout(SECONDS):
            while not (self.sees and fits(self.sees)):
                await self.hear()
        return self.sees


@contextlib.asynccontextmanager
async def class_line(url: str, role: str, token: str, language: str = "en") -> AsyncIterator[ClassLine]:
    async with connect(f"{url.replace('http', 'ws', 1)}/api/class/line", max_size=None) as connection:
        await connection.send(json.dumps({"type": "hello", "role": role, "token": token, "language": language}))
        line = ClassLine(connection)
        await line.hear()
        yield line


class Pupil(Device):
    """A device that has joined: number `place` of the class."""

    def __init__(self, url: str, code: str, place: int) -> None:
        super().__init__(url)
        self.animal, self.colour = ANIMALS[place % len(ANIMALS)], COLOURS[place // len(ANIMALS)]
        answer = self.say("join", code=code, animal=self.animal, colour=self.colour)
        assert answer.status_code == httpx.codes.OK, answer.text
        self.number: int = answer.json()["number"]

    def say(self, what: str, **others: Any) -> httpx.Response:
        return self.post("/api/class/pupil", {"what": {"type": what, **others}})

    def line(self, language: str = "en") -> contextlib.AbstractAsyncContextManager[ClassLine]:
        return class_line(self.url, "pupil", self.token, language)

    def at(self, table: str) -> contextlib.AbstractAsyncContextManager[Player]:
        return connected(self.url, table, self.token)
