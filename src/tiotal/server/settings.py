"""How a server is run."""

from __future__ import annotations

import importlib.util
import os
import socket
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from tiotal.engine.errors import TiotalError, quote
from tiotal.server.limits import Limits

DAYS_BEFORE_PUT_AWAY = 30
DAYS_BEFORE_FORGOTTEN = 90
MOST_DAYS = 36_500


@dataclass(frozen=True)
class ClassSettings:
    key: str  # whoever has it is the teacher
    language: str  # of pupils' names, until the teacher chooses another


@dataclass(frozen=True)
class ServerSettings:
    database: str | None = None  # None: SQLite in the user's data folder
    bus: str | None = None  # redis://…, for several processes
    address: str | None = None  # that other devices open; None: the one that a request came to
    origins: tuple[str, ...] = ()  # of pages on other hosts that may connect
    limits: Limits = field(default_factory=Limits)
    put_away_after: int = DAYS_BEFORE_PUT_AWAY  # days
    forget_after: int = DAYS_BEFORE_FORGOTTEN  # days after its last entry a table forgets its people; 0: never
    classroom: ClassSettings | None = None  # the server is that of a class, which has the database to itself
    thinkers: int = max(2, os.cpu_count() or 1)  # threads in which bots think


def hosts_of(settings: ServerSettings) -> frozenset[str]:
    """Names under which this server is known, other than local ones."""
    named = [settings.address or "", *settings.origins]
    return frozenset(
        {host for address in named if (host := urlsplit(address).hostname)} | {socket.gethostname().lower()}
    )


def base_address(settings: ServerSettings, connection: HTTPConnection) -> str:
    """Of this server as others reach it, or else as this device does."""
    scheme = "https" if connection.scope["scheme"] in ("https", "wss") else "http"
    return settings.address or f"{scheme}://{connection.headers.get('host', '')}"


def check_days(days: int) -> None:
    if not 0 <= days <= MOST_DAYS:
        raise TiotalError("server.bad_days", days=days, most=MOST_DAYS)


def check_bus(bus: str | None) -> None:
    if bus is None:
        return
    if not bus.startswith(("redis://", "rediss://", "unix://")):
        raise TiotalError("server.bad_bus", bus=quote(bus))
    if importlib.util.find_spec("redis") is None:
        raise TiotalError("server.no_redis")
