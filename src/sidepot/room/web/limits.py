"""Limits on requests and connections, sized for twenty players behind one IP address."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from sidepot.errors import RateLimited

BODY = 64 * 1024
"""The most bytes in a request's body, and in a message on a socket."""
_DAY = 24 * 3600
DELAY = 1.0
"""Seconds before a refusal of a client over its rate: it slows down retries."""
_PER_COMMAND = 4
"""Tokens of a connection's allowance for each command that its socket may send."""
_UNIT = 1024
"""Bytes that cost one token."""
_MAX_TOLD = 500
"""Names of which other processes of the room are told."""
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

    Per IP address, an IPv6 one by its /64: `requests` (of the API), `visits` (requests of any
    kind), `guests` (new ones), `replays` (of hands handed in), `handshakes` (new sockets),
    `sockets` (open at a time), `address_connections` and `arrivals` (new ones). Per guest:
    `creations` (new tables), `tables` (open at a time) and `own_sockets` (open at a time). Per
    socket: `commands`, beyond which the socket is read more slowly. In all: `connections`.

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
    visits: Rate = Rate(600, 60)
    handshakes: Rate = Rate(120, 4)
    address_connections: int = 240
    connections: int = 4000
    arrivals: Rate = Rate(480, 40)
    replays: Rate = Rate(40, 0.5)

    @property
    def frames(self) -> Rate:
        """The rate of a connection's input: a token a frame or piece of HTTP, and a token a KB."""
        return Rate(_PER_COMMAND * self.commands.burst, _PER_COMMAND * self.commands.per_second)


class RateLimiter:
    """One token bucket per name; `clock` gives seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._spent: OrderedDict[str, int] = OrderedDict()
        """Tokens taken in this process by recently active names."""

    def counts(self) -> dict[str, int]:
        """Tokens taken in this process, by name, for the room's other processes.

        Names whose bucket is full again are dropped.
        """
        for name in [name for name in self._spent if self._is_full(name)]:
            del self._spent[name]
        return dict(self._spent)

    def _is_full(self, name: str) -> bool:
        left, since = self._buckets.get(name, (float(self._rate.burst), 0.0))
        return left + (self._clock() - since) * self._rate.per_second >= self._rate.burst

    def follow(self, before: Mapping[str, int], now: Mapping[str, int]) -> None:
        """Take the tokens that another process has taken since its last message."""
        for name, spent in now.items():
            more = spent - before.get(name, 0)
            if more > 0:
                self._take(name, more)

    def take(self, name: str = "", cost: int = 1) -> float:
        """Take tokens; returns the seconds to wait before acting on them, 0 if there were some."""
        self._spend(name, cost)
        return self._take(name, cost)

    def _spend(self, name: str, cost: int) -> None:
        self._spent[name] = self._spent.pop(name, 0) + cost
        if len(self._spent) > _MAX_TOLD:
            self._spent.popitem(last=False)

    def _take(self, name: str, cost: int) -> float:
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
            self._spend(name, -cost)
            raise RateLimited("web.too_much", seconds=max(1, round(seconds)))


class Allowance:
    """The allowance of one connection: a token bucket that may go into debt; `clock` in seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._left = float(rate.burst)
        self._at = clock()
        self._low_since: float | None = None

    def spend(self, events: int, size: int) -> float:
        """Pay for `events` in `size` bytes; the seconds until nothing is owed, 0 for no debt."""
        now = self._clock()
        burst, per_second = self._rate.burst, self._rate.per_second
        left = min(burst, self._left + (now - self._at) * per_second)
        if left >= burst / 2:
            self._low_since = None
        self._left, self._at = left - events - size / _UNIT, now
        if self._left >= 0:
            return 0.0
        if self._low_since is None:
            self._low_since = now
        return -self._left / per_second

    @property
    def exceeded_for(self) -> float:
        """Seconds since the first debt after which the bucket was never half full again."""
        return 0.0 if self._low_since is None else self._clock() - self._low_since


class ConcurrencyLimiter:
    """Limits how many sockets one name holds at the same time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[str] = Counter()
        self._elsewhere: Counter[str] = Counter()

    def counts(self) -> dict[str, int]:
        """Connections held in this process, by name, for the room's other processes."""
        return dict(self._held)

    def follow(self, held: Iterable[Mapping[str, int]]) -> None:
        """Count what names hold in the other processes."""
        self._elsewhere = Counter()
        for one in held:
            self._elsewhere.update(one)

    @contextmanager
    def hold(self, name: str) -> Iterator[None]:
        """Hold one more inside the `with` block. Raises `RateLimited` at the limit."""
        if self._held[name] + self._elsewhere[name] >= self._most:
            raise RateLimited("web.too_many_sockets", most=self._most)
        self._held[name] += 1
        try:
            yield
        finally:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]
