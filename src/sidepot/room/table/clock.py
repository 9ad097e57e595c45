"""Time: a clock to be asked, and how long things may take. Whole milliseconds throughout."""

from __future__ import annotations

import time
from typing import Protocol

SECOND = 1000
GRACE = 30 * SECOND
"""What every running clock has at least, after the room was away."""
HEARTBEAT = SECOND
"""How often the room looks at the clock at least."""
ASLEEP = 5 * SECOND
"""A heartbeat that comes so late says that the machine was asleep."""
BOT_LIMIT = 10 * SECOND
"""How long a bot may think."""
HOST_GONE = 60 * SECOND
"""After so long without a connection the host is gone."""


class Clock(Protocol):
    """What tells the room the time."""

    def now(self) -> int:
        """Milliseconds since 1970."""


class SystemClock:
    """The system's."""

    def now(self) -> int:
        """Milliseconds since 1970."""
        return time.time_ns() // 1_000_000
