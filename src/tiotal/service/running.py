"""One table in use: kept in memory, always what its log in the store replays to."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

from tiotal.service import telling
from tiotal.service.appending import Appender
from tiotal.service.by_itself import ByItself
from tiotal.service.host import Host, Listener
from tiotal.service.presence import Notice, Presence
from tiotal.table import seen
from tiotal.table.answers import Asker, answer
from tiotal.table.entries import Entry, Event
from tiotal.table.requests import Request
from tiotal.table.seen.listing import Listing, listing_of, waits_for
from tiotal.table.table import Table


class RunningTable:
    def __init__(self, host: Host, listing: Listing, entries: Iterable[Entry]) -> None:
        self.id = listing.id
        self.code = listing.code
        self.opened_at = listing.opened_at
        self.table = Table.replay(entries)
        self.presence = Presence(host.clock)
        self.used = host.clock.seconds()
        self._host = host
        self._appender = Appender(host, self.id, self.table, self._happened)
        self._by_itself = ByItself(host, self.table, self.presence, self._appender)
        self._noted_to_wait_for = listing.waits_for

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
        self._send_presence()
        self.tell_presence(asks=first)
        if first:
            self._by_itself.somebody_looks()
            self._by_itself.plan()

    def part(self, listener: Listener) -> None:
        self.used = self._host.clock.seconds()
        self.reads(listener, False)
        if self.presence.part(listener):
            self._send_presence()
            self.tell_presence()
            self._note_whose_turn()
        if self.presence.is_empty:
            self._by_itself.drop()

    def reads(self, listener: Listener, now: bool) -> None:
        """Somebody there begins to read, or has read."""
        if self.presence.reads(listener, now):
            self.tell_presence()

    def hear(self, notice: Notice) -> None:
        """From another process."""
        if notice.number is not None and notice.number > self.table.number:
            self._host.spawn(self.catch_up())
        before = self.here
        self.presence.hear(notice)
        if self.here != before:
            self._send_presence()
        if notice.asks:
            self.tell_presence()

    def tell_presence(self, asks: bool = False) -> None:
        """To other processes."""
        self._host.peers.tell_presence(self.id, self.presence.devices_here, self.presence.reading_here, asks)

    def _send_presence(self) -> None:
        self.presence.send_all(telling.encode({"type": "presence", "here": self.here}))

    # --- Asking -------------------------------------------------------------------------------------------------
    async def ask(self, device: str, request: Request, name: str | None) -> int:
        """The number of the entry that a request has become; a request that was sent before is not done again."""

        def decide() -> Event:
            return answer(self.table, request, Asker(device, self.presence.devices))

        self.used = self._host.clock.seconds()
        return await self._appender.append(decide, device, name)

    async def catch_up(self) -> None:
        """With what other processes have written."""
        await self._appender.catch_up()

    async def hint(self, device: str, seat: int, language: str) -> list[dict[str, Any]]:
        """The best few moves for a person who is to move, with reasons."""
        view = seen.view_for_advice(self.table, device, seat)
        advice = await self._host.thinking.advise(view, bool(self.table.settings["memory_aid"]))
        return seen.advice_for(self.table, advice, language)

    # --- Telling ------------------------------------------------------------------------------------------------
    def welcome(self, device: str, last: int = 0) -> dict[str, Any]:
        """All that a device may know, with what has happened since the last entry that it has seen."""
        about = {"id": self.id, "code": self.code, "here": self.here, "address": self._host.address}
        return {"type": "welcome", **about, **telling.welcome(self.table, device, last)}

    def _happened(self, entry: Entry, written_here: bool) -> None:
        table = self.table
        before = seen.Before.at(table)
        table.add(entry)
        changed = table.changed == entry.number
        self._host.counted()
        if changed:
            self._note()
        else:
            self._note_whose_turn()
        listeners = dict(self.presence.listeners())
        for device, text in telling.news(table, entry, before, listeners) if listeners else ():
            for listener in listeners[device]:
                listener.send(text)
        if changed and listeners:  # somebody has sat down, or all have moved on by a seat
            self._send_presence()
        self._by_itself.happened(written_here)
        self._by_itself.plan()

    # --- Listing ------------------------------------------------------------------------------------------------
    def correct(self, listing: Listing) -> None:
        """A listing that is not what the log says: a process has ended between the one and the other."""
        right = self._listing()
        if dataclasses.replace(right, changed_at=listing.changed_at, put_away=listing.put_away) != listing:
            self._note()

    def _note_whose_turn(self) -> None:
        """Only if somebody is waited for who does not see it: moves at a table where all are there cost nothing."""
        if waits_for(self.table, self.presence.devices) != self._noted_to_wait_for:
            self._note()

    def _note(self) -> None:
        listing = self._listing()
        self._noted_to_wait_for = listing.waits_for
        self._host.store.note(listing, self.devices)

    def _listing(self) -> Listing:
        return listing_of(self.id, self.code, self.opened_at, self.table, self.presence.devices)
