"""A class in memory: pupils with devices, tables that are really played, and a clock that a test moves on."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable, Coroutine
from typing import Any

from tests.kit.hosts import AtOnce, HandClock, MemoryStore, settle
from tiotal.classroom import requests as asked
from tiotal.classroom.animals import ANIMALS, COLOURS
from tiotal.classroom.entries import ClassEntry
from tiotal.classroom.running import RunningClass
from tiotal.classroom.telling import Role
from tiotal.service.host import NoPeers
from tiotal.service.running import RunningTable
from tiotal.service.tables import Tables
from tiotal.table import requests as at_table

KEY = "the-key-of-the-teacher"
PLAY = asked.Play("cento", {"preset": "to-20-a"})
QUIET = asked.Play("nimmt", {"rounds": 1})  # nobody says totals
NOT_LIKELY = 7  # of so many totals one is wrong at first


class ClassStore(MemoryStore):
    """Keeps the log of the class as text, beside those of its tables."""

    def __init__(self) -> None:
        super().__init__()
        self.lesson: list[tuple[int, int, str]] = []

    async def append_to_class(self, entry: ClassEntry) -> None:
        await asyncio.sleep(0)
        assert entry.number == len(self.lesson) + 1
        self.lesson.append((entry.number, entry.at, entry.write()))

    async def read_class(self) -> list[ClassEntry]:
        return [ClassEntry.read(*row) for row in self.lesson]


class Device:
    """Connected to the line of the class; it remembers what it was told."""

    def __init__(self, role: Role, device: str = "", language: str = "en") -> None:
        self.role = role
        self.device = device
        self.language = language
        self.address = "http://school.local"
        self.raw: list[str] = []

    def send(self, text: str) -> None:
        self.raw.append(text)

    def end(self) -> None:
        self.raw.append("")

    @property
    def sees(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.raw[-1])
        return told


class Lesson:
    """What a test of a class needs."""

    def __init__(self) -> None:
        self.store = ClassStore()
        self.clock = HandClock()
        self.chance = random.Random(5)
        self.teacher, self.board = Device("teacher"), Device("board")
        self.tables: Tables | None = None

    async def begin(self) -> None:
        """Or go on, as after the computer was started again."""
        await self.close()
        self.tables = Tables(self.store, NoPeers(), self.clock, AtOnce(self.clock), happened=self._happened)
        await self.tables.start()
        self.running = RunningClass(self.store, self.tables, self.clock)
        await self.running.start(KEY, "en")
        self.running.telling.join(self.teacher)
        self.running.telling.join(self.board)

    async def close(self) -> None:
        if self.tables is not None:
            await self.tables.close()

    def _happened(self, table_id: str) -> None:
        self.running.happened(table_id)

    @property
    def lesson(self) -> Any:
        return self.running.lesson

    # --- Asking -------------------------------------------------------------------------------------------------
    async def ask(self, what: asked.OfTeacher) -> None:
        await self.running.ask(what)
        await self.told()

    async def pupil(self, what: asked.OfPupil, device: str) -> None:
        await self.running.ask_as_pupil(what, device)
        await self.told()

    async def join(self, count: int) -> list[int]:
        """So many more pupils; their numbers."""
        first = len(self.lesson.pupils)
        for place in range(first, first + count):
            animal, colour = ANIMALS[place % len(ANIMALS)], COLOURS[place // len(ANIMALS)]
            join = asked.Join(self.lesson.code, animal, colour)
            await self.running.ask_as_pupil(join, f"device-{place}")
        await self.told()
        return list(self.lesson.pupils)[first:]

    async def open(self, *groups: list[int], play: asked.Play = PLAY, seats: int = 0) -> list[RunningTable]:
        await self.ask(asked.OpenTables(list(groups), play, seats))
        return self.open_tables

    @property
    def open_tables(self) -> list[RunningTable]:
        return list(self.running.following.open.values())

    async def told(self) -> None:
        """Everybody has been told what there is."""
        await settle()
        await self.clock.move_on(1.1)

    # --- Playing ------------------------------------------------------------------------------------------------
    async def play(self, live: RunningTable, moves: int = 10_000) -> None:
        """As pupils do: sometimes a total is wrong, sometimes also the second."""
        for _ in range(moves):
            table = live.table
            seat = table.to_move
            if seat is None or table.match is None:
                return
            device = table.seats[seat].device
            if device is None:
                await self.clock.move_on(2)  # a bot's turn; bots wait until somebody is there
                continue
            position = table.match.position
            move = table.trying.move if table.trying else self.chance.choice(position.legal_moves)
            right = position.total_after(move) if table.says(seat) else None
            said = right if right is None or self.chance.randrange(NOT_LIKELY) else right + 1
            await live.ask(device, at_table.Move(seat, move, table.number, said), None)
        await settle()


def in_a_class(test: Callable[[Lesson], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        lesson = Lesson()
        try:
            await lesson.begin()
            await test(lesson)
        finally:
            await lesson.close()

    asyncio.run(run())


__all__ = ["KEY", "PLAY", "QUIET", "Device", "Lesson", "in_a_class"]
