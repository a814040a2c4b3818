"""What a host brings for the tables that it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from tiotal.bots.advice import Advice
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import View
from tiotal.table.entries import Entry
from tiotal.table.seen.listing import Listing
from tiotal.table.table import Table


class StorageDown(TiotalError):
    """The store does not answer; nothing is known about what was being written."""

    def __init__(self, key: str = "server.storage_down") -> None:
        super().__init__(key)


class Store(Protocol):
    """Keeps the log of every table. Whoever writes a number first has it (optimistic concurrency)."""

    def append(self, table_id: str, entry: Entry) -> Awaitable[bool]:
        """True when it is committed; False if the log has another entry of that number."""
        ...

    async def read(self, table_id: str, after: int = 0) -> list[Entry]: ...

    async def replay(self, table_id: str) -> Table | None:
        """All of a log, replayed where nobody has to wait for it."""
        ...

    async def last_numbers(self, table_ids: Sequence[str]) -> Mapping[str, int]:
        """Of the last entry of each table."""
        ...

    async def listing(self, table_id: str) -> Listing | None: ...

    async def open(self, listing: Listing, entry: Entry, devices: Sequence[str]) -> bool:
        """A new table, with its first entry; False if its id or code is in use."""
        ...

    async def settled(self) -> None:
        """When all that was asked for up to now is written, or has failed."""
        ...

    async def forget(self, table_id: str, device: str | None, at: int, deletes: bool = False) -> int | None:
        """Write a log anew without what tells who somebody was (None: everybody), and an entry at its end that says so.

        That entry's number; None if there was nothing to forget. What is deleted is not found any more.
        """
        ...

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        """Keep what lists say of a table, some time."""
        ...


@dataclass(frozen=True, slots=True)
class Notice:
    """What one process tells the others of a table. It may be lost or late; what it says to look at cannot."""

    table_id: str
    process: str
    number: int | None = None  # there is an entry of this number
    presence: bool = False  # somebody has connected there, or is gone
    reading: frozenset[str] | None = None  # devices on which somebody reads


class Peers(Protocol):
    """Other processes that serve the same tables."""

    async def start(self, hear: Callable[[Notice], None]) -> None:
        """From now on, call this with what the others tell."""
        ...

    async def close(self) -> None: ...

    @property
    def alone(self) -> bool:
        """Whether there can be none: nobody else writes, and who is connected is connected here."""
        ...

    def tell(self, table_id: str, number: int) -> None:
        """That there is an entry of this number."""
        ...

    def tell_reading(self, table_id: str, reading: Collection[str]) -> None:
        """On which of the devices that are connected here somebody reads. It may be lost: bots wait for it, no more."""
        ...

    def note_presence(self, table_id: str, device: str, here: bool) -> None:
        """Keep, where all processes look, that a device is connected here now, or is no more."""
        ...

    async def away(self, table_ids: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        """By table and device: how many seconds ago it was connected to any other process, as kept; 0: it is now."""
        ...


class NoPeers:
    """Nobody else has to do with these tables."""

    alone = True

    async def start(self, hear: Callable[[Notice], None]) -> None:
        pass

    async def close(self) -> None:
        pass

    def tell(self, table_id: str, number: int) -> None:
        pass

    def tell_reading(self, table_id: str, reading: Collection[str]) -> None:
        pass

    def note_presence(self, table_id: str, device: str, here: bool) -> None:
        pass

    async def away(self, table_ids: Sequence[str]) -> Mapping[str, Mapping[str, float]]:
        return {}


class Clock(Protocol):
    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def seconds(self) -> float:
        """That never go back."""
        ...

    async def sleep(self, seconds: float) -> None: ...

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        """Until it is set, or for so long."""
        ...


@dataclass(frozen=True, slots=True)
class Whose:
    """For whom somebody thinks: it is shared fairly among addresses, and there among tables and devices."""

    address: str
    what: str


class Thinking(Protocol):
    """Takes time, and must not keep others waiting. What is cancelled need not be thought any more."""

    def choose(self, level: str, view: View, whose: Whose) -> Awaitable[str]: ...

    def advise(self, view: View, memory_aid: bool, whose: Whose) -> Awaitable[Advice]: ...


class Listener(Protocol):
    """A connected device."""

    device: str
    address: str  # that it is counted by

    def send(self, text: str) -> None: ...

    def table_is_gone(self) -> None:
        """It was deleted."""
        ...


@dataclass
class Host:
    store: Store
    peers: Peers
    clock: Clock
    thinking: Thinking
    spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
    address: str | None = None  # that other devices open
    happened: Callable[[str], None] = lambda table_id: None  # called with the table of every entry that happens
    began: float = field(init=False)  # by its own clock; what happened before, it does not know

    def __post_init__(self) -> None:
        self.began = self.clock.seconds()
