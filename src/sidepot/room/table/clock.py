"""The room's source of time, and its time limits, in whole milliseconds."""

from __future__ import annotations

import time
from typing import Protocol

SECOND = 1000
GRACE = 30 * SECOND
"""The least time that every running clock has left after the room was away."""
HEARTBEAT = SECOND
"""The longest time between two ticks of the scheduler."""
SLEEP_THRESHOLD = 5 * SECOND
"""A longer gap between two readings of the clock means that the machine was asleep."""
BOT_TIMEOUT = 10 * SECOND
"""How long a bot may think about one decision."""
HOST_TIMEOUT = 60 * SECOND
"""A host without a connection for this long loses the host's role."""


class Clock(Protocol):
    """A source of time for the room."""

    def now(self) -> int:
        """The time, in milliseconds since 1970."""


class SystemClock:
    """The system's clock."""

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000
