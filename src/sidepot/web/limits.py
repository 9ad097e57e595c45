"""Limits on requests and connections, sized for twenty players behind one IP address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sidepot.errors import RateLimited

BODY = 64 * 1024
"""The most bytes in a request's body, and in a message on a socket."""
_MAX_NAMES = 10_000
"""Names whose bucket is remembered; the longest unused one is forgotten first."""


@dataclass(frozen=True)
class Rate:
    """A token bucket's size (`burst`) and how fast it fills (`per_second`)."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Limits:
    """The limits of a room.

    Per IP address: `requests`, `guests` (new ones), `replays` (of hands handed in) and `sockets`
    (open at a time). Per guest:
    `creations` (new tables), `tables` (open at a time) and `own_sockets` (open at a time). Per
    socket: `commands`, beyond which the socket is read more slowly.
    """

    requests: Rate = Rate(200, 20)
    guests: Rate = Rate(60, 0.2)
    creations: Rate = Rate(10, 0.05)
    commands: Rate = Rate(40, 10)
    tables: int = 50
    sockets: int = 120
    own_sockets: int = 12
    replays: Rate = Rate(40, 0.5)


class RateLimiter:
    """One token bucket per name; `clock` gives seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str = "") -> float:
        """Take a token; returns the seconds to wait before acting on it, 0 if there was one."""
        now = self._clock()
        left, since = self._buckets.pop(name, (float(self._rate.burst), now))
        left = min(self._rate.burst, left + (now - since) * self._rate.per_second) - 1
        self._buckets[name] = (left, now)
        if len(self._buckets) > _MAX_NAMES:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 0 else -left / self._rate.per_second

    def check(self, name: str) -> None:
        """Take a token. Raises `RateLimited` if there is none; then nothing is taken."""
        seconds = self.take(name)
        if seconds:
            left, since = self._buckets[name]
            self._buckets[name] = (left + 1, since)
            raise RateLimited("web.too_much", seconds=max(1, round(seconds)))


class ConcurrencyLimiter:
    """Limits how many of something one name holds at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """Hold one more inside the `with` block. Raises `RateLimited` at the limit."""
        if self._held[name] >= self._most:
            raise RateLimited("web.too_many_sockets", most=self._most)
        self._held[name] += 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]
