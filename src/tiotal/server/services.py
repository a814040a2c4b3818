"""What every request needs, made once when the server starts."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from tiotal.server.bus import WatchedBus
from tiotal.server.devices import Devices
from tiotal.server.limits import ByNetwork, Limits, Open
from tiotal.server.metrics import Metrics
from tiotal.server.settings import ServerSettings
from tiotal.server.storage.register import DatabaseRegister
from tiotal.server.storage.store import Store
from tiotal.server.thinkers import Thinkers
from tiotal.service.tables import Tables


@dataclass
class Services:
    settings: ServerSettings
    store: Store
    register: DatabaseRegister | None  # where several processes share the database
    bus: WatchedBus
    tables: Tables
    thinking: Thinkers
    metrics: Metrics
    devices: Devices
    allowed: Allowed
    ready: bool = True  # False while shutting down
    _tried: tuple[float, bool] = (-math.inf, False)  # when it was last tried whether the database takes entries

    async def readiness(self) -> bool:
        """Tried at most once a second, however many ask."""
        at, ready = self._tried
        if time.monotonic() - at > 1:
            ready = await self.store.can_write()
            self._tried = (time.monotonic(), ready)
        return ready


class Allowed:
    """What networks may still do."""

    def __init__(self, limits: Limits) -> None:
        self.connections = Open(limits.connections_per_network)
        self.messages = ByNetwork(60 * limits.messages_of_network, limits.messages_of_network_at_once)
        self.new_devices = ByNetwork(limits.devices_per_minute)
        self.openings = ByNetwork(limits.opened_per_minute)
        self.lookups = ByNetwork(limits.lookups_per_minute)
        self.wrong_codes = ByNetwork(limits.wrong_codes_per_minute, limits.wrong_codes_at_once)
