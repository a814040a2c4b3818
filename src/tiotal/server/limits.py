"""Limits on everything that a client can send or create."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from dataclasses import dataclass

LONGEST_BODY = 16_384  # bytes, of a request
SECONDS_FOR_HELLO = 10
MOST_UNSENT = 500  # messages that wait for a device that does not read


@dataclass(frozen=True)
class Limits:
    """What one device or address may do; this machine itself is trusted."""

    connections_per_address: int = 250  # a school may have a single one
    tables_per_device: int = 50
    requests_per_minute: int = 900  # by address
    opened_per_minute: int = 60  # tables, by address
    lookups_per_minute: int = 60  # of codes, by address
    messages_per_second: float = 20.0  # over one WebSocket
    messages_at_once: int = 60
    sayings_per_second: float = 0.5
    sayings_at_once: int = 6
    hints_per_second: float = 0.5
    hints_at_once: int = 4


class Allowance:
    """A token bucket: `rate` tokens a second flow in, it holds at most `most`, and everything taken costs one."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._at = time.monotonic()

    def take(self) -> bool:
        """Whether one more is allowed."""
        late = time.monotonic()
        self._left = min(self._most, self._left + (late - self._at) * self._rate)
        self._at = late
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class ByAddress:
    """An allowance for each address; those that are not used are forgotten."""

    MOST = 50_000

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._allowances: dict[str, Allowance] = {}

    def take(self, address: str) -> bool:
        if is_this_machine(address):
            return True
        if len(self._allowances) > self.MOST:
            self._allowances = {key: some for key, some in self._allowances.items() if not some.is_full}
        if address not in self._allowances:
            self._allowances[address] = Allowance(self._per_minute / 60, self._per_minute)
        return self._allowances[address].take()


class Connections:
    """How many there are, by address."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def open(self, address: str) -> bool:
        if self._open[address] >= self._most and not is_this_machine(address):
            return False
        self._open[address] += 1
        return True

    def close(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def is_this_machine(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
