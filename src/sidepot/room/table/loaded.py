"""A table in memory: its state and the record of its hand, changed together by events."""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.engine.game import Hand
from sidepot.room.table.apply import apply
from sidepot.room.table.context import PendingEvents, SealedDecks, Secret
from sidepot.room.table.state import TableState, encode

SNAPSHOT_EVERY = 100
"""The first deal this many events after a snapshot stores the next one.

So a restart has little more than this to apply.
"""


@dataclass
class LoadedTable:
    """The state of a table, and the record of the hand in play or of the last one.

    `is_broken`: present rules cannot replay the hand in play. `snapshot`: the version of the last
    stored snapshot, from which a restart begins; 0 if there is none. `sealed`: the decks of the
    last commitment; `secret`: that of the last hand, if it could be replayed. `log_bytes`: the size
    of the log.
    """

    state: TableState
    hand: Hand | None = None
    is_broken: bool = False
    snapshot: int = 0
    sealed: SealedDecks | None = None
    secret: Secret | None = None
    log_bytes: int = 0

    def snapshot_before(self, pending: PendingEvents) -> bytes | None:
        """The encoded state, if a snapshot is due before these events, which are then a deal."""
        if pending.secret is None or self.state.version - self.snapshot < SNAPSHOT_EVERY:
            return None
        self.snapshot = self.state.version
        return encode(self.state)

    def apply(self, pending: PendingEvents) -> None:
        """Apply events to the state, and take their record of the hand."""
        apply(self.state, pending.events)
        self.hand = pending.hand or self.hand
        self.sealed = pending.sealed or self.sealed
        self.secret = pending.secret or self.secret
        self.is_broken = self.is_broken and pending.secret is None
