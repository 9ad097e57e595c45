"""All open connections: their limits, in all and by address, and the eviction of idle ones.

Where there are as many as there may be, the one that was idle for longest makes room for a new one:
a connection without a request in progress, one whose answer waits to be taken, or a socket without
a hello; else a socket of somebody without a chair. So newcomers and players who come back always
come in, and nobody who has a chair is ever sent away; only where all have chairs is a new one
refused.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections import OrderedDict
from collections.abc import Callable, Container

from sidepot.errors import RateLimited
from sidepot.room.web.addresses import group_of
from sidepot.room.web.limits import Limits, RateLimiter

EXTENSION = "sidepot.line"
"""The key of a socket's connection in its scope."""
_SPARE_FILES = 96
"""Files that are no connections: the database's, the log, the listening sockets, modules."""
_MOST_FILES = 65_536
"""Files to ask the system for."""
_FEWEST = 16
"""The least limit of connections, on any machine."""
_LOOKED_AT = 64
"""Busy connections examined in search of one to evict."""

Note = Callable[[str], None]
"""Notes that a limit holds, by its name."""


def files() -> int | None:
    """The limit of open files, after raising it as far as possible; None if unknown."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
        if soft < wanted:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                soft = wanted
            except (OSError, ValueError):
                pass
    return None if soft == resource.RLIM_INFINITY else soft


def fitting(wanted: int, files: int | None) -> int:
    """The number of connections that the limit of files allows, at most `wanted`."""
    if files is None:
        return wanted
    return min(wanted, max(_FEWEST, files - max(_SPARE_FILES, files // 8)))


class Connection:
    """One connection, from its first byte to its last, over any protocol."""

    def __init__(self, crowds: tuple[_Crowd, ...], transport: asyncio.Transport) -> None:
        self._crowds = crowds
        self._transport: asyncio.Transport | None = transport
        self.is_protected: Callable[[], bool] = _is_nobodys
        """Does it belong to a player with a chair?"""

    def rest(self) -> None:
        """It waits for a request, for the rest of one, or until its answer is taken."""
        for crowd in self._crowds:
            crowd.busy.pop(self, None)
            crowd.idle[self] = None
            crowd.idle.move_to_end(self)

    def work(self) -> None:
        """It is being served."""
        for crowd in self._crowds:
            crowd.idle.pop(self, None)
            crowd.busy[self] = None

    def leave(self) -> None:
        """It is over."""
        for crowd in self._crowds:
            crowd.idle.pop(self, None)
            crowd.busy.pop(self, None)
            crowd.on_leave(crowd)
        self._crowds = ()
        self._transport = None
        self.is_protected = _is_nobodys

    def abort(self) -> None:
        """End it at once."""
        transport = self._transport
        self.leave()
        if transport:
            transport.abort()


def _is_nobodys() -> bool:
    return False


class _Crowd:
    """Connections that share a limit, in the order in which they were last used."""

    def __init__(self, name: str, most: int, on_leave: Callable[[_Crowd], None]) -> None:
        self.name = name
        self.most = most
        self.on_leave = on_leave
        self.idle: OrderedDict[Connection, None] = OrderedDict()
        self.busy: OrderedDict[Connection, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self.idle) + len(self.busy)

    def first_to_go(self) -> Connection | None:
        """The connection to evict for another one, or None if all must stay."""
        if self.idle:
            return next(iter(self.idle))
        for connection in list(itertools.islice(self.busy, _LOOKED_AT)):
            if not connection.is_protected():
                return connection
            self.busy.move_to_end(connection)
        return None


class Connections:
    """The open connections of a server.

    `proxies` are addresses that speak for others: no limit an address holds for them. `note` is
    told of every connection that is closed or refused, by the name of the limit; `count` of those
    whose deadline has passed; `on_malformed` of every request that cannot be read.
    """

    def __init__(
        self,
        limits: Limits,
        note: Note,
        proxies: Container[str] = (),
        count: Note = lambda _: None,
        on_malformed: Callable[[], None] = lambda: None,
    ) -> None:
        self.limits = limits
        self.proxies = proxies
        self.count = count
        self.on_malformed = on_malformed
        self.note = note
        self._arrivals = RateLimiter(limits.arrivals)
        self._all = _Crowd("connections", limits.connections, lambda _: None)
        self._by_address: dict[str, _Crowd] = {}

    def __len__(self) -> int:
        return len(self._all)

    def fit(self, files: int | None) -> None:
        """Have no more connections than there are files."""
        self._all.most = fitting(self.limits.connections, files)

    def may_come(self, host: str) -> bool:
        """May one more connection come from there now?"""
        if host in self.proxies:
            return True
        try:
            self._arrivals.check(group_of(host))
        except RateLimited:
            self.note("arrivals")
            return False
        return True

    def come(self, host: str, transport: asyncio.Transport) -> Connection | None:
        """A new connection, which may evict another one; None if it is refused."""
        crowds = self._crowds(host)
        for crowd in crowds:
            if len(crowd) >= crowd.most:
                self.note(crowd.name)
                found = crowd.first_to_go()
                if found is None:
                    crowds[0].on_leave(crowds[0])
                    return None
                found.abort()
        # The crowd of an address is forgotten when its last one goes.
        connection = Connection(self._crowds(host), transport)
        connection.rest()
        return connection

    def _crowds(self, host: str) -> tuple[_Crowd, ...]:
        if host in self.proxies:
            return (self._all,)
        group = group_of(host)
        crowd = self._by_address.get(group)
        if crowd is None:

            def forget(empty: _Crowd) -> None:
                if not len(empty) and self._by_address.get(group) is empty:
                    del self._by_address[group]

            crowd = _Crowd("address_connections", self.limits.address_connections, forget)
            self._by_address[group] = crowd
        return (crowd, self._all)
