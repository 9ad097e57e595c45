"""Accepts connections from a listening socket; addresses over their rate are rejected first.

A connection that is refused here costs two system calls; one that is given to a protocol costs
twenty times as much.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from sidepot.room.web.connections import Connections

_BACKLOG = 2048
"""Connections that wait in the system."""
_AT_ONCE = 64
"""Connections that are taken, or sent away, before anything else has its turn."""
_MOST_TAKEN = 16
"""Connections that may be on their way to a protocol, so that they hold no files uncounted."""
_PAUSE = 0.5
"""Seconds without taking any, where there are no files left."""


class Acceptor:
    """Accepts what comes to a listening socket, on the running event loop."""

    def __init__(
        self,
        listening: socket.socket,
        factory: Callable[[], asyncio.Protocol],
        connections: Connections,
    ) -> None:
        self._listening = listening
        self._factory = factory
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pause: asyncio.TimerHandle | None = None
        self._is_closed = False

    def start(self) -> None:
        """Listen. Raises `NotImplementedError` on a loop that cannot watch a socket."""
        self._listening.setblocking(False)
        self._listening.listen(_BACKLOG)
        self._loop.add_reader(self._listening, self._accept)

    def close(self) -> None:
        """Take no more."""
        if not self._is_closed:
            self._is_closed = True
            if self._pause:
                self._pause.cancel()
            self._loop.remove_reader(self._listening)
            self._listening.close()

    def _accept(self) -> None:
        for _ in range(_AT_ONCE):
            if len(self._tasks) >= _MOST_TAKEN:
                return
            try:
                line, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:
                self._wait()
                return
            if not self._connections.may_come(str(peer[0])):
                line.close()
                continue
            task = self._loop.create_task(self._serve(line))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _wait(self) -> None:
        """There are no files left: try again soon, not all the time."""
        self._connections.note("files")
        self._loop.remove_reader(self._listening)
        self._pause = self._loop.call_later(_PAUSE, self._go_on)

    def _go_on(self) -> None:
        self._pause = None
        self._loop.add_reader(self._listening, self._accept)

    async def _serve(self, line: socket.socket) -> None:
        """Give a connection to a protocol."""
        try:
            line.setblocking(False)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(self._factory, line)
        except OSError:  # it has gone already
            line.close()


async def accepting(
    listening: socket.socket, factory: Callable[[], asyncio.Protocol], connections: Connections
) -> Acceptor | asyncio.Server:
    """Accept on a socket; on Windows the loop does it, and arrivals have no rate."""
    acceptor = Acceptor(listening, factory, connections)
    try:
        acceptor.start()
    except NotImplementedError:
        loop = asyncio.get_running_loop()
        return await loop.create_server(factory, sock=listening, backlog=_BACKLOG)
    return acceptor
