"""What every request needs, made once when the server starts."""

from __future__ import annotations

from dataclasses import dataclass

from tiotal.server.limits import ByAddress, Connections
from tiotal.server.metrics import Metrics
from tiotal.server.settings import ServerSettings
from tiotal.server.storage.store import Store
from tiotal.server.tables import Tables


@dataclass
class Services:
    settings: ServerSettings
    store: Store
    tables: Tables
    metrics: Metrics
    connections: Connections
    openings: ByAddress
    lookups: ByAddress
    ready: bool = True  # False while shutting down
