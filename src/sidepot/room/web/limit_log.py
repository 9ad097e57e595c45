"""Records limits that were hit: counts every time, and logs the first of a series."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from prometheus_client import Counter

_log = logging.getLogger("sidepot.room.web")

_BETWEEN = 60.0
"""Seconds between two lines about the same limit."""


class LimitLog:
    """Counts the hits of each limit; `clock` gives seconds."""

    def __init__(self, counter: Counter, clock: Callable[[], float] = time.monotonic) -> None:
        self._counter = counter
        self._clock = clock
        self._said: dict[str, float] = {}
        self._since: dict[str, int] = {}

    def count(self, limit: str) -> None:
        """Count without logging: ordinary clients hit this limit."""
        self._counter.labels(limit).inc()

    def note(self, limit: str) -> None:
        """Note a hit of the limit of this name; logged at most once a minute."""
        self.count(limit)
        self._since[limit] = self._since.get(limit, 0) + 1
        now = self._clock()
        if now - self._said.get(limit, now - _BETWEEN) >= _BETWEEN:
            _log.warning("limit_reached limit=%s times=%s", limit, self._since.pop(limit))
            self._said[limit] = now
