"""The phase of a table."""

from __future__ import annotations

from sidepot.room.table.deal import next_hand
from sidepot.room.table.state import TableState


def phase(state: TableState) -> str:
    """The phase of a table, one of those that `protocol.views.RoomView` lists."""
    if state.is_ended or state.paused_at is not None:
        return "ended" if state.is_ended else "paused"
    if state.in_play:
        return "playing"
    if state.clock:
        return "choosing"
    return "waiting" if next_hand(state) is None or not state.hands else "pause"
