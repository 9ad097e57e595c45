"""Limits shared by all processes of a room: tokens taken in one soon count in the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sidepot.room.web.limits import ConcurrencyLimiter, RateLimiter

_REMEMBERED = 64
"""Processes whose last message is kept, also after they are gone: one may only have been slow.
"""


class SharedLimits:
    """Limiters by name; each beat brings the tokens taken elsewhere."""

    def __init__(
        self, rates: Mapping[str, RateLimiter], holds: Mapping[str, ConcurrencyLimiter]
    ) -> None:
        self._rates = rates
        self._holds = holds
        self._received: dict[str, Mapping[str, Mapping[str, int]]] = {}
        """The last message of each other process, the longest known first."""

    def beat(self, received: Mapping[str, Any]) -> dict[str, dict[str, int]]:
        """Follow the messages of other processes, and return the message for them.

        The counts in a process's first message are old, and limit nobody.
        """
        for process, counts in received.items():
            before = self._received.pop(process, counts)
            for name, limiter in self._rates.items():
                limiter.follow(before.get(name, {}), counts.get(name, {}))
            self._received[process] = counts
        for name, holds in self._holds.items():
            holds.follow(counts.get(name, {}) for counts in received.values())
        while len(self._received) > max(_REMEMBERED, len(received)):
            del self._received[next(iter(self._received))]
        limiters: dict[str, RateLimiter | ConcurrencyLimiter] = {**self._rates, **self._holds}
        return {name: counts for name, limiter in limiters.items() if (counts := limiter.counts())}
