"""Limits on everything that a client can send or create.

They count by network: an IPv4 address, or the /64 that a provider gives to one household. Whoever has many of those,
up to a /48, may do only a few times as much.
"""

from __future__ import annotations

import functools
import ipaddress
import time
from collections import Counter
from dataclasses import dataclass

from starlette.requests import HTTPConnection

LONGEST_BODY = 16_384  # bytes, of a request
LONGEST_BODIES = {"/api/brought": 400_000}  # a whole table
LONGEST_HEADERS = 32_768  # bytes
SECONDS_FOR_HEADERS = 10  # from the first byte of a request, or from the connection, to the end of its headers
SECONDS_FOR_BODY = 15
SECONDS_TO_READ = 30  # that a device may take to read what is already on its way to it
SECONDS_FOR_HELLO = 10
MOST_UNSENT = 512 * 1024  # characters of messages that wait for a device that does not read
WIDER = 8  # times as much is allowed to a whole IPv6 /48


@dataclass(frozen=True)
class Limits:
    """What one device or network may do; this machine itself is trusted."""

    connections_per_network: int = 250  # WebSockets; a school may have a single address
    sockets_per_network: int = 400  # of any kind, half-open ones too
    tables_per_device: int = 50
    devices_per_minute: int = 120  # new ones, by network
    requests_per_minute: int = 900  # by network
    heavy_per_minute: int = 120  # matches looked at step by step, by network
    verified_per_minute: int = 20  # records, by network
    opened_per_minute: int = 60  # tables, by network
    lookups_per_minute: int = 300  # of codes, by network
    wrong_codes_per_minute: float = 1.0  # by network, …
    wrong_codes_at_once: int = 60  # … as everybody in a class may mistype one
    messages_per_second: float = 50.0  # over one WebSocket: programs play, too
    messages_at_once: int = 100
    messages_of_network: float = 400.0  # a second, over all of its WebSockets
    messages_of_network_at_once: int = 2_000
    others_per_second: float = 1.0  # requests that are no moves, over one WebSocket
    others_at_once: int = 40
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
        if not self.has_one:
            return False
        self._left -= 1
        return True

    @property
    def has_one(self) -> bool:
        late = time.monotonic()
        self._left = min(self._most, self._left + (late - self._at) * self._rate)
        self._at = late
        return self._left >= 1

    @property
    def is_full(self) -> bool:
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class ByNetwork:
    """An allowance for each network, and a wider one for all of a large network; those not used are forgotten."""

    FEW = 1_000

    def __init__(self, per_minute: float, at_once: int | None = None) -> None:
        self._rate = per_minute / 60
        self._at_once = per_minute if at_once is None else at_once
        self._allowances: dict[str, Allowance] = {}
        self._look_again = self.FEW  # when there are so many, for those that are not used any more

    def take(self, address: str) -> bool:
        """Whether one more is allowed; it is counted."""
        found = self._of(address)
        if found and not all(allowance.has_one for allowance in found):
            return False
        for allowance in found:
            allowance.take()
        return True

    def may_take(self, address: str) -> bool:
        return all(allowance.has_one for allowance in self._of(address))

    def _of(self, address: str) -> list[Allowance]:
        if is_this_machine(address):
            return []
        if len(self._allowances) > self._look_again:
            self._allowances = {key: some for key, some in self._allowances.items() if not some.is_full}
            self._look_again = self.FEW + 2 * len(self._allowances)
        found = []
        for network, times in zip(networks_of(address), (1, WIDER), strict=False):
            if network not in self._allowances:
                self._allowances[network] = Allowance(times * self._rate, times * self._at_once)
            found.append(self._allowances[network])
        return found


class Open:
    """How many connections there are, by network."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def open(self, address: str) -> bool:
        """Whether there may be one more; it is counted."""
        networks = networks_of(address)
        allowed = zip(networks, (self._most, WIDER * self._most), strict=False)
        if not is_this_machine(address) and any(self._open[network] >= most for network, most in allowed):
            return False
        self._open.update(networks)
        return True

    def close(self, address: str) -> None:
        for network in networks_of(address):
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]


# --- Addresses --------------------------------------------------------------------------------------------------
def address_of(connection: HTTPConnection) -> str:
    """Of the device, or of the proxy that says nothing about it."""
    return connection.client.host if connection.client else ""


def network_of(address: str) -> str:
    """What counts as one, wherever something is shared fairly."""
    return networks_of(address)[0]


@functools.lru_cache(10_000)
def networks_of(address: str) -> tuple[str, ...]:
    """The network that counts as one, and the larger one around it, if there is any."""
    found = _parsed(address)
    if found is None or isinstance(found, ipaddress.IPv4Address):
        return (str(found or address),)
    return tuple(str(ipaddress.ip_network((found, bits), strict=False)) for bits in (64, 48))


@functools.lru_cache(10_000)
def is_this_machine(address: str) -> bool:
    found = _parsed(address)
    return found is not None and found.is_loopback


def _parsed(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(found, "ipv4_mapped", None)
    return mapped or found
