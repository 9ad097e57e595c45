"""Encodes a hand with real cards: the table as everybody sees it, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sidepot.engine.narration import tell
from sidepot.room.protocol.views import EntryView, NeedView, RealView
from sidepot.room.table import events as e
from sidepot.room.table.position import Position
from sidepot.room.table.state import TableState
from sidepot.words import Message
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
        next=_open_ended(position) if state.rules.real_chips else position.next,
        needs=[NeedView(need.seat, need.kind) for need in position.needs],
        actor=position.actor,
        asked=list(position.asked),
        menu=list(position.menu),
        may_muck=position.may_muck,
        compared=list(position.compared),
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


def _open_ended(position: Position) -> list[Message]:
    """The next choice where nobody counts chips: a bet that all chips limit has no top."""
    if position.actor is None:
        return position.next
    whole = position.table.seats[position.actor].stack
    return [_without_top(message, whole) for message in position.next]


def _without_top(message: Message, whole: int) -> Message:
    """A sentence with its choices, those up to `whole` chips or more by their lowest amount."""
    values = dict(message.values)
    choices, highest = values.get("choices"), values.get("highest")
    if isinstance(choices, list):
        values["choices"] = [_without_top(choice, whole) for choice in choices]
        return Message(message.key, values)
    if not isinstance(highest, int) or highest < whole:
        return message
    if message.key == "choice.raise_to_range":
        return Message("real.raise_from", {"lowest": values["lowest"]})
    if message.key == "choice.bet_range":
        return Message("real.bet_from", {"lowest": values["lowest"]})
    return message
