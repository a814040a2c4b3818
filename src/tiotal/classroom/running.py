"""A class that is being run: what is asked for is committed, done at the tables, and told to every device.

The log of the class comes first, and tables follow it (`_settle`): whatever was cut off in between is done when the
class is found again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from collections.abc import Collection, Sequence
from typing import Any, Literal, Protocol

from tiotal.classroom.answers import (
    Plan,
    answer_pupil,
    answer_teacher,
    called_away,
    check_size,
    open_table_of,
    plan_tables,
    table_of_pupil,
)
from tiotal.classroom.classroom import Classroom, ClassTable, Pupil, Tournament, wiped_at
from tiotal.classroom.counting import Counted, said_at
from tiotal.classroom.entries import (
    Begun,
    ClassEntry,
    Event,
    RoundEnded,
    TablesClosed,
    TablesOpened,
    TournamentBegun,
    TurnedAway,
)
from tiotal.classroom.report import report
from tiotal.classroom.requests import (
    BeginRound,
    BeginTournament,
    EndRound,
    EndTables,
    Help,
    How,
    OfPupil,
    OfTeacher,
    OpenTables,
    Play,
)
from tiotal.classroom.seating import groups_of, skill_of
from tiotal.classroom.seen import Around
from tiotal.classroom.telling import ClassListener, Telling
from tiotal.classroom.tournament import SIZES, pairing, points_in_round
from tiotal.classroom.watching import watched
from tiotal.engine.errors import Refused
from tiotal.service.host import Clock, StorageDown
from tiotal.service.running import RunningTable
from tiotal.service.tables import Tables
from tiotal.table import requests as at_table
from tiotal.table.entries import Entry, SeatedPerson
from tiotal.table.match import KeptMatch
from tiotal.table.seen.listing import listing_of
from tiotal.table.table import Seat, Table

STAND_IN = "medium"  # the bot that plays on for a pupil who is not in the class any more
DIGITS = 4  # of the code that pupils type
SECONDS_BETWEEN_LOOKS = 30  # whether a day has passed


class ClassStore(Protocol):
    """Keeps the log of one class."""

    async def append_to_class(self, entry: ClassEntry) -> None: ...

    async def read_class(self) -> list[ClassEntry]: ...


class RunningClass:
    """Everybody's requests are done one after the other."""

    def __init__(self, store: ClassStore, tables: Tables, clock: Clock) -> None:
        self.lesson = Classroom()
        self._store = store
        self._tables = tables
        self._clock = clock
        self._live: dict[int, RunningTable] = {}  # open tables by number; they stay in use as long as the class
        self._said: dict[int, list[Counted]] = {}  # at closed tables, where nothing more is said
        self._matches: dict[int, int] = {}  # played to their ends at closed tables
        self._played_at = 0  # when anything has happened at a table, by the clock on the wall
        self._turn = asyncio.Lock()
        self._uncertain = False  # a commit has failed, so the log may be longer than what is known here
        self._settling: set[int] = set()
        self.telling = Telling(self.lesson, self._around, clock, tables.spawn)

    async def start(self, key: str, language: str) -> None:
        """Go on with the class that is kept, or begin one whose teacher has this key."""
        await self._read_on()
        if self.lesson.number == 0:
            await self._append(Begun(key, f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", language))
        for place in self.lesson.tables.values():
            live = await self._tables.find(place.id)
            if live is not None and place.open:
                self._live[place.number] = live
                await self._settle(place.number)
            elif live is not None:
                self._count(place.number, live.table)

    # --- Who asks -----------------------------------------------------------------------------------------------
    def is_teacher(self, secret: str | None) -> bool:
        return hmac.compare_digest((secret or "").encode(), self.lesson.key.encode())

    @property
    def host(self) -> str:
        """The host of all tables: no device, but whoever has the teacher's key."""
        return hashlib.sha256(b"tiotal class " + self.lesson.key.encode()).hexdigest()[:32]

    # --- Asking -------------------------------------------------------------------------------------------------
    async def ask(self, what: OfTeacher) -> int:
        """The number of the last entry that has come of it."""
        async with self._turn:
            await self._find_out()
            match what:
                case OpenTables(groups, play, seats):
                    await self._open(groups, play, seats)
                case EndTables(number):
                    await self._close(
                        [table.number for table in self.lesson.open_tables]
                        if number is None
                        else [open_table_of(self.lesson, number).number]
                    )
                case Help():
                    await self._help(what)
                case BeginTournament():
                    await self._begin_tournament(what)
                case BeginRound():
                    await self._begin_round()
                case EndRound():
                    await self._end_round()
                case _:
                    await self._append(answer_teacher(self.lesson, what))
                    for open_table in self.lesson.open_tables:
                        await self._settle(open_table.number)
            return self.lesson.number

    async def ask_as_pupil(self, what: OfPupil, device: str) -> int:
        async with self._turn:
            await self._find_out()
            event = answer_pupil(self.lesson, what, device)
            await self._append(event)
        if isinstance(event, TurnedAway):
            raise Refused("classroom.full")
        return self.lesson.number

    async def _append(self, event: Event) -> None:
        entry = ClassEntry(self.lesson.number + 1, max(self._clock.now(), self.lesson.at), event)
        try:
            await self._store.append_to_class(entry)
        except (StorageDown, asyncio.CancelledError):
            self._uncertain = True  # perhaps it was committed all the same
            raise
        self.lesson.add(entry)
        self.telling.changed()

    async def _find_out(self) -> None:
        if self._uncertain:
            await self._read_on()
            self._uncertain = False
            self.telling.changed()

    async def _read_on(self) -> None:
        for entry in (await self._store.read_class())[self.lesson.number :]:
            self.lesson.add(entry)

    # --- Tables -------------------------------------------------------------------------------------------------
    async def _open(self, groups: Sequence[Sequence[int]], play: Play, seats: int, round_: bool = False) -> None:
        """Tables begin before the class knows them: a table that it knows can be played at."""
        plans = plan_tables(self.lesson, groups, play, seats, self.host)
        await self._close(called_away(self.lesson, [pupil for plan in plans for pupil in plan.pupils]))
        opened = [await self._begin_table(plan) for plan in plans]
        places = [(live.id, plan.pupils) for live, plan in zip(opened, plans, strict=True)]
        await self._append(TablesOpened(places, play, seats, round_))
        numbers = sorted(self.lesson.tables)[-len(opened) :]
        self._live.update(zip(numbers, opened, strict=True))
        for number in numbers:
            await self._settle(number)

    async def _begin_table(self, plan: Plan) -> RunningTable:
        table_id, at = secrets.token_urlsafe(16), self._clock.now()
        entry = Entry(1, at, plan.opened, self.host)
        listing = listing_of(table_id, None, at, Table.replay([entry]))
        live = await self._tables.open(listing, entry, [self.host])
        if live is None:
            raise Refused("server.busy")
        await live.ask(self.host, at_table.Start(), None)
        return live

    async def _close(self, numbers: Sequence[int]) -> None:
        if not numbers:
            return
        for number in numbers:
            live = self._live[number]
            if live.table.phase != "ended":
                await live.ask(self.host, at_table.End(), None)
        await self._append(TablesClosed(list(numbers)))
        for number in numbers:
            self._count(number, self._live.pop(number).table)

    def _count(self, number: int, table: Table) -> None:
        self._said[number] = list(said_at(table))
        self._matches[number] = len(table.finished)

    async def _help(self, what: Help) -> None:
        pupil, place = table_of_pupil(self.lesson, what.pupil)
        live = self._live[place.number]
        for seat in _seats_named(live.table, pupil.name):
            if what.says is not None and what.says != live.table.says(seat):
                await live.ask(self.host, at_table.Says(seat, what.says), None)
            if what.hints is not None and what.hints != live.table.hints(seat):
                await live.ask(self.host, at_table.Hints(seat, what.hints), None)

    # --- Tables follow the class --------------------------------------------------------------------------------
    def happened(self, table_id: str) -> None:
        """Something has, at some table."""
        number = next((number for number, live in self._live.items() if live.id == table_id), None)
        if number is None:
            return
        self._played_at = self._clock.now()
        self.telling.table_changed()
        if self._is_off(number) and number not in self._settling:
            self._settling.add(number)
            self._tables.spawn(self._settle_later(number))

    def _is_off(self, number: int) -> bool:
        """Whether a table is otherwise than the class: players can do much by themselves, and matches begin."""
        table = self._live[number].table
        others = any(pupil_plays(pupil, holds) is not None for pupil, _, holds in self._sitting(number))
        return others or (table.phase == "playing" and table.held != self.lesson.waits)

    def _sitting(self, number: int) -> list[tuple[Pupil, int, Seat]]:
        """The pupils of a table, where they sit now. People move on by a seat from match to match."""
        table = self._live[number].table
        pupils = (self.lesson.pupils[pupil] for pupil in self.lesson.tables[number].pupils)
        return [(pupil, seat, table.seats[seat]) for pupil in pupils for seat in _seats_named(table, pupil.name)]

    async def _settle_later(self, number: int) -> None:
        self._settling.discard(number)
        async with self._turn:
            if number in self._live:
                await self._settle(number)

    async def _settle(self, number: int) -> None:
        """Let a table be as the class is: who plays on which device, who is gone, and whether all are to wait."""
        live = self._live[number]
        with contextlib.suppress(Refused):  # it has changed in between, and will be looked at again
            for pupil, seat, holds in self._sitting(number):
                match pupil_plays(pupil, holds):
                    case "elsewhere":
                        await live.hand_over(seat, pupil.device)
                    case "no more":
                        await live.ask(pupil.device, at_table.Replace(seat, STAND_IN), None)
            if live.table.phase == "playing" and live.table.held != self.lesson.waits:
                await live.ask(self.host, at_table.Pause() if self.lesson.waits else at_table.Resume(), None)

    # --- The tournament -----------------------------------------------------------------------------------------
    async def _begin_tournament(self, what: BeginTournament) -> None:
        if self.lesson.tournament is not None:
            raise Refused("classroom.tournament_runs")
        check_size(what.size)
        groups = pairing(Tournament(what.play, what.size), self._players(), self._seed())
        plan_tables(self.lesson, groups, what.play, 0, self.host)  # refused now, before anything has begun
        await self._append(TournamentBegun(what.play, what.size))
        await self._open(groups, what.play, 0, round_=True)

    async def _begin_round(self) -> None:
        tournament = self.lesson.tournament
        if tournament is None:
            raise Refused("classroom.no_tournament")
        if tournament.playing:
            raise Refused("classroom.round_runs")
        groups = pairing(tournament, self._players(), self._seed())
        await self._open(groups, tournament.play, 0, round_=True)

    async def _end_round(self) -> None:
        tournament = self.lesson.tournament
        if tournament is None or not tournament.playing:
            raise Refused("classroom.no_round")
        points: list[tuple[int, float]] = []
        winners: list[int] = []
        for number in tournament.tables:
            pupils, match = self.lesson.tables[number].pupils, await self._first_match(self.lesson.tables[number])
            points += zip(pupils, points_in_round([self.lesson.pupils[one].name for one in pupils], match), strict=True)
            winners += [one for one in pupils if match and self.lesson.pupils[one].name in _winners(match)]
        await self._append(RoundEnded(points, winners))

    async def _first_match(self, place: ClassTable) -> KeptMatch | None:
        """What counts: whatever is played after it is for fun."""
        live = self._live.get(place.number) or await self._tables.find(place.id)
        return live.table.finished[0] if live is not None and live.table.finished else None

    def _players(self) -> list[int]:
        players = self._there
        if len(players) < SIZES[0]:
            raise Refused("classroom.few_for_tournament")
        return players

    @property
    def _there(self) -> list[int]:
        """Pupils who can be seated: whoever is connected, or all of the class as long as nobody is."""
        here = self.telling.here
        numbers = [pupil.number for pupil in self.lesson.present if pupil.device in here]
        return numbers or [pupil.number for pupil in self.lesson.present]

    def _seed(self) -> int:
        return secrets.randbits(64)

    # --- Looking ------------------------------------------------------------------------------------------------
    async def groups(self, how: How, size: int) -> list[list[int]]:
        """Pupils in groups of about this size, as a proposal."""
        said = self._said_by_name()
        skill = {}
        for pupil in self.lesson.present:
            theirs = said.get(pupil.name, [])
            skill[pupil.number] = skill_of(len(theirs), sum(one.outcome == "once" for one in theirs))
        return groups_of(self._there, how, size, skill, self._seed())

    async def report(self, language: str, names: bool) -> dict[str, Any]:
        matches = sum(self._matches.values()) + sum(len(live.table.finished) for live in self._live.values())
        return report(self.lesson, self._said_by_name(), matches, self._clock.now(), language, names)

    def _said_by_name(self) -> dict[str, list[Counted]]:
        by_name: dict[str, list[Counted]] = {}
        for number in self.lesson.tables:
            live = self._live.get(number)
            for one in said_at(live.table) if live else self._said.get(number, ()):
                by_name.setdefault(one.name, []).append(one)
        return by_name

    def _around(self, here: Collection[str]) -> Around:
        pupils = {pupil.name: pupil.number for pupil in self.lesson.pupils.values()}
        live = sorted(self._live.items())
        return Around(
            here=here,
            tables=[watched(self.lesson.tables[number], one.table, one.here, pupils) for number, one in live],
            done=[number for number in self.lesson.tables if self._is_done(number)],
            said=self._said_by_name(),
        )

    def _is_done(self, number: int) -> bool:
        live = self._live.get(number)
        return bool(live.table.finished) if live else bool(self._matches.get(number))

    # --- The end ------------------------------------------------------------------------------------------------
    def join(self, listener: ClassListener) -> None:
        self.telling.join(listener)

    def part(self, listener: ClassListener) -> None:
        self.telling.part(listener)

    async def is_due(self) -> bool:
        """Whether it is to be wiped, after a look at the clock on the wall: a computer that slept is no younger."""
        await self._clock.sleep(SECONDS_BETWEEN_LOOKS)
        return wiped_at(self.lesson.began, max(self.lesson.at, self._played_at)) <= self._clock.now()


def pupil_plays(pupil: Pupil, holds: Seat) -> Literal["elsewhere", "no more"] | None:
    """What has changed for a pupil since the seat was taken, if anything has."""
    if holds.device != pupil.device:
        return "elsewhere"
    return "no more" if pupil.removed and holds.stand_in is None else None


def _seats_named(table: Table, name: str) -> list[int]:
    seats = enumerate(table.seats)
    return [number for number, seat in seats if isinstance(seat.holder, SeatedPerson) and seat.holder.name == name]


def _winners(match: KeptMatch) -> set[str]:
    return {match.record.players[seat] for seat in match.winners}
