"""The room's source of time, and its time limits, in whole milliseconds."""

from __future__ import annotations

import functools
import sys
import time
from collections.abc import Callable
from typing import Protocol

SECOND = 1000
NOW = 0
"""The time of something that is due at once."""
GRACE = 30 * SECOND
"""The least time that every running clock has left after the room was away."""
RESULT = 2500
"""The least time for the result of a hand whose end is shown in stages, at a fast table."""
HEARTBEAT = SECOND
"""The longest time between two ticks of the scheduler."""
_SLEEP_THRESHOLD = 5 * SECOND
"""A longer gap between two readings of the clock means that the machine was asleep."""
_JUMP_THRESHOLD = 5 * SECOND
"""The wall clock has jumped when it differs by more than this from the room's time."""
BOT_TIMEOUT = 10 * SECOND
"""The time that a bot may think about one decision."""
HOST_TIMEOUT = 60 * SECOND
"""A host without a connection for this long loses the host's role."""


def _steady_clock() -> Callable[[], int]:
    """The system's monotonic clock that also counts while the machine sleeps, in nanoseconds."""
    if sys.platform == "linux":  # CLOCK_MONOTONIC stops in its sleep
        return functools.partial(time.clock_gettime_ns, time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":  # `time.monotonic` stops there
        return functools.partial(time.clock_gettime_ns, time.CLOCK_MONOTONIC)
    return time.monotonic_ns


_steady = _steady_clock()


class Clock(Protocol):
    """A source of time for the room: the wall clock, and a monotonic clock."""

    def now(self) -> int:
        """The wall clock, in milliseconds since 1970; people and network time may set it."""

    def elapsed(self) -> int:
        """Milliseconds since some moment; they never go back, and count during sleep too."""


class SystemClock:
    """The system's clocks."""

    def now(self) -> int:
        """The wall clock, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def elapsed(self) -> int:
        """Milliseconds since the machine was started, with those in which it slept."""
        return _steady() // 1_000_000


class RoomTime:
    """The room's time: set by the wall clock, driven by the monotonic clock.

    Everything is judged, stored and shown by it. It follows the wall clock only in `check`, so a
    caller hears of each jump, and can move by it what was to happen at the old time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._offset = clock.now() - clock.elapsed()
        self._checked = clock.elapsed()
        self.moved = 0
        """By how many milliseconds the time was set forward in all; less than 0 is back."""
        self.was_away = False
        """Did the last check find that the machine had slept, or that the wall clock had jumped?"""

    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return self._offset + self._clock.elapsed()

    def check(self) -> int:
        """The time, in milliseconds since 1970, after a look at whether the wall clock has jumped.

        A machine whose host has paused it may notice only by the wall clock that time was lost: so
        after a jump somebody may have been away as well.
        """
        elapsed = self._clock.elapsed()
        jump = self._clock.now() - (self._offset + elapsed)
        has_jumped = abs(jump) > _JUMP_THRESHOLD
        if has_jumped:
            self._offset += jump
            self.moved += jump
        self.was_away = has_jumped or elapsed - self._checked > _SLEEP_THRESHOLD
        self._checked = elapsed
        return self._offset + elapsed
