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
        self._heard: dict[str, Mapping[str, Mapping[str, int]]] = {}
        """The last message of each other process, the longest known first."""

    def beat(self, heard: Mapping[str, Any]) -> dict[str, dict[str, int]]:
        """Follow the messages of other processes, and return the message for them.

        The counts in a process's first message are old, and limit nobody.
        """
        for process, told in heard.items():
            before = self._heard.pop(process, told)
            for name, limiter in self._rates.items():
                limiter.follow(before.get(name, {}), told.get(name, {}))
            self._heard[process] = told
        for name, holds in self._holds.items():
            holds.follow(told.get(name, {}) for told in heard.values())
        while len(self._heard) > max(_REMEMBERED, len(heard)):
            del self._heard[next(iter(self._heard))]
        limiters: dict[str, RateLimiter | ConcurrencyLimiter] = {**self._rates, **self._holds}
        return {name: told for name, limiter in limiters.items() if (told := limiter.told())}
