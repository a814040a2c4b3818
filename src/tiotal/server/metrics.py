"""What an operator may want to watch, for Prometheus; nothing about people, tables or cards."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.utils import floatToGoString


class Durations(Collector):
    """A histogram for what happens at every move, and in one thread: Prometheus' own takes several locks each time."""

    def __init__(self, name: str, about: str, registry: CollectorRegistry, buckets: tuple[float, ...]) -> None:
        self._name = name
        self._about = about
        self._buckets = (*buckets, math.inf)
        self._counts = [0] * len(self._buckets)
        self._sum = 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect.bisect_left(self._buckets, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        counts = zip(map(floatToGoString, self._buckets), itertools.accumulate(self._counts), strict=True)
        yield HistogramMetricFamily(self._name, self._about, list(counts), self._sum)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.entries = Counter("tiotal_entries", "Entries that happened at tables", registry=self.registry)
        self.refusals = Counter("tiotal_refusals", "Requests that were refused", ["code"], registry=self.registry)
        self.bot_faults = Counter(
            "tiotal_bot_faults", "Moves that a bot failed to make", ["level", "kind"], registry=self.registry
        )
        self.requests = Counter(
            "tiotal_requests", "HTTP requests that were answered", ["status"], registry=self.registry
        )
        self.writes_waiting = Gauge("tiotal_writes_waiting", "Entries and lists to be written", registry=self.registry)
        self.commit_seconds = Histogram(
            "tiotal_commit_seconds",
            "How long commits took, each of many entries",
            registry=self.registry,
            buckets=(0.001, 0.005, 0.02, 0.1, 0.5, 2, 10),
        )
        self.bus_waiting = Gauge("tiotal_bus_waiting", "Notices to other processes to be sent", registry=self.registry)
        self.bus_is_there = Gauge("tiotal_bus_connected", "Whether the bus can be heard", registry=self.registry)
        self.searches_waiting = Gauge("tiotal_searches_waiting", "Searches in the queue", registry=self.registry)
        self.searches_shortened = Counter(
            "tiotal_searches_shortened",
            "Searches of bots and hints that got less time because others waited",
            registry=self.registry,
        )
        self.searches_dropped = Counter(
            "tiotal_searches_dropped", "Searches for which nobody waited any more", registry=self.registry
        )
        self.thinking_seconds = Histogram(
            "tiotal_thinking_seconds",
            "How long a move without a search, one with it, or a hint took, after its time in the queue",
            ["kind"],
            registry=self.registry,
            buckets=(0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 3),
        )
        self.wrong_codes = Counter("tiotal_wrong_codes", "Codes that no table has", registry=self.registry)
        self.cut_off = Counter(
            "tiotal_cut_off",
            "Connections that were refused or ended: too many, half a request, or somebody who does not read",
            ["why"],
            registry=self.registry,
        )
        self.connections = Gauge("tiotal_connections", "Open WebSockets", registry=self.registry)
        self.tables = Gauge("tiotal_tables", "Tables in memory", registry=self.registry)
        self.answer_seconds = Durations(
            "tiotal_answer_seconds",
            "From a request to its commit",
            registry=self.registry,
            buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5),
        )

    def page(self) -> bytes:
        return generate_latest(self.registry)
