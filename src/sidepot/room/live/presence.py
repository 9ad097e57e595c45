"""Presence messages of a table: sent at once, or batched where many come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

BURST = 30
"""Changes that are sent at once."""
PER_SECOND = 4.0
"""Messages a second after that; the last state wins."""


class PresenceTeller:
    """Sends a table its presence by calling `tell`; each call costs a token of a bucket.

    Where the bucket is empty a change waits, and is sent with all that follow meanwhile: a client
    that keeps opening sockets costs a table of a hundred no more than any other.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._left = float(BURST)
        self._at: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Note that a viewer has come or gone."""
        if self._timer:
            return
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._at is not None:
            self._left = min(BURST, self._left + (now - self._at) * PER_SECOND)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            self._tell()
        else:
            self._timer = loop.call_later((1 - self._left) / PER_SECOND, self._tell_later)

    def _tell_later(self) -> None:
        self._timer = None
        self._left = 0.0
        self._at = asyncio.get_running_loop().time()
        self._tell()

    def stop(self) -> None:
        """Cancel the pending message: nobody is left to get it."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
