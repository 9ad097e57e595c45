"""What is on its way to one socket: bounded, in order, and never in the way of others."""

from __future__ import annotations

import asyncio
from collections import deque

import msgspec

from sidepot.room.messages import FromServer, Goodbye
from sidepot.words import Message

MOST_WAITING = 64
"""Messages that may wait; then views that are out of date are left out."""
MOST_HELD = 512
"""With so many the socket is slow, and dropped."""


class Subscription:
    """One socket's view of a table: read it with `async for`, which ends with a `Goodbye`.

    `chair` is where the guest sits, None on the rail. Messages are JSON, as they go on the wire.
    """

    def __init__(self, table: str, guest: str | None) -> None:
        self.table = table
        self.guest = guest
        self.is_behind = False
        """Has it missed a view? The next one is whole."""
        self.is_closed = False
        self._waiting: deque[tuple[bool, bytes]] = deque()
        self._filled = asyncio.Event()

    def send(self, message: FromServer) -> None:
        """Put a message, like the answer to a command, behind those that are on their way."""
        self.put(msgspec.json.encode(message))

    def put(self, raw: bytes, *, is_view: bool = False) -> None:
        """Put an encoded message on its way; a view makes those before it out of date."""
        if self.is_closed:
            return
        self._waiting.append((is_view, raw))
        self._filled.set()
        if len(self._waiting) > MOST_HELD:
            self.close("slow", Message("room.goodbye_slow"))
        elif is_view and len(self._waiting) > MOST_WAITING:
            self._catch_up()

    def close(self, reason: str, said: Message) -> None:
        """Say goodbye; nothing comes after that."""
        if self.is_closed:
            return
        self.is_closed = True
        if reason == "slow":
            self._waiting.clear()
        from sidepot.room.showing import said_of

        goodbye = Goodbye(reason=reason, said=said_of(said))
        self._waiting.append((False, msgspec.json.encode(goodbye)))
        self._filled.set()

    def _catch_up(self) -> None:
        """Leave all views out; the room is asked for a whole one."""
        self._waiting = deque(item for item in self._waiting if not item[0])
        self.is_behind = True

    @property
    def waiting(self) -> int:
        """How many messages wait to be read."""
        return len(self._waiting)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> bytes:
        while not self._waiting:
            if self.is_closed:
                raise StopAsyncIteration
            self._filled.clear()
            await self._filled.wait()
        return self._waiting.popleft()[1]
