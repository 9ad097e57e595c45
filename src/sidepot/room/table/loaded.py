"""A table in memory: its state, the record of its hand, and how events change both."""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.engine.hand import Hand
from sidepot.room.table.apply import apply
from sidepot.room.table.context import PendingEvents
from sidepot.room.table.state import TableState, encode

SNAPSHOT_EVERY = 100
"""Events after a snapshot after which a deal stores the next one: a restart applies few more."""


@dataclass
class LoadedTable:
    """The state of a table, and the record of the hand that is played or was the last.

    `is_broken`: the hand in play does not follow from present rules. `snapshot`: the version of
    the state that is stored, from which a restart begins; 0 for none.
    """

    state: TableState
    hand: Hand | None = None
    is_broken: bool = False
    snapshot: int = 0

    def snapshot_before(self, pending: PendingEvents) -> bytes | None:
        """The state to be stored as a snapshot before a deal, where the last one is old."""
        if pending.secret is None or self.state.version - self.snapshot < SNAPSHOT_EVERY:
            return None
        self.snapshot = self.state.version
        return encode(self.state)

    def apply(self, pending: PendingEvents) -> None:
        """Become the table after some events."""
        apply(self.state, pending.events)
        self.hand = pending.hand or self.hand
        self.is_broken = self.is_broken and pending.secret is None
