"""The arrays that the loops of a learned strategy read and write."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.bots.trained.locating import Ground, Notes
from sidepot.kernel import Array


class Memory(NamedTuple):
    """The table of a strategy, the ground of its keys, and scratch space."""

    keys: Array
    total: Array
    ground: Ground
    notes: Notes
    shares: Array
    """float64[SHARES, slots]: what the hand does, and room for what others do."""
