"""A table in memory: its state and the record of its hand, changed together by events."""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.engine.game import Hand
from sidepot.room.table.apply import apply
from sidepot.room.table.context import PendingEvents, SealedDecks, Secret
from sidepot.room.table.events import RealBegun
from sidepot.room.table.position import Position
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
    of the log. `real`: the hand with real cards in play, or the last one; then `hand` is None.
    `coming`: the places in the deck of the cards that would have come next in the last hand.
    """

    state: TableState
    hand: Hand | None = None
    is_broken: bool = False
    snapshot: int = 0
    sealed: SealedDecks | None = None
    secret: Secret | None = None
    log_bytes: int = 0
    real: Position | None = None
    coming: tuple[int, ...] = ()

    @property
    def told_hand(self) -> Hand | None:
        """The record of the hand; with real cards as far as it is told, and for the rail alone."""
        return self.real.hand if self.real else self.hand

    def snapshot_before(self, pending: PendingEvents) -> bytes | None:
        """The encoded state, if a snapshot is due before these events, which are then a deal."""
        begins = any(isinstance(event, RealBegun) for event in pending.events)
        if (
            pending.secret is None and not begins
        ) or self.state.version - self.snapshot < SNAPSHOT_EVERY:
            return None
        self.snapshot = self.state.version
        return encode(self.state)

    def apply(self, pending: PendingEvents) -> None:
        """Apply events to the state, and take their record of the hand."""
        apply(self.state, pending.events)
        self.hand = pending.hand or self.hand
        self.real = pending.real or self.real
        self.sealed = pending.sealed or self.sealed
        self.secret = pending.secret or self.secret
        self.coming = () if pending.secret else self.coming
        self.is_broken = self.is_broken and pending.secret is None and pending.real is None
