"""How much an address, a guest or a socket may ask for: enough for twenty friends in one house."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sidepot.errors import RateLimited

BODY = 64 * 1024
"""Bytes of a request's body, and of a message on a socket."""
_REMEMBERED = 10_000
"""Addresses or guests whose use is remembered; older ones begin anew."""


@dataclass(frozen=True)
class Rate:
    """So many at once, and then so many a second."""

    burst: int
    per_second: float


@dataclass(frozen=True)
class Limits:
    """What is allowed.

    `requests` and `guests` (new ones): an address; `creations`: new tables of a guest; `commands`:
    a socket, which is read more slowly beyond that. `tables`: that a guest may have open;
    `sockets`: of one address; `own_sockets`: of one guest.
    """

    requests: Rate = Rate(200, 20)
    guests: Rate = Rate(60, 0.2)
    creations: Rate = Rate(10, 0.05)
    commands: Rate = Rate(40, 10)
    tables: int = 50
    sockets: int = 120
    own_sockets: int = 12


class Meter:
    """A bucket a name, filled at a rate."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str = "") -> float:
        """Take one, and say how many seconds it comes too early; 0 if it may be done now."""
        now = self._clock()
        left, since = self._buckets.pop(name, (float(self._rate.burst), now))
        left = min(self._rate.burst, left + (now - since) * self._rate.per_second) - 1
        self._buckets[name] = (left, now)
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return 0.0 if left >= 0 else -left / self._rate.per_second

    def check(self, name: str) -> None:
        """Take one. Raises `RateLimited` where there is none left; that one is given back."""
        seconds = self.wait(name)
        if seconds:
            left, since = self._buckets[name]
            self._buckets[name] = (left + 1, since)
            raise RateLimited("web.too_much", seconds=max(1, round(seconds)))


class Places:
    """How many of something one name has at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    @contextmanager
    def one(self, name: str) -> Iterator[None]:
        """Have one more meanwhile. Raises `RateLimited`."""
        if self._taken[name] >= self._most:
            raise RateLimited("web.too_many_sockets", most=self._most)
        self._taken[name] += 1
        try:
            yield
        finally:
            self._taken[name] -= 1
            if not self._taken[name]:
                del self._taken[name]
