"""A ration of stored refusals for each guest: a burst, and then some a minute."""

from __future__ import annotations

import math
from collections import OrderedDict

BURST = 60
"""Refusals that a guest may have at once."""
_INTERVAL = 10_000
"""Milliseconds until one more may be stored."""
_MAX_GUESTS = 10_000
"""Guests who are remembered; the least recently refused is forgotten first."""


class Ration:
    """A token bucket for each guest; times are in milliseconds, by a clock that never jumps."""

    def __init__(self) -> None:
        self._full_at: OrderedDict[str, int] = OrderedDict()
        """When each guest's bucket will be full again."""

    def take(self, guest: str, now: int) -> int:
        """Take one of a guest's; the seconds until there is one if there is none, else 0."""
        full_at = max(self._full_at.get(guest, now), now) + _INTERVAL
        if (over := full_at - now - BURST * _INTERVAL) > 0:
            return math.ceil(over / 1000)
        self._full_at[guest] = full_at
        self._full_at.move_to_end(guest)
        while len(self._full_at) > _MAX_GUESTS:
            self._full_at.popitem(last=False)
        return 0
