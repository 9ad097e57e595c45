"""Metrics for Prometheus, without any secret of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from sidepot.room.service import Room

_PREFIX = "sidepot_"
_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""Upper bounds, in seconds, of the histogram of commands."""
NO_ROUTE = "none"
"""The route of a request that was refused before one was looked for."""
CONTENT_TYPE = CONTENT_TYPE_LATEST


class Metrics(Collector):
    """The metrics of the room, of its HTTP API and sockets, and of the process."""

    def __init__(self, room: Room, connections: Callable[[], int]) -> None:
        self._room = room
        self._connections = connections
        self._registry = CollectorRegistry()
        self.requests = Counter(
            _PREFIX + "http_requests",
            "HTTP requests and handshakes of sockets, all of them, by route and status",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self.limited = Counter(
            _PREFIX + "limited",
            "Times that a limit held somebody off, by its name",
            ["limit"],
            registry=self._registry,
        )
        self.commands = Histogram(
            _PREFIX + "command_seconds",
            "From a command to its answer",
            buckets=_BUCKETS,
            registry=self._registry,
        )
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def collect(self) -> Iterator[Metric]:
        """The room's own metrics: counters where the name ends in `_total`, gauges otherwise."""
        for name, value in self._room.metrics().items():
            text = name.removesuffix("_total").replace("_", " ")
            if name.endswith("_total"):
                yield CounterMetricFamily(_PREFIX + name, text, value)
            else:
                yield GaugeMetricFamily(_PREFIX + name, text, value)
        yield GaugeMetricFamily(_PREFIX + "connections", "open connections", self._connections())

    def text(self) -> bytes:
        """All metrics in the Prometheus text format."""
        return generate_latest(self._registry)
