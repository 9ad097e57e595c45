"""Counters of a room's work since it started."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sidepot.room.table import events as e

_log = logging.getLogger("sidepot.room")


@dataclass
class Counters:
    """Commands done and refused, turns that the clock ended, hands dealt, and lost races.

    `Room.metrics` publishes them.
    """

    commands: int = 0
    refusals: int = 0
    turns_over: int = 0
    hands: int = 0
    races: int = 0

    def count(self, table: str, events: Sequence[e.AnyEvent]) -> None:
        """Count the events of an append to a table's log; a bot's fault gets a log line too."""
        for event in events:
            if isinstance(event, e.HandDealt):
                self.hands += 1
            elif isinstance(event, e.Acted):
                self.turns_over += event.how == "clock"
                if event.how == "fault":
                    _log.warning("bot_fault table=%s hand=%d", table, event.hand)
