"""`serve`: runs a room on a database, from start to a clean shutdown."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import uvicorn

from sidepot.errors import BadAddress
from sidepot.room.service import Room
from sidepot.room.storage.database import path_of
from sidepot.room.storage.owner import Owner, check_free
from sidepot.room.storage.postgres import is_address
from sidepot.room.web import addresses, delivery
from sidepot.room.web.acceptor import Acceptor, accepting
from sidepot.room.web.addresses import Address
from sidepot.room.web.app import build
from sidepot.room.web.app_state import AppState
from sidepot.room.web.connections import files
from sidepot.room.web.http_protocol import Exchanges
from sidepot.room.web.limits import Limits
from sidepot.room.web.relay import Relay, relay_key
from sidepot.room.web.socket_protocol import Sockets
from sidepot.room.web.watchdog import watch

_log = logging.getLogger("sidepot.room.web")

_PORT = 8000
_HEAD = 16 * 1024
"""The most bytes of a request's head."""
_PING = 20.0
"""Seconds between two pings of a socket, and until the answer."""
_COLLECT = (2_000, 5, 1_000)
"""When Python looks for garbage in circles (`gc.set_threshold`): at a few thousand new objects at a
time, so that nobody waits for long, and at all that two hundred tables keep hardly ever. At 20,000
at a time sockets waited for 40 to 150 ms; it looks at each object for two microseconds."""
_HANDOVER = 0.0005
"""Seconds after which a thread lets another one run. The writer asks for that at every row, and
with Python's own 5 ms a busy event loop would make a commit of 1 ms one of 20."""
_ANY = f"{addresses.LOCAL}:0"
_FAREWELL = 5
"""Seconds that connections have when the room closes."""
_END = 9.0
"""Seconds from the signal to the end of the process, whatever still runs in a thread of it.

All that was answered is stored by then; the unit of docs/hosting.md kills after twenty.
"""


@dataclass(frozen=True)
class Plan:
    """The settings of a server: see `sidepot serve --help`. `port` 0 is any that is free.

    `keep_days`: tables at which nothing has happened for so long are archived; None keeps all.
    `relay`: where other processes of a room on PostgreSQL reach this one. `listening`: the socket
    of another process that is to be used instead of a port.
    """

    port: int = _PORT
    database: str | None = None
    lan: bool = False
    public_url: str | None = None
    trusted_proxies: Sequence[str] = ()
    metrics: str | None = None
    limits: Limits = field(default_factory=Limits)
    keep_days: int | None = None
    relay: str | None = None
    listening: int | None = None


class Serving:
    """A room whose port is taken and that does not listen yet.

    `room` is the one to serve where it is open already. Raises `BadAddress` for a port or an
    address that cannot be had, `BadDatabase`, and `DatabaseInUse` if another process has it.
    """

    def __init__(self, plan: Plan, room: Room | None = None) -> None:
        host = addresses.EVERYWHERE if plan.lan else addresses.LOCAL
        public = addresses.checked_url(plan.public_url) if plan.public_url else None
        scraped = addresses.split_address(plan.metrics) if plan.metrics else None
        self.bound = _bound(host, plan)
        port = self.bound.getsockname()[1]
        self.local = f"http://{addresses.LOCAL}:{port}"
        self.address = Address(public or (_of_lan(port) if plan.lan else self.local))
        self.metrics: socket.socket | None = None
        self.relay: socket.socket | None = None
        self.owner: Owner | None = None
        try:
            self.metrics = addresses.bind(*scraped, flag="--metrics") if scraped else None
            if room is None and is_address(plan.database):
                reached = addresses.split_address(plan.relay or _ANY, "--relay")
                if ipaddress.ip_address(reached[0]).is_unspecified:  # others would ask themselves
                    raise BadAddress("web.relay_everywhere", address=plan.relay)
                self.relay = addresses.bind(*reached, flag="--relay")
            elif room is None:
                self.owner = Owner(path_of(plan.database), self.address.base)
            self.room = room or Room.open(plan.database, address=self._reached)
            relay = Relay(relay_key(self.room))
        except BaseException:
            for one in self.sockets:
                one.close()
            self.release()
            raise
        others = [self._reached.rpartition(":")[0]] if self._reached else []
        proxies = addresses.Proxies([*plan.trusted_proxies, *others])
        self.state = AppState(self.room, self.address, relay, plan.limits, proxies)
        self._proxies = list(plan.trusted_proxies)
        self.keep_days = plan.keep_days
        self._is_behind = bool(public or self._proxies)
        self.can_open = self.address.is_local and not self._is_behind and plan.listening is None
        """May a button of the page let the other devices of the house in?"""

    async def open_house(self, accept: Callable[[socket.socket], Awaitable[None]]) -> None:
        """Listen at this machine's address in the local network too, and make links of it.

        Raises `BadAddress` where the machine is in no network, or the port is taken there.
        """
        if self.address.base != self.local:
            return
        host, port = addresses.of_lan(), self.bound.getsockname()[1]
        if host == addresses.LOCAL:
            raise BadAddress("web.no_network")
        await accept(addresses.bind(host, port))
        self.address = self.state.address = Address(f"http://{host}:{port}")
        _log.info("opened address=%s", self.address.base)

    @classmethod
    def anywhere(cls, plan: Plan) -> Serving:
        """The same, on any free port where the port of the plan is taken."""
        try:
            return cls(plan)
        except BadAddress:
            return cls(replace(plan, port=0))

    @property
    def port(self) -> int:
        """The port at which people come."""
        return int(self.bound.getsockname()[1])

    def share(self, base: str) -> None:
        """Make links of the address of a tunnel from now on; call it before `run`."""
        self.address = self.state.address = Address(addresses.checked_url(base))
        self.can_open = False

    def abandon(self) -> None:
        """Close everything: the room is not to be served after all."""
        for one in self.sockets:
            one.close()
        asyncio.run(self.room.close())
        self.release()

    def release(self) -> None:
        """Let another process have the database; the room has been closed."""
        if self.owner:
            self.owner.release()

    def run(self, listening: Callable[[], None]) -> None:
        """Listen until SIGTERM or Ctrl-C; `listening` is called when people can come."""
        server = self.server(listening)
        server.is_process = True
        signal.signal(signal.SIGTERM, lambda *_: server.end_early())  # uvicorn takes over later
        gc.freeze()  # modules and compiled games stay to the end
        gc.set_threshold(*_COLLECT)
        sys.setswitchinterval(_HANDOVER)
        self.state.connections.fit(files())
        server.run(sockets=self.sockets)

    @property
    def sockets(self) -> list[socket.socket]:
        """The sockets that listen: the room's, that of the metrics, and that for other processes.

        The last two only where they have their own.
        """
        return [one for one in (self.bound, self.metrics, self.relay) if one]

    @property
    def _reached(self) -> str | None:
        """The address at which the room's other processes reach this one."""
        if self.relay is None:
            return None
        host, port = self.relay.getsockname()[:2]
        return f"{host}:{port}"

    def server(self, listening: Callable[[], None]) -> _Server:
        """The server; a test runs it beside itself."""
        app = build(
            self.state,
            self._proxies,
            metrics_port=self.metrics.getsockname()[1] if self.metrics else None,
            is_behind=self._is_behind,
            reached=self.relay.getsockname()[:2] if self.relay else None,
        )
        open_sockets = Sockets(app, self.state.connections, _PING)
        config = uvicorn.Config(
            cast(Any, Exchanges(app)),
            http="h11",
            ws=cast(Any, open_sockets.protocol),
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            h11_max_incomplete_event_size=_HEAD,
            proxy_headers=False,  # `build` believes them, after it has seen who sent them
            timeout_graceful_shutdown=_FAREWELL,
        )
        return _Server(config, self, open_sockets, listening)


