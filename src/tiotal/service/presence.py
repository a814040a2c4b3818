"""Whose devices are connected to a table, and for how long the others have been away.

Of its own connections a process knows everything. Those of other processes are kept where all of them look (`Peers`),
so that all agree on who is away, and for how long: a notice that is lost or late cannot make anybody look absent.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Collection, Iterator, Mapping

from tiotal.service.host import Clock, Listener

SECONDS_KNOWN = 15  # what was last heard of other processes, while they cannot be asked
A_MOMENT = 0.001
SECONDS_READING = 40  # that somebody who is connected elsewhere is taken to read, unless it is said again


class Presence:
    def __init__(self, clock: Clock, began: float) -> None:
        self._clock = clock
        self._began = began  # of this process: whoever was connected to one that ran here before may be on the way back
        self._listeners: dict[str, set[Listener]] = {}  # by device
        self._left: dict[str, float] = {}  # when the last connection of a device ended here
        self._reading: set[Listener] = set()
        self._elsewhere: Mapping[str, float] = {}  # how long ago devices were connected to other processes, …
        self._asked = -math.inf  # … when that was asked for
        self._reading_elsewhere: dict[str, tuple[frozenset[str], float]] = {}  # by process, and until when
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
        """Whether it was the last one of its device here."""
        mine = self._listeners.get(listener.device, set())
        mine.discard(listener)
        if not mine:
            self._listeners.pop(listener.device, None)
            self._left[listener.device] = self._clock.seconds()
        return not mine

    def address_of(self, devices: Collection[str]) -> str:
        """Of one that is connected, if possible of these devices: what bots think is counted as asked from there."""
        first = next((device for device in self._listeners if device in devices), next(iter(self._listeners), None))
        return "" if first is None else next(iter(self._listeners[first])).address

    def send_all(self, text: str) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.send(text)

    # --- Anywhere -----------------------------------------------------------------------------------------------
    def hear(self, away: Mapping[str, float]) -> None:
        """What is kept of other processes' connections, just now."""
        self._elsewhere = away
        self._asked = self._clock.seconds()

    def __contains__(self, device: object) -> bool:
        """Whether a device is connected."""
        return device in self._listeners or device in self.devices

    @property
    def devices(self) -> set[str]:
        here = self.devices_here
        if self._clock.seconds() > self._asked + SECONDS_KNOWN:
            return here
        return here.union(device for device, seconds in self._elsewhere.items() if seconds == 0)

    def seconds_away(self, device: str) -> float:
        """For how long a device has been connected nowhere; 0 if it is connected."""
        if device in self:
            return 0.0
        now = self._clock.seconds()
        here = now - max(self._left.get(device, -math.inf), self._began)
        return max(A_MOMENT, min(here, self._elsewhere.get(device, math.inf) + now - self._asked))

    # --- Reading ------------------------------------------------------------------------------------------------
    def reads(self, listener: Listener, now: bool) -> bool:
        """Somebody there begins to read, or has read; whether that is new."""
        if (listener in self._reading) == now:
            return False
        self._reading ^= {listener}
        self.someone_read_on.set()
        return True

    def hear_reading(self, process: str, devices: frozenset[str]) -> None:
        self._reading_elsewhere[process] = (devices, self._clock.seconds() + SECONDS_READING)
        self.someone_read_on.set()

    @property
    def reading_here(self) -> set[str]:
        return {listener.device for listener in self._reading}

    @property
    def reading(self) -> set[str]:
        """Whoever is gone reads no more, whatever another process said last."""
        now = self._clock.seconds()
        told = (devices for devices, until in self._reading_elsewhere.values() if until > now)
        return self.reading_here.union(*told) & self.devices
