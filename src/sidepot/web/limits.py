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
_DAY = 24 * 3600
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

    Per IP address: `requests`, `guests` (new ones) and `sockets` (open at a time). Per guest:
    `creations` (new tables), `tables` (open at a time) and `own_sockets` (open at a time). Per
    socket: `commands`, beyond which the socket is read more slowly.

    What is stored for good has rates of its own. Per IP address: `address_creations` (new tables).
    Per guest: `lines` of chat; `doings` (every command that the log keeps, but those of play, which
    take their turns); `links` (invitations, recovery links) and `renames`. An evening of six people
    stores 8 MB (`room.table.limits`), and none of them comes near these; a guest who uses them up
    all day adds 10 MB of log and 15 MB of chat, of which a table keeps little.
    """

    requests: Rate = Rate(200, 20)
    guests: Rate = Rate(60, 200 / _DAY)
    creations: Rate = Rate(10, 50 / _DAY)
    commands: Rate = Rate(40, 10)
    tables: int = 50
    sockets: int = 120
    own_sockets: int = 12
    address_creations: Rate = Rate(100, 200 / _DAY)
    doings: Rate = Rate(100, 0.5)
    lines: Rate = Rate(40, 0.5)
    links: Rate = Rate(20, 50 / _DAY)
    renames: Rate = Rate(10, 1 / 60)


class RateLimiter:
    """One token bucket per name; `clock` gives seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str = "", cost: int = 1) -> float:
        """Take tokens; returns the seconds to wait before acting on them, 0 if there were some."""
        now = self._clock()
        left, since = self._buckets.pop(name, (float(self._rate.burst), now))
        left = min(self._rate.burst, left + (now - since) * self._rate.per_second) - cost
        self._buckets[name] = (left, now)
        if len(self._buckets) > _MAX_NAMES:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 0 else -left / self._rate.per_second

    def check(self, name: str, cost: int = 1) -> None:
        """Take tokens. Raises `RateLimited` if there are too few; then nothing is taken."""
        seconds = self.take(name, cost)
        if seconds:
            left, since = self._buckets[name]
            self._buckets[name] = (left + cost, since)
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
