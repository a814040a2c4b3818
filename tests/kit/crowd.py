"""Pupils who come, play, solve and listen by themselves, each over real connections, in a thread beside the test."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.kit.class_server import ClassLine, Pupil
from tests.kit.server import SECONDS, Json, Player
from tiotal.lab import client

WRONG = 6  # of so many totals one is wrong
SECONDS_TO_THINK = (0.5, 1.5)


@dataclass(frozen=True)
class Made:
    """A move that the server has acknowledged."""

    table: str
    match: int
    moves: int  # in the match, with this one
    at: float  # seconds since 1970


class Crowd:
    def __init__(self, url: str, code: str, count: int, places: int = 0) -> None:
        self.made: list[Made] = []
        self.pupils = [Pupil(url, code, places + place) for place in range(count)]
        self.lines: list[ClassLine] = []
        self.wiped = 0
        self.failed: list[BaseException] = []
        self._counted: dict[str, tuple[int, int, int]] = {}  # the last entry of each table, moves, and the match
        self._plays = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def __enter__(self) -> Crowd:
        self._thread.start()
        for place, pupil in enumerate(self.pupils):
            self._spawn(self._live(pupil, random.Random(place)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        async def end() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            for task in others:
                task.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), self._loop).result(SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(SECONDS)
        self._loop.close()

    def play(self, now: bool) -> None:
        """Whether they make moves; they listen in any case."""
        (self._plays.set if now else self._plays.clear)()

    def wait(self, fits: Callable[[], bool], what: str, seconds: float = SECONDS) -> None:
        deadline = time.monotonic() + seconds
        while not fits():
            assert not self.failed, self.failed
            assert time.monotonic() < deadline, f"waited for {what}"
            time.sleep(0.05)

    def see(self, fits: Callable[[Json], bool], what: str) -> None:
        """Wait until each is told something that fits."""
        self.wait(lambda: len(self.lines) == len(self.pupils) and all(fits(line.sees) for line in self.lines), what)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        async def noted() -> None:
            try:
                await work
            except (asyncio.CancelledError, ConnectionClosed):
                raise
            except BaseException as error:
                self.failed.append(error)
                raise

        asyncio.run_coroutine_threadsafe(noted(), self._loop)

    # --- A pupil ------------------------------------------------------------------------------------------------
    async def _live(self, pupil: Pupil, chance: random.Random) -> None:
        async with pupil.line() as line:
            self.lines.append(line)
            playing: asyncio.Task[None] | None = None
            table = solved = None
            while line.sees["type"] != "wiped":
                if line.sees["table"] != table:
                    table = line.sees["table"]
                    if playing is not None:
                        playing.cancel()
                    playing = asyncio.create_task(self._sit(pupil, table, chance)) if table else None
                puzzle = line.sees["puzzle"]
                if puzzle and not puzzle["closed"] and puzzle["puzzle"] != solved:
                    solved = puzzle["puzzle"]
                    await asyncio.sleep(chance.uniform(*SECONDS_TO_THINK))
                    move = chance.choice(puzzle["scene"]["legal"])["written"]
                    await asyncio.to_thread(pupil.say, "solve", puzzle=solved, move=move)
                await line.hear()
            self.wiped += 1
            if playing is not None:
                await asyncio.wait([playing])

    async def _sit(self, pupil: Pupil, table: str, chance: random.Random) -> None:
        async with client.connected(AtTable, pupil.url, table, pupil.token) as player:
            player.moved = lambda number, match: self._note(table, number, match)
            with contextlib.suppress(ConnectionClosed):
                while True:
                    if player.to_move is not None and self._plays.is_set():
                        await self._move(player, chance)
                    with contextlib.suppress(TimeoutError):
                        await player.hear(0.3)

    async def _move(self, player: AtTable, chance: random.Random) -> None:
        await asyncio.sleep(chance.uniform(*SECONDS_TO_THINK))
        seat = player.to_move
        if seat is None:
            return
        match = player.matches[seat]
        offered = chance.choice(match["legal"])
        said = {"said": total_with(match, offered) + (not chance.randrange(WRONG))} if offered.get("says") else {}
        what = {"type": "move", "seat": seat, "move": offered["written"], "seen": player.last, **said}
        await player.ask(what)  # or it is refused: all were to wait just now, or the table is closed

    def _note(self, table: str, number: int, match: int) -> None:
        """Everybody at a table hears of a move; who does so first notes it."""
        last, moves, before = self._counted.get(table, (0, 0, match))
        if number > last:
            moves = moves + 1 if before == match else 1
            self._counted[table] = (number, moves, match)
            self.made.append(Made(table, match, moves, time.time()))


class AtTable(Player):
    """Says at once when it hears of a move."""

    checks = False  # that is looked at in tests of the wire
    moved: Callable[[int, int], None] = staticmethod(lambda number, match: None)

    async def hear(self, seconds: float = SECONDS) -> Json:
        message = await super().hear(seconds)
        if message["type"] == "news" and message["event"]["kind"] == "moved":
            self.moved(int(message["turn"]["number"]), int(self.table["match"]))
        self.heard.clear()
        self.raw.clear()
        return message


def total_with(match: Json, move: Json) -> int:
    """As somebody calculates who knows plus and minus; what other cards do, they have not learned yet."""
    table = match["table"]
    number = re.fullmatch(r"([+-])(\d+)", move["written"])
    if number is None:
        return int(table["total"])
    goes_up = (number[1] == "+") != bool(table["flipped"])
    return int(table["total"]) + (int(number[2]) if goes_up else -int(number[2]))
