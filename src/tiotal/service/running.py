"""One table in use: kept in memory, always what its log in the store replays to."""

from __future__ import annotations

import contextlib
import dataclasses
import itertools
import weakref
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec

from tiotal.service import telling
from tiotal.service.absence import Absence
from tiotal.service.appending import Appender
from tiotal.service.by_itself import ByItself
from tiotal.service.host import Host, Listener, StorageDown, Whose
from tiotal.service.presence import Presence
from tiotal.service.table_time import TableTime
from tiotal.table import seen
from tiotal.table.answers import Asker, answer, hand_over
from tiotal.table.entries import Entry, Event, Forgotten
from tiotal.table.requests import Replace, Request
from tiotal.table.seen.listing import Listing, can_be_found, listing_of, waits_for
from tiotal.table.table import Table

Arguments = ParamSpec("Arguments")


def weakly(method: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Call a method as long as its object is in use, and do not keep it alive.

    So a table that nobody uses is gone at once. Tables come and go all day; looking for garbage stops everybody.
    """
    found = weakref.WeakMethod(method)

    def call(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        method = found()
        if method is not None:
            method(*arguments, **named)

    return call


class RunningTable:
    def __init__(self, host: Host, listing: Listing, table: Table) -> None:
        self.id = listing.id
        self.code = listing.code
        self.opened_at = listing.opened_at
        self.table = table
        self.time = TableTime(host.clock, table)
        self.presence = Presence(host.clock, host.began)
        self.used = host.clock.seconds()
        self.stays = False  # in use, although nobody is connected to it
        self._host = host
        told = (weakly(self._happened), weakly(self._rewritten))
        self._appender = Appender(host, self.id, table, self.time, *told)
        self._by_itself = ByItself(host, self.id, table, self.time, self.presence, self._appender)
        self._absence = Absence(host.clock, host.spawn, table, self.presence, weakly(self._look_again))
        self._noted_to_wait_for = listing.waits_for
        self._noted_here: set[str] = set()  # devices

    # --- Who is there -------------------------------------------------------------------------------------------
    @property
    def here(self) -> list[int]:
        """Seats whose people are connected."""
        present = self.presence.devices
        return [number for number, seat in enumerate(self.table.seats) if seat.device in present]

    @property
    def devices(self) -> list[str]:
        """Whose table it is."""
        return sorted({seat.device for seat in self.table.seats if seat.device} | {self.table.host})

    def join(self, listener: Listener) -> None:
        self.used = self._host.clock.seconds()
        first = self.presence.is_empty
        self.presence.join(listener)
        self._presence_changed()
        if first:
            self._by_itself.somebody_looks()
            self._by_itself.plan()

    def part(self, listener: Listener) -> None:
        self.used = self._host.clock.seconds()
        self.reads(listener, False)
        if self.presence.part(listener):
            self._presence_changed()
            self._note_whose_turn()
        if self.presence.is_empty:
            self._by_itself.drop()

    def reads(self, listener: Listener, now: bool) -> None:
        """Somebody there begins to read, or has read."""
        if self.presence.reads(listener, now):
            self.tell_reading()

    def tell_reading(self) -> None:
        """To other processes."""
        self._host.peers.tell_reading(self.id, self.presence.reading_here)

    def hear_reading(self, process: str, devices: frozenset[str]) -> None:
        """From another process: somebody reads on these devices."""
        self.presence.hear_reading(process, devices)

    def hear_of(self, number: int) -> None:
        """From another process: there is an entry of this number."""
        if number > self.table.number:
            self._host.spawn(self.catch_up())

    async def look_elsewhere(self) -> None:
        """Who is connected to other processes, and who was."""
        if not self._host.peers.alone:
            self.hear_away((await self._host.peers.away([self.id])).get(self.id, {}))

    def hear_away(self, away: Mapping[str, float]) -> None:
        before = self.here
        self.presence.hear(away)
        if self.here != before:
            self._send_presence()
            self._absence.plan()

    def _presence_changed(self) -> None:
        """Here. Of those who have no seat nobody keeps whether they are connected."""
        self._send_presence()
        self._absence.plan()
        here = self.presence.devices_here & {seat.device for seat in self.table.seats if seat.device}
        for device in here ^ self._noted_here:
            self._host.peers.note_presence(self.id, device, device in here)
        self._noted_here = here

    def _look_again(self) -> None:
        """Somebody has been away for so long that a bot may play instead, unless other processes know better."""
        self._host.spawn(self._look_again_elsewhere())

    async def _look_again_elsewhere(self) -> None:
        with contextlib.suppress(StorageDown):
            await self.look_elsewhere()
        self._send_presence()
        self._absence.plan()

    def _send_presence(self) -> None:
        self.presence.send_all(telling.encode({"type": "presence", **self._whereabouts()}))

    def _whereabouts(self) -> dict[str, Any]:
        return {"here": self.here, "replaceable": self._absence.replaceable}

    # --- Asking -------------------------------------------------------------------------------------------------
    async def ask(self, device: str, request: Request, name: str | None) -> int:
        """The number of the entry that a request has become; a request that was sent before is not done again."""

        def decide() -> Event:
            return answer(self.table, request, Asker(device, self.presence.seconds_away))

        self.used = self._host.clock.seconds()
        if isinstance(request, Replace):
            await self.look_elsewhere()
        return await self._appender.append(decide, device, name)

    async def hand_over(self, seat: int, device: str) -> None:
        """Somebody plays on from another device."""
        await self._appender.append(lambda: hand_over(self.table, seat, device))

    async def catch_up(self) -> None:
        """With what other processes have written."""
        await self._appender.catch_up()

    async def find_out(self) -> None:
        """The same, however long it takes."""
        await self._appender.find_out()

    @property
    def is_gone(self) -> bool:
        """It was deleted."""
        return self._appender.is_gone

    async def hint(self, asker: Listener, seat: int, language: str) -> list[dict[str, Any]]:
        """The best few moves for a person who is to move, with reasons."""
        view = seen.view_for_advice(self.table, asker.device, seat)
        whose = Whose(asker.address, asker.device)
        advice = await self._host.thinking.advise(view, bool(self.table.settings["memory_aid"]), whose)
        return seen.advice_for(self.table, advice, language)

    # --- Telling ------------------------------------------------------------------------------------------------
    def welcome(self, device: str, last: int = 0) -> dict[str, Any]:
        """All that a device may know, with what has happened since the last entry that it has seen."""
        code = self.code if can_be_found(self.table) else None
        about = {"id": self.id, "code": code, "address": self._host.address, **self._whereabouts()}
        return {"type": "welcome", **about, **telling.welcome(self.table, device, last)}

    def _happened(self, entry: Entry, written_here: bool) -> None:
        table = self.table
        before = seen.Before.at(table)
        table.add(entry)
        self.time.happened()
        changed = table.changed == entry.number
        self._host.happened(self.id)
        if changed:
            self._note()
        else:
            self._note_whose_turn()
        listeners = dict(self.presence.listeners())
        for device, text in telling.news(table, entry, before, listeners) if listeners else ():
            for listener in listeners[device]:
                listener.send(text)
        if changed and listeners:  # somebody has sat down, or all have moved on by a seat
            self._presence_changed()
        self._by_itself.happened(written_here)
        self._by_itself.plan()

    def _rewritten(self, new: list[Entry]) -> None:
        """Somebody is forgotten: whoever is connected is told everything anew, and of this."""
        listeners = dict(self.presence.listeners())
        if self.is_gone:
            self.dismiss()
            return
        self.time.happened()
        self._note()
        now = seen.Before.at(self.table)
        for device, connected in listeners.items():
            texts = [telling.encode(self.welcome(device, self.table.number))]
            for entry in new:
                if isinstance(entry.event, Forgotten):
                    texts += [text for _, text in telling.news(self.table, entry, now, [device])]
            for listener, text in itertools.product(connected, texts):
                listener.send(text)
        self._presence_changed()
        self._by_itself.happened(here=False)
        self._by_itself.plan()

    def dismiss(self) -> None:
        """The table is gone: nothing happens here any more."""
        self._by_itself.drop()
        for _, connected in list(self.presence.listeners()):
            for listener in list(connected):
                listener.table_is_gone()

    # --- Listing ------------------------------------------------------------------------------------------------
    def correct(self, listing: Listing) -> None:
        """A listing that is not what the log says: a process has ended between the one and the other."""
        right = self._listing()
        if dataclasses.replace(right, changed_at=listing.changed_at, put_away=listing.put_away) != listing:
            self._note()

    def _note_whose_turn(self) -> None:
        """Only if somebody is waited for who does not see it: moves at a table where all are there cost nothing."""
        if waits_for(self.table, self.presence) != self._noted_to_wait_for:
            self._note()

    def _note(self) -> None:
        listing = self._listing()
        self._noted_to_wait_for = listing.waits_for
        self._host.store.note(listing, self.devices)

    def _listing(self) -> Listing:
        return listing_of(self.id, self.code, self.opened_at, self.table, self.presence.devices)
