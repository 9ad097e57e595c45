"""Encodes a hand with real cards: the table as everybody sees it, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sidepot.engine.narration import tell
from sidepot.room.protocol.views import EntryView, NeedView, RealView
from sidepot.room.table import events as e
from sidepot.room.table.position import Position
from sidepot.room.table.state import TableState
from sidepot.words.wire import encode


def table_json(position: Position, seat: int | None) -> bytes:
    """The `TableView` of a hand with real cards, for the player in a seat or the rail (None).

    Everybody sees the same, and the menu stands in the `RealView`: whoever sits may tell.
    """
    return encode(replace(position.table, seat=seat))


def said_json(position: Position, *, is_whole: bool) -> list[bytes]:
    """The sentences of the whole hand, or of what was told last."""
    found = position.events if is_whole else position.events[position.known :]
    return [encode(message) for message in tell(found, position.real.names)]


def real_json(state: TableState, position: Position) -> bytes:
    """The `RealView` of a hand, the same for all viewers."""
    return encode(_view(state, position))


def tells(events: Sequence[e.AnyEvent]) -> bool:
    """Whether events that were just appended tell more of a hand with real cards."""
    return any(isinstance(event, e.Told) for event in events)


def _view(state: TableState, position: Position) -> RealView:
    return RealView(
        hand=state.hands,
        next=position.next,
        needs=[NeedView(need.seat, need.kind) for need in position.needs],
        actor=position.actor,
        asked=list(position.asked),
        menu=list(position.menu),
        may_muck=position.may_muck,
        entries=[
            EntryView(entry, said)
            for entry, said in zip(position.entries, position.said, strict=True)
        ],
        deck=position.deck,
        gone=position.gone,
        is_over=position.over,
        is_paid=state.in_play is None,
        cut=state.real_cut,
    )
