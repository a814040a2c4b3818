"""The tables of a class do as the class does: who plays on which device, who is gone, whether all are to wait.

The log of the class says how it is to be. Whatever was cut off in between is done the next time that they are compared,
at the latest when the class is found again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tiotal.classroom.classroom import Classroom, ClassTable, Pupil
from tiotal.classroom.counting import Counted, said_at
from tiotal.classroom.watching import watched
from tiotal.engine.errors import Refused
from tiotal.service.host import Clock
from tiotal.service.running import RunningTable
from tiotal.service.tables import Tables
from tiotal.table import requests as at_table
from tiotal.table.entries import SeatedPerson
from tiotal.table.match import KeptMatch
from tiotal.table.table import STAND_IN, Seat, Table


@dataclass(frozen=True)
class Closed:
    """What is kept in mind of a table where nothing more happens."""

    said: list[Counted]
    matches: int  # played to their ends
    first: KeptMatch | None


class Following:
    def __init__(
        self, lesson: Classroom, tables: Tables, clock: Clock, turn: asyncio.Lock, changed: Callable[[], None]
    ) -> None:
        self.open: dict[int, RunningTable] = {}  # by number; they stay in use, also while nobody is connected
        self.played_at = 0  # when anything has happened at a table, by the clock on the wall
        self._closed: dict[int, Closed] = {}
        self._lesson = lesson
        self._tables = tables
        self._clock = clock
        self._turn = turn  # of whoever changes the class
        self._changed = changed
        self._planned: set[int] = set()  # to be settled soon

    @property
    def host(self) -> str:
        """The host of all tables: no device, but whoever has the teacher's key."""
        return self._nobody("host")

    def _nobody(self, who: str) -> str:
        """A device that there is not."""
        return hashlib.sha256(f"tiotal class {self._lesson.key} {who}".encode()).hexdigest()[:32]

    # --- Following ----------------------------------------------------------------------------------------------
    async def follow(self) -> None:
        """Let all tables be as the class is."""
        for number, place in self._lesson.tables.items():
            if number in self._closed:
                continue
            live = self.open.get(number) or await self._tables.find(place.id)
            if live is None:
                continue
            live.stays = place.open
            if place.open:
                self.open[number] = live
                await self._settle(number)
            else:
                await self._close(number, live)

    async def _close(self, number: int, live: RunningTable) -> None:
        if live.table.phase != "ended":
            await live.ask(self.host, at_table.End(), None)
        finished = live.table.finished
        self._closed[number] = Closed(list(said_at(live.table)), len(finished), finished[0] if finished else None)
        self.open.pop(number, None)

    async def _settle(self, number: int) -> None:
        live = self.open[number]
        for pupil, seat in self._sitting(number):
            with contextlib.suppress(Refused):  # it has changed in between, and will be looked at again
                device = self._device_of(pupil)
                await live.hand_over(seat, device)
                if pupil.removed and live.table.seats[seat].stand_in is None:
                    await live.ask(device, at_table.Replace(seat, STAND_IN), None)
        with contextlib.suppress(Refused):
            if self._waits_otherwise(live.table):
                await live.ask(self.host, at_table.Pause() if self._lesson.waits else at_table.Resume(), None)

    def _device_of(self, pupil: Pupil) -> str:
        """Nobody's, if the pupil is not in the class any more."""
        return self._nobody(f"pupil {pupil.number}") if pupil.removed else pupil.device

    def _sitting(self, number: int) -> Iterator[tuple[Pupil, int]]:
        """The pupils of a table and their seats now: people move on by a seat from match to match."""
        pupils = {
            pupil.name: pupil for pupil in map(self._lesson.pupils.__getitem__, self._lesson.tables[number].pupils)
        }
        for seat, holds in enumerate(self.open[number].table.seats):
            if isinstance(holds.holder, SeatedPerson) and holds.holder.name in pupils:
                yield pupils[holds.holder.name], seat

    def _waits_otherwise(self, table: Table) -> bool:
        return table.phase == "playing" and table.held != self._lesson.waits

    async def go_on(self) -> None:
        """Also tables that pupils have paused by themselves."""
        for live in self.open.values():
            if live.table.paused:
                with contextlib.suppress(Refused):
                    await live.ask(self.host, at_table.Resume(), None)

    async def help(self, place: ClassTable, pupil: Pupil, says: bool | None, hints: bool | None) -> None:
        live = self.open[place.number]
        for seat in [seat for one, seat in self._sitting(place.number) if one is pupil]:
            if says is not None and says != live.table.says(seat):
                await live.ask(self.host, at_table.Says(seat, says), None)
            if hints is not None and hints != live.table.hints(seat):
                await live.ask(self.host, at_table.Hints(seat, hints), None)

    # --- What happens at tables ---------------------------------------------------------------------------------
    def happened(self, table_id: str) -> None:
        """Something has, at some table. Players can do much by themselves, such as beginning another match."""
        number = next((number for number, live in self.open.items() if live.id == table_id), None)
        if number is None:
            return
        self.played_at = self._clock.now()
        self._changed()
        if self._is_off(number) and number not in self._planned:
            self._planned.add(number)
            self._tables.spawn(self._settle_soon(number))

    def _is_off(self, number: int) -> bool:
        table = self.open[number].table
        sitting = ((pupil, table.seats[seat]) for pupil, seat in self._sitting(number))
        return self._waits_otherwise(table) or any(self._plays_otherwise(*one) for one in sitting)

    def _plays_otherwise(self, pupil: Pupil, seat: Seat) -> bool:
        return seat.device != self._device_of(pupil) or (pupil.removed and seat.stand_in is None)

    async def _settle_soon(self, number: int) -> None:
        async with self._turn:
            self._planned.discard(number)
            if number in self.open:
                await self._settle(number)

    # --- Looking ------------------------------------------------------------------------------------------------
    def glance(self) -> list[dict[str, Any]]:
        pupils = {pupil.name: pupil.number for pupil in self._lesson.pupils.values()}
        live = sorted(self.open.items())
        return [watched(self._lesson.tables[number], one.table, one.here, pupils) for number, one in live]

    def done(self) -> Collection[int]:
        """Tables where the first match has been played to its end."""
        return [number for number in self._lesson.tables if self.first_match(number) is not None]

    def first_match(self, number: int) -> KeptMatch | None:
        """What counts in a tournament: whatever is played after it is for fun."""
        live = self.open.get(number)
        if live is not None:
            return live.table.finished[0] if live.table.finished else None
        return self._closed[number].first if number in self._closed else None

    @property
    def matches(self) -> int:
        """That were played to their ends."""
        open_tables = sum(len(live.table.finished) for live in self.open.values())
        return open_tables + sum(closed.matches for closed in self._closed.values())

    def said(self) -> Mapping[str, list[Counted]]:
        """All totals of the lesson, by name."""
        by_name: dict[str, list[Counted]] = {}
        for number in self._lesson.tables:
            live, closed = self.open.get(number), self._closed.get(number)
            for one in said_at(live.table) if live else closed.said if closed else ():
                by_name.setdefault(one.name, []).append(one)
        return by_name

    def found_again(self) -> None:
        """By a program that was started again; perhaps in the middle of a lesson."""
        self.played_at = self._clock.now() if self.open else 0
