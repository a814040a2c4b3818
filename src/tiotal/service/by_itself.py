"""What happens if nobody does anything, as long as somebody is connected: bots move, clocks run out, and a card that
lies with a wrong total is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tiotal.service.appending import Appender
from tiotal.service.host import Host, Whose
from tiotal.service.presence import Presence
from tiotal.service.table_time import TableTime
from tiotal.table.answers import bot_move, run_out, try_over
from tiotal.table.entries import Event
from tiotal.table.table import Table

SECONDS_TO_READ = 10  # that a bot waits in a turn for people who read, where others would have to wait with it
SECONDS_FOR_OTHERS = 3  # before a bot of a table that another process has moved on is helped


class ByItself:
    def __init__(
        self, host: Host, table_id: str, table: Table, time: TableTime, presence: Presence, appender: Appender
    ) -> None:
        self._host = host
        self._id = table_id
        self._table = table
        self._time = time
        self._presence = presence
        self._appender = appender
        self._turn_began = host.clock.seconds()
        self._moved_here = True
        self._task: asyncio.Task[None] | None = None
        self._thought: tuple[tuple[int, str], asyncio.Future[str]] | None = None  # of a bot, in this turn

    def happened(self, here: bool) -> None:
        """There is another entry in the log; `here`: this process has written it."""
        if self._table.turn_number == self._table.number:
            self._moved_here = here
            self._turn_began = self._host.clock.seconds()
            self._forget_thought()

    def somebody_looks(self) -> None:
        """The first device has connected: the turn counts from now, and another process may be about to move."""
        self._moved_here = False
        self._turn_began = self._host.clock.seconds()

    def plan(self) -> None:
        self._stop_waiting()
        clock, table = self._host.clock, self._table
        if self._presence.is_empty:
            self._forget_thought()
        elif table.bot_to_move:
            delay = int(table.settings["pace"] or 0) / 1000
            others = 0.0 if self._moved_here or self._host.peers.alone else SECONDS_FOR_OTHERS
            waited = clock.seconds() - self._turn_began
            self._task = self._host.spawn(self._bot_moves(max(0.0, delay + others - waited)))
        elif (until := table.try_until()) is not None:
            self._task = self._host.spawn(self._time_passes(until, try_over))
        elif (deadline := table.deadline()) is not None:
            self._task = self._host.spawn(self._time_passes(deadline, run_out))

    def drop(self) -> None:
        """Nobody is there who would see it."""
        self._stop_waiting()
        self._forget_thought()

    def _stop_waiting(self) -> None:
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
            self._forget_thought()
            position = self._table.match.position
            view = position.view(seat, position.log_size)
            whose = Whose(self._presence.address_of(self._table.people), self._id)
            self._thought = (asked, asyncio.ensure_future(self._host.thinking.choose(level, view, whose)))
        return self._thought[1]

    def _forget_thought(self) -> None:
        """It is about a turn that is over, or for people who are gone."""
        if self._thought is not None:
            self._thought[1].cancel()
        self._thought = None

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
    async def _time_passes(self, until: int, then: Callable[[Table, int], Event | None]) -> None:
        await self._host.clock.sleep(max(0, until - self._time.now()) / 1000)
        number = self._table.number
        if await self._appender.append_by_itself(lambda: then(self._table, self._time.now())) == number:
            self.plan()  # the clocks of the machine do not agree: a little later, then
