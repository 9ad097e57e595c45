"""What is on its way to one socket: bounded, in order, and never in the way of others."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

import msgspec

from sidepot.protocol.messages import FromServer, Goodbye
from sidepot.protocol.views import sentence_of
from sidepot.words import Message

MOST_VIEWS = 64
"""Messages that may wait; with more, all views give way to one whole one."""
MOST_WAITING = 512
"""With so many the socket is slow, and dropped."""


class Subscription:
    """One socket's view of a table: read it with `async for`, which ends after a `Goodbye`.

    Messages are JSON, as they go on the wire. Ask for the next one when the last is sent; call
    `leave` when the socket is gone.
    """

    def __init__(self, table: str, guest: str | None) -> None:
        self.table = table
        self.guest = guest
        self.is_closed = False
        self.catch_up: Callable[[], bytes] | None = None
        """Makes a whole view, for a socket that has fallen behind."""
        self.gone: Callable[[Subscription], None] | None = None
        """Is told when the subscription ends."""
        self.deliver: Callable[[bytes], bool] | None = None
        """Sends a message at once, if the line is free; what it does not take is to be read."""
        self._is_read_out = False
        """Has all that was read been sent? Only then may something be delivered after it."""
        self._waiting: deque[tuple[bool, bytes]] = deque()
        self._filled = asyncio.Event()

    def send(self, message: FromServer) -> None:
        """Put a message, like the answer to a command, behind those that are on their way."""
        self.put(msgspec.json.encode(message))

    def put(self, raw: bytes, *, is_view: bool = False) -> None:
        """Put an encoded message on its way. One that nobody reads in time is dropped."""
        if self.is_closed:
            return
        if self._is_read_out and not self._waiting and self.deliver and self.deliver(raw):
            return
        self._waiting.append((is_view, raw))
        self._filled.set()
        if len(self._waiting) > MOST_WAITING:
            self._waiting.clear()
            self.close("slow", Message("room.goodbye_slow"))
        elif is_view and self.catch_up and len(self._waiting) > MOST_VIEWS:
            self._waiting = deque(item for item in self._waiting if not item[0])
            self._waiting.append((True, self.catch_up()))

    def close(self, reason: str, said: Message) -> None:
        """Say goodbye; nothing comes after that."""
        if not self.is_closed:
            self.send(Goodbye(reason=reason, said=sentence_of(said)))
            self.leave()

    def leave(self) -> None:
        """The socket is gone, or will be when it has read what is on its way."""
        if self.is_closed:
            return
        self.is_closed = True
        self._filled.set()
        if self.gone:
            self.gone(self)

    @property
    def waiting(self) -> int:
        """How many messages wait to be read."""
        return len(self._waiting)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> bytes:
        self._is_read_out = True
        while not self._waiting:
            if self.is_closed:
                raise StopAsyncIteration
            self._filled.clear()
            await self._filled.wait()
        self._is_read_out = False
        return self._waiting.popleft()[1]
