"""What happens if nobody does anything: bots move, and clocks run out, as long as somebody is connected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from tiotal.service.appending import Appender
from tiotal.service.host import Host
from tiotal.service.presence import Presence
from tiotal.table.answers import bot_move, run_out
from tiotal.table.table import Table

SECONDS_TO_READ = 10  # that a bot waits in a turn for people who read, where others would have to wait with it
SECONDS_FOR_OTHERS = 3  # before a bot of a table that another process has moved on is helped


class ByItself:
    def __init__(self, host: Host, table: Table, presence: Presence, appender: Appender) -> None:
        self._host = host
        self._table = table
        self._presence = presence
        self._appender = appender
        self._turn_began = host.clock.seconds()
        self._moved_here = True
        self._task: asyncio.Task[None] | None = None
        self._thought: tuple[tuple[int, str], asyncio.Future[str]] | None = None  # of a bot, in this turn

    def happened(self, here: bool) -> None:
        """There is another entry in the log; `here`: this process has written it."""
        self._moved_here = here
        if self._table.turn_number == self._table.number:
            self._turn_began = self._host.clock.seconds()

    def somebody_looks(self) -> None:
        """The first device has connected: the turn counts from now, and another process may be about to move."""
        self._moved_here = False
        self._turn_began = self._host.clock.seconds()

    def plan(self) -> None:
        self.drop()
        if self._presence.is_empty:
            return
        clock, table = self._host.clock, self._table
        if table.bot_to_move:
            delay = int(table.settings["pace"] or 0) / 1000
            others = 0.0 if self._moved_here or self._host.peers.alone else SECONDS_FOR_OTHERS
            waited = clock.seconds() - self._turn_began
            self._task = self._host.spawn(self._bot_moves(max(0.0, delay + others - waited)))
        elif (deadline := table.deadline()) is not None:
            self._task = self._host.spawn(self._clock_runs_out(max(0, deadline - clock.now()) / 1000))

    def drop(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
        self._task = None

    # --- Bots ---------------------------------------------------------------------------------------------------
    async def _bot_moves(self, delay: float) -> None:
        table = self._table
        seen, level, seat = table.number, table.bot_to_move, table.to_move
        if level is None or seat is None or table.match is None:
            return
        move = table.prepared_move
        thinking = self._think(level, seat) if move is None else None
        await self._host.clock.sleep(delay)
        await self._let_people_read()
        chosen = await asyncio.shield(thinking) if thinking is not None else move
        assert chosen is not None
        await self._appender.append_by_itself(lambda: bot_move(table, chosen, seen))

    def _think(self, level: str, seat: int) -> asyncio.Future[str]:
        """A bot thinks once in a turn, whatever people say and do meanwhile."""
        asked = (self._table.turn_number, level)
        if self._thought is None or self._thought[0] != asked:
            assert self._table.match is not None
            position = self._table.match.position
            self._thought = (asked, _begun(self._host.thinking.choose(level, position.view(seat, position.log_size))))
        return self._thought[1]

    async def _let_people_read(self) -> None:
        """Without limit if all play on one device. Otherwise for a short time in each turn: others wait, too."""
        latest = self._turn_began + SECONDS_TO_READ
        while self._presence.reading & self._table.people:
            left = None if len(self._table.people) == 1 else latest - self._host.clock.seconds()
            if left is not None and left <= 0:
                return
            self._presence.someone_read_on.clear()
            await self._host.clock.wait(self._presence.someone_read_on, left)

    # --- Clocks -------------------------------------------------------------------------------------------------
    async def _clock_runs_out(self, delay: float) -> None:
        await self._host.clock.sleep(delay)
        number = self._table.number
        if await self._appender.append_by_itself(lambda: run_out(self._table, self._host.clock.now())) == number:
            self.plan()  # the clocks of the machine do not agree: a little later, then


def _begun(work: Awaitable[str]) -> asyncio.Future[str]:
    """It goes on even when nobody waits for it any more."""
    return asyncio.ensure_future(work)
