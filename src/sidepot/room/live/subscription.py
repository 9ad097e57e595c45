"""A subscription: the bounded queue of messages to one socket. A slow socket delays no other."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from sidepot.room.protocol.messages import FromServer, Goodbye
from sidepot.words import DEFAULT, Message, speaking
from sidepot.words.wire import encode

MAX_VIEWS = 64
"""With more messages waiting than this, all waiting views are replaced by one whole view."""
MAX_WAITING = 512
"""With more messages waiting than this, the socket is too slow, and is closed."""


class Subscription:
    """The messages to one socket about a table: read them with `async for`.

    Messages are encoded as JSON. Ask for the next one only when the last has been sent; the
    iteration ends after a `Goodbye`. Call `leave` when the socket is gone.
    """

    def __init__(
        self, table: str, guest: str | None, *, checks: bool = False, language: str = DEFAULT
    ) -> None:
        self.table = table
        self.guest = guest
        self.checks = checks
        """Does the client check the deals?"""
        self.language = language
        """The language of the one who reads."""
        self.member = guest
        """The member who looks on, also as one without a name."""
        self.session: str | None = None
        """The session of the guest's browser, which can be ended."""
        self.is_closed = False
        self.catch_up: Callable[[], bytes] | None = None
        """Returns a whole view, for a socket that has fallen behind."""
        self.on_leave: Callable[[Subscription], None] | None = None
        """Called when the subscription ends."""
        self.is_stale: Callable[[], bool] = lambda: False
        """Has the process stood still since this began? Then all that waits is old."""
        self.is_seated: Callable[[], bool] = lambda: False
        """Has the guest a chair at the table?"""
        self.knows_presence = b""
        """The last `Presence` that was sent, encoded."""
        self.deliver: Callable[[bytes], bool] | None = None
        """Sends a message at once if the socket can take it; on False the message is queued."""
        self._is_drained = False
        """Has every message that was read been sent? Only then may one be delivered at once."""
        self._waiting: deque[tuple[bool, bytes]] = deque()
        self._filled = asyncio.Event()

    def send(self, message: FromServer) -> None:
        """Encode a message and queue it behind those that are waiting."""
        self.put(encode(message))

    def put(self, raw: bytes, *, is_view: bool = False) -> None:
        """Queue an encoded message, or deliver it at once; does nothing after the end.

        A queue that grows too long loses its views to one whole view, or closes the subscription.
        """
        if self.is_closed or self._is_outdated():
            return
        if self._is_drained and not self._waiting and self.deliver and self.deliver(raw):
            return
        self._waiting.append((is_view, raw))
        self._filled.set()
        if len(self._waiting) > MAX_WAITING:
            self._waiting.clear()
            self.close("slow", Message("room.goodbye_slow"))
        elif is_view and self.catch_up and len(self._waiting) > MAX_VIEWS:
            self._waiting = deque(item for item in self._waiting if not item[0])
            self._waiting.append((True, self.catch_up()))

    def _is_outdated(self) -> bool:
        """Drop what waits and say goodbye, if the process has stood still."""
        if not self.is_stale():
            return False
        self.is_stale = lambda: False
        self._waiting.clear()
        self.close("closed", Message("room.goodbye_moved"))
        return True

    def close(self, reason: str, said: Message) -> None:
        """Send a `Goodbye` as the last message."""
        if not self.is_closed:
            with speaking(self.language):
                self.send(Goodbye(reason=reason, said=said))
            self.leave()

    def leave(self) -> None:
        """End the subscription; messages that are waiting can still be read."""
        if self.is_closed:
            return
        self.is_closed = True
        self._filled.set()
        if self.on_leave:
            self.on_leave(self)

    @property
    def waiting(self) -> int:
        """The number of messages that wait to be read."""
        return len(self._waiting)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> bytes:
        self._is_drained = True
        while not self._waiting:
            if self.is_closed:
                raise StopAsyncIteration
            self._filled.clear()
            await self._filled.wait()
        self._is_drained = False
        if self._is_outdated() and not self._waiting:  # it was closed before
            raise StopAsyncIteration
        return self._waiting.popleft()[1]
