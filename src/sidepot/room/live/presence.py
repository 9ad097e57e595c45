"""Who is at a table, told to everybody there: at once, or gathered where many come and go."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

BURST = 30
"""Changes that are told at once."""
PER_SECOND = 4.0
"""How often a second they are told after that; the last state wins."""


class PresenceTeller:
    """Tells a table who is there. `tell` sends it to all; each telling costs a token of a bucket.

    Where the bucket is empty the change waits, and is told with all that come meanwhile: somebody
    who opens sockets all the time makes no more work at a table of a hundred than anybody else.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._left = float(BURST)
        self._at: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Somebody has come or gone."""
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
        """Tell nothing more: nobody is there."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
