"""Whose devices are connected to a table: here, and to other processes, which tell of theirs now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tiotal.service.host import Clock, Listener

SECONDS_PRESENT = 40  # devices that another process has told of


@dataclass(frozen=True)
class Notice:
    """What one process tells the others of a table."""

    table_id: str
    process: str
    number: int | None = None  # there is an entry of this number
    here: frozenset[str] | None = None  # devices that are connected to that process
    reading: frozenset[str] = frozenset()  # those of them on which somebody reads
    asks: bool = False  # who is connected elsewhere?


@dataclass(frozen=True)
class _Elsewhere:
    here: frozenset[str]
    reading: frozenset[str]
    until: float


class Presence:
    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._listeners: dict[str, set[Listener]] = {}  # by device
        self._reading: set[Listener] = set()
        self._elsewhere: dict[str, _Elsewhere] = {}  # by process
        self.someone_read_on = asyncio.Event()  # set whenever somebody begins to read, or has read

    # --- Here ---------------------------------------------------------------------------------------------------
    @property
    def devices_here(self) -> set[str]:
        return set(self._listeners)

    @property
    def is_empty(self) -> bool:
        """Nobody is connected to this process."""
        return not self._listeners

    def listeners(self) -> Iterator[tuple[str, set[Listener]]]:
        return iter(self._listeners.items())

    def join(self, listener: Listener) -> None:
        self._listeners.setdefault(listener.device, set()).add(listener)

    def part(self, listener: Listener) -> bool:
        """Whether it was the last one of its device."""
        self.reads(listener, False)
        mine = self._listeners.get(listener.device, set())
        mine.discard(listener)
        if not mine:
            self._listeners.pop(listener.device, None)
        return not mine

    def send_all(self, text: str) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.send(text)

    # --- Reading ------------------------------------------------------------------------------------------------
    def reads(self, listener: Listener, now: bool) -> bool:
        """Somebody there begins to read, or has read; whether that is new."""
        if (listener in self._reading) == now:
            return False
        self._reading ^= {listener}
        self.someone_read_on.set()
        return True

    @property
    def reading_here(self) -> set[str]:
        return {listener.device for listener in self._reading}

    # --- Anywhere -----------------------------------------------------------------------------------------------
    def hear(self, notice: Notice) -> None:
        if notice.here is not None:
            until = self._clock.seconds() + SECONDS_PRESENT
            self._elsewhere[notice.process] = _Elsewhere(notice.here, notice.reading, until)
            self.someone_read_on.set()

    @property
    def devices(self) -> set[str]:
        return self._gathered(self.devices_here, lambda other: other.here)

    @property
    def reading(self) -> set[str]:
        return self._gathered(self.reading_here, lambda other: other.reading)

    def _gathered(self, here: set[str], part: Callable[[_Elsewhere], frozenset[str]]) -> set[str]:
        now = self._clock.seconds()
        return here.union(*(part(other) for other in self._elsewhere.values() if other.until > now))
