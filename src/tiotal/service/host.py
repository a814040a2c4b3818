"""What a host brings for the tables that it runs."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tiotal.bots.advice import Advice
from tiotal.engine.errors import TiotalError
from tiotal.engine.game import View
from tiotal.table.entries import Entry
from tiotal.table.seen.listing import Listing


class StorageDown(TiotalError):
    """The store does not answer; nothing is known about what was being written."""

    def __init__(self) -> None:
        super().__init__("server.storage_down")


class Store(Protocol):
    """Keeps the log of every table. Whoever writes a number first has it (optimistic concurrency)."""

    async def append(self, table_id: str, entry: Entry) -> bool:
        """True when it is committed; False if the log has another entry of that number."""
        ...

    async def read(self, table_id: str, after: int = 0) -> list[Entry]: ...

    async def settled(self) -> None:
        """When all that was asked for up to now is written, or has failed."""
        ...

    def note(self, listing: Listing, devices: Sequence[str]) -> None:
        """Keep what lists say of a table, some time."""
        ...


class Peers(Protocol):
    """Other processes that serve the same tables."""

    @property
    def alone(self) -> bool:
        """Whether there are none."""
        ...

    def tell(self, table_id: str, number: int) -> None:
        """That there is an entry of this number."""
        ...

    def tell_presence(
        self, table_id: str, here: Collection[str], reading: Collection[str] = (), asks: bool = False
    ) -> None:
        """Whose devices are connected here, and on which of them somebody reads."""
        ...


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


class Thinking(Protocol):
    """Takes time, and must not keep others waiting."""

    def choose(self, level: str, view: View) -> Awaitable[str]: ...

    async def advise(self, view: View, memory_aid: bool) -> Advice: ...


class Listener(Protocol):
    """A connected device."""

    device: str

    def send(self, text: str) -> None: ...


@dataclass(frozen=True)
class Host:
    store: Store
    peers: Peers
    clock: Clock
    thinking: Thinking
    spawn: Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]
    address: str | None = None  # that other devices open
    counted: Callable[[], None] = lambda: None  # called for every entry that happens
