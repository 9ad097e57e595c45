"""A WebSocket's connection: what comes is paid for, and it is cut off where nothing is taken.

While a write is stuck nothing can be said, not even goodbye; so the connection is aborted. What
waits for it is bounded by `room.live.subscription`, and nobody else waits for it. What it sends,
pings and fragments too, is counted by `web.intake`.

This builds on private parts of uvicorn; `web.delivery` sees to it that they are those we know.
"""

from __future__ import annotations

import math
from asyncio import TimerHandle
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from sidepot.room.web.connections import Connection
from sidepot.room.web.delivery import EXTENSION
from sidepot.room.web.intake import Intake
from sidepot.room.web.limits import Allowance

MOST_FRAGMENTS = 64
"""The most frames of one message."""
_LINGER = 5.0
"""Seconds for the last words."""
_MOST_QUEUED = 8
"""Messages that may wait for their turn; with more, the connection is not read."""
_TOGETHER = 0.5
"""Seconds between two moments at which sockets are pinged."""
_WHOLE_TEXT = 0x81
"""The first byte of a message in one frame."""
_UNREAD = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
"""The answer to a handshake that the library does not read: a line of its head is too long."""
_POLICY = 1008
"""Close code (RFC 6455, 7.4.1)."""


class SocketProtocol(Intake, WebSocketsSansIOProtocol):
    """The connection of one socket, upgraded from HTTP."""

    _last: TimerHandle | None = None

    def __init__(self, connection: Connection, allowance: Allowance, **uvicorns: Any) -> None:
        WebSocketsSansIOProtocol.__init__(self, **uvicorns)
        Intake.__init__(self)
        self.connection = connection
        self.allowance = allowance

    def _parse(self, data: bytes) -> int:
        self.conn.receive_data(data)
        count = len(self.conn.events)
        if self.conn.handshake_exc is not None and not count:
            if not self.transport.is_closing():
                self.transport.write(_UNREAD)
                self.transport.close()
        elif self.conn.parser_exc is None:
            self.handle_events()
        else:
            self.handle_parser_exception()
        return count

    @property
    def _is_busy(self) -> bool:
        return self.read_paused

    def _end(self) -> None:
        self._fail("too many frames")

    def _fail(self, reason: str) -> None:
        """Close the socket for what the other side does."""
        if self.close_sent or not self.handshake_complete:
            self.transport.abort()
            return
        self.conn.fail(_POLICY, reason)
        self.handle_parser_exception()
        self._linger()

    def _linger(self) -> None:
        """What is still to be written has some seconds."""
        if not self._is_over and not self._last:
            self._last = self.loop.call_later(_LINGER, self.transport.abort)

    def handle_cont(self, event: Frame) -> None:
        """A further fragment of a message."""
        if len(self.frames) >= MOST_FRAGMENTS:
            self.frames = []
            self._fail("too many fragments")
        elif not self.close_sent:
            super().handle_cont(event)

    def pause_writing(self) -> None:
        """The buffer is full."""
        super().pause_writing()
        self._get_stuck()

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self._get_free()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over, and nothing holds it: full collections of garbage are rare here."""
        self._stop()
        if self._last:
            self._last.cancel()
        self.connection.leave()
        super().connection_lost(exc)
        self.conn.parser.close()

    def send_receive_event_to_app(self) -> None:
        """A message is whole; nothing more is read where several wait for their turn.

        ASGI stops at each, and for a client that sends one at a time these are two system calls.
        """
        was_paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = was_paused
        if not was_paused and self.queue.qsize() > _MOST_QUEUED:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """The next message for the app, which may make room for others."""
        message = await super().receive()
        self._see_to_it()
        return message

    def schedule_ping(self) -> None:
        """Ping at the next full half second: those of many sockets wake the loop once."""
        assert self.ping_interval is not None
        due = self.loop.time() + self.ping_interval - self.last_ping_rtt
        at = math.ceil(due / _TOGETHER) * _TOGETHER
        self.ping_timer = self.loop.call_at(at, self.send_keepalive_ping)

    def deliver(self, text: bytes) -> bool:
        """Send a text at once, past the queues of ASGI, which take four times as long.

        False where the line is not free: then it must wait for its turn.
        """
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True

    async def run_asgi(self) -> None:
        """Serve the socket; afterwards the connection does not stay open for long."""
        extensions = cast(Any, self.scope["extensions"])
        extensions[EXTENSION] = self
        await super().run_asgi()
        del extensions[EXTENSION]
        self._linger()


def _head(size: int) -> bytes:
    """What stands before a whole text of so many bytes, unmasked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2)
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8)
