"""A WebSocket's connection, cut off where the other side takes nothing any more.

While a write is stuck nothing can be said, not even goodbye; so the connection is aborted. What
waits for it is bounded by `room.outbox`, and nobody else waits for it.

This builds on private parts of uvicorn; `web.delivery` sees to it that they are those we know.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sidepot.web.delivery import EXTENSION

PATIENCE = 20.0
"""Seconds that a full connection may take nothing."""
_LINGER = 5.0
"""Seconds for the last words."""
_MOST_QUEUED = 8
"""Messages that may wait for their turn; with more, the connection is not read."""
_WHOLE_TEXT = 0x81
"""The first byte of a message in one frame."""


class SocketProtocol(WebSocketsSansIOProtocol):
    """The connection of one socket."""

    _stuck: TimerHandle | None = None

    def pause_writing(self) -> None:
        """The buffer is full."""
        super().pause_writing()
        self._stuck = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self._free()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._free()
        super().connection_lost(exc)

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
        cast(Any, self.scope["extensions"])[EXTENSION] = self
        await super().run_asgi()
        self.loop.call_later(_LINGER, self.transport.abort)

    def _free(self) -> None:
        if self._stuck:
            self._stuck.cancel()
        self._stuck = None


def _head(size: int) -> bytes:
    """What stands before a whole text of so many bytes, unmasked (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((_WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2)
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8)