class _Server(uvicorn.Server):
    """A server that opens the room before the port, and says goodbye before it closes sockets."""

    def __init__(
        self,
        config: uvicorn.Config,
        serving: Serving,
        open_sockets: Sockets,
        listening: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self.is_process = False
        """Does the process end with the server? Then it waits for no thread."""
        self._serving = serving
        self._room = serving.room
        self._release = serving.release
        self._keep_days = serving.keep_days
        self._connections = serving.state.connections
        self._relay = serving.state.relay
        self._sockets = open_sockets
        self._acceptors: list[Acceptor | asyncio.Server] = []
        self._listening = listening
        self._is_closed = False

    def end_early(self) -> None:
        """End as soon as the room is open; uvicorn hears of signals only later."""
        self.should_exit = True

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the room, serve on listening sockets, and close the room."""
        watch(asyncio.get_running_loop())
        await self._room.start()
        if self._keep_days is not None:
            self._room.keep(self._keep_days)
        try:
            if not self.should_exit:
                await self._serve_on(sockets or [])
        finally:  # some releases of uvicorn do not call `shutdown`
            await self._close_room()
            await self._sockets.close(_FAREWELL)
            self._relay.close()

    async def _serve_on(self, sockets: list[socket.socket]) -> None:
        make = delivery.factory(self, self._connections)
        if make is None:
            for one in sockets:
                one.listen()
            self._listening()
            if not self.should_exit:
                await super().serve(sockets)
            return

        async def accept(one: socket.socket) -> None:
            self._acceptors.append(await accepting(one, make, self._connections))

        for one in sockets:
            await accept(one)
        if self._serving.can_open:
            self._serving.state.open_house = lambda: self._serving.open_house(accept)
        self._listening()
        if not self.should_exit:
            await super().serve([])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the room with a goodbye to everybody; then the connections."""
        await self._close_room()
        await asyncio.gather(super().shutdown(sockets), self._sockets.close(_FAREWELL))

    async def _close_room(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        if self.is_process:
            _end_within(_END)
        for acceptor in self._acceptors:
            acceptor.close()
        await self._room.close()
        self._release()
        await asyncio.sleep(0)


def _end_within(seconds: float) -> None:
    """End the process after some seconds, even while a thread works that Python would wait for."""

    def end() -> None:
        _log.warning("ended_late threads=%s", [thread.name for thread in threading.enumerate()])
        logging.shutdown()
        os._exit(0)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()


def _bound(host: str, plan: Plan) -> socket.socket:
    """The port of the plan. If the room of the same database has it, the error says so.

    Raises `DatabaseInUse`, `BadAddress`.
    """
    if plan.listening is not None:
        return socket.socket(fileno=plan.listening)
    try:
        return addresses.bind(host, plan.port)
    except BadAddress:
        if not is_address(plan.database):
            check_free(path_of(plan.database))
        raise


def _of_lan(port: int) -> str:
    return f"http://{addresses.of_lan()}:{port}"
