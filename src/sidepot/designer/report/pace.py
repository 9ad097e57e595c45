"""The stated pace of people at a table: from decisions to minutes."""

from __future__ import annotations

SECONDS = 10
"""Seconds that a person takes for a decision."""
DEALING = 25
"""Seconds of a hand in which nobody decides: shuffling, dealing, taking the pot."""


def minutes(decisions: float) -> float:
    """The minutes that a hand with this many decisions takes among people."""
    return (decisions * SECONDS + DEALING) / 60
