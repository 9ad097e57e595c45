"""Counters and gauges for Prometheus. Nothing in them is a secret of any table."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from sidepot.room.service import Room

_PREFIX = "sidepot_"
_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
CONTENT_TYPE = CONTENT_TYPE_LATEST


class Counts(Collector):
    """The room's own numbers, and those of its web."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._registry = CollectorRegistry()
        self.requests = Counter(
            _PREFIX + "http_requests",
            "HTTP requests by route and status",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self.commands = Histogram(
            _PREFIX + "command_seconds",
            "From a command to its answer",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def collect(self) -> Iterator[Metric]:
        """The room's numbers."""
        for name, value in self._room.metrics().items():
            text = name.removesuffix("_total").replace("_", " ")
            if name.endswith("_total"):
                yield CounterMetricFamily(_PREFIX + name, text, value)
            else:
                yield GaugeMetricFamily(_PREFIX + name, text, value)

    def text(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self._registry)
