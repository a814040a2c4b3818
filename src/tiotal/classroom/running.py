"""A class that is being run: what is asked for is committed, done at the tables, and told to every device."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Collection, Sequence
from typing import Any, Protocol

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
from tiotal.classroom.classroom import Classroom, Tournament, wiped_at
from tiotal.classroom.entries import (
    Begun,
    ClassEntry,
    Event,
    Helped,
    RoundEnded,
    TablesClosed,
    TablesOpened,
    TournamentBegun,
    TurnedAway,
    Wiped,
)
from tiotal.classroom.following import Following
from tiotal.classroom.report import report
from tiotal.classroom.requests import (
    BeginRound,
    BeginTournament,
    EndRound,
    EndTables,
    EndTournament,
    Help,
    How,
    OfPupil,
    OfTeacher,
    OpenTables,
    Play,
    ResumeAll,
)
from tiotal.classroom.seating import groups_of, skill_of
from tiotal.classroom.seen import Around
from tiotal.classroom.telling import Telling
from tiotal.classroom.tournament import SIZES, pairing, points_in_round
from tiotal.engine.errors import Refused
from tiotal.service.host import Clock, StorageDown
from tiotal.service.tables import Tables
from tiotal.table import requests as at_table
from tiotal.table.entries import Entry
from tiotal.table.match import KeptMatch
from tiotal.table.seen.listing import listing_of
from tiotal.table.table import Table

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
        self._turn = asyncio.Lock()
        self._uncertain = False  # a commit has failed, so the log may be longer than what is known here
        self.telling = Telling(self.lesson, self._around, clock, tables.spawn)
        self.following = Following(self.lesson, tables, clock, self._turn, self.telling.table_changed)
        self.happened = self.following.happened  # to be called with the table of every entry

    async def start(self, key: str, language: str) -> None:
        """Go on with the class that is kept, or begin one whose teacher has this key."""
        await self._read_on()
        if self.lesson.number == 0:
            await self._append(Begun(key, f"{secrets.randbelow(10**DIGITS):0{DIGITS}}", language))
        await self.following.follow()
        self.following.found_again()

    # --- Who asks -----------------------------------------------------------------------------------------------
    def is_teacher(self, secret: str | None) -> bool:
        return hmac.compare_digest((secret or "").encode(errors="replace"), self.lesson.key.encode())

    # --- Asking -------------------------------------------------------------------------------------------------
    async def ask(self, what: OfTeacher) -> int:
        """The number of the last entry that has come of it."""
        async with self._turn:
            await self._find_out()
            match what:
                case OpenTables(groups, play, seats):
                    await self._open(groups, play, seats)
                case EndTables(None):
                    await self._close([table.number for table in self.lesson.open_tables])
                case EndTables(number):
                    await self._close([open_table_of(self.lesson, number).number])
                case Help(number, says, hints):
                    pupil, place = table_of_pupil(self.lesson, number)
                    await self._append(Helped(number, says, hints))
                    await self.following.help(place, pupil, says, hints)
                case BeginTournament():
                    await self._begin_tournament(what)
                case BeginRound():
                    await self._begin_round()
                case EndRound():
                    await self._end_round()
                case EndTournament():
                    await self._append(answer_teacher(self.lesson, what))
                    await self._close_round(self.lesson.ended_tournament)
                case _:
                    await self._append(answer_teacher(self.lesson, what))
            await self.following.follow()
            if isinstance(what, ResumeAll):
                await self.following.go_on()
            return self.lesson.number

    async def ask_as_pupil(self, what: OfPupil, device: str) -> int:
        async with self._turn:
            await self._find_out()
            event = answer_pupil(self.lesson, what, device, self.telling.here)
            if event is not None:
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
            await self.following.follow()
            self._uncertain = False
            self.telling.changed()

    async def _read_on(self) -> None:
        for entry in (await self._store.read_class())[self.lesson.number :]:
            self.lesson.add(entry)

    # --- Tables -------------------------------------------------------------------------------------------------
    async def _open(self, groups: Sequence[Sequence[int]], play: Play, seats: int, round_: bool = False) -> None:
        """Tables begin before the class knows them: a table that it knows can be played at."""
        plans = plan_tables(self.lesson, groups, play, seats, self.following.host)
        places = [(await self._begin_table(plan), plan.pupils) for plan in plans]
        await self._close(called_away(self.lesson, [pupil for plan in plans for pupil in plan.pupils]))
        await self._append(TablesOpened(places, play, seats, round_))

    async def _begin_table(self, plan: Plan) -> str:
        table_id, at, host = secrets.token_urlsafe(16), self._clock.now(), self.following.host
        entry = Entry(1, at, plan.opened, host)
        listing = listing_of(table_id, None, at, Table.replay([entry]))
        live = await self._tables.open(listing, entry, [host])
        if live is None:
            raise Refused("server.busy")
        await live.ask(host, at_table.Start(), None)
        return table_id

    async def _close(self, numbers: Sequence[int]) -> None:
        if numbers:
            await self._append(TablesClosed(list(numbers)))

    # --- The tournament -----------------------------------------------------------------------------------------
    async def _begin_tournament(self, what: BeginTournament) -> None:
        if self.lesson.tournament is not None:
            raise Refused("classroom.tournament_runs")
        check_size(what.size)
        groups = pairing(Tournament(what.play, what.size), self._players(), self._seed())
        plan_tables(self.lesson, groups, what.play, 0, self.following.host)  # refused now, before anything has begun
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
            pupils, match = self.lesson.tables[number].pupils, self.following.first_match(number)
            names = [self.lesson.pupils[pupil].name for pupil in pupils]
            points += zip(pupils, points_in_round(names, match), strict=True)
            winners += [pupil for pupil, name in zip(pupils, names, strict=True) if match and name in _winners(match)]
        await self._append(RoundEnded(points, winners))
        await self._close_round(tournament)

    async def _close_round(self, tournament: Tournament | None) -> None:
        """What is played on there would count for nothing."""
        numbers = tournament.tables if tournament else []
        await self._close([number for number in numbers if self.lesson.tables[number].open])

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
        said = self.following.said()
        skill = {}
        for pupil in self.lesson.present:
            theirs = said.get(pupil.name, [])
            skill[pupil.number] = skill_of(len(theirs), sum(one.outcome == "once" for one in theirs))
        return groups_of(self._there, how, size, skill, self._seed())

    async def report(self, language: str, names: bool) -> dict[str, Any]:
        followed = self.following
        return report(self.lesson, followed.said(), followed.matches, self._clock.now(), language, names)

    def _around(self, here: Collection[str]) -> Around:
        followed = self.following
        return Around(here, followed.glance(), followed.done(), followed.said(), self._wiped_at)

    # --- The end ------------------------------------------------------------------------------------------------
    @property
    def _wiped_at(self) -> int:
        return wiped_at(self.lesson.began, max(self.lesson.at, self.following.played_at))

    async def is_due(self) -> bool:
        """Whether it is to be wiped, after a look at the clock on the wall: a computer that slept is no younger."""
        await self._clock.sleep(SECONDS_BETWEEN_LOOKS)
        return self._wiped_at <= self._clock.now()

    async def end(self) -> None:
        """From now on it is gone, whatever happens to this program, and everybody is told so."""
        async with self._turn:
            try:
                await self._append(Wiped())
            except StorageDown:
                self.lesson.is_wiped = True  # a full disk keeps nobody from deleting
        self.telling.wiped()


def _winners(match: KeptMatch) -> set[str]:
    return {match.record.players[seat] for seat in match.winners}
