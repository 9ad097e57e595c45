"""An append to a table's log, and the rows that it stores together in one commit."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from sidepot.engine.game import Hand
from sidepot.room.storage import statements as sql
from sidepot.room.storage.answers import answer_key
from sidepot.room.storage.writer import Write
from sidepot.room.table import events as e
from sidepot.room.table.context import SealedDecks, Secret
from sidepot.room.table.lines import hand_line, table_line
from sidepot.room.table.state import TableState
from sidepot.words.wire import encode

_PLAY = (
    e.Acted,
    e.AskedTogether,
    e.Decided,
    e.Committed,
    e.Told,
    e.ToldAgain,
    e.Retold,
)
"""Events by which a hand goes on, and nothing changes that lists tell of the table."""


@dataclass(frozen=True)
class Append:
    """Events to be stored after version `before` of a table, and the state after them.

    `hand` is the record after the events, `secret` the secret of a hand that they deal, `sealed`
    the decks that they commit to, `snapshot` the encoded state before them if one is due.
    `keeps_row`: does the table's row stay? `deadline`: when something is next due at the table, in
    milliseconds since 1970, where its row is stored. `people`: the number of connected guests.
    `command`: the guest and the id of the command that they carry out.
    """

    table: str
    before: int
    events: Sequence[e.AnyEvent]
    after: TableState
    hand: Hand | None = None
    secret: Secret | None = None
    sealed: SealedDecks | None = None
    snapshot: bytes | None = None
    keeps_row: bool = False
    deadline: int | None = None
    people: int = 0
    command: tuple[str, str] | None = None

    @functools.cached_property
    def raw(self) -> Sequence[bytes]:
        """The events as they are stored."""
        return [e.encode(event) for event in self.events]

    @functools.cached_property
    def answer(self) -> int:
        """The version at which the command is done: that of its event, else the last one.

        It tells nothing of what others have decided in secret meanwhile.
        """
        versions = range(self.before + 1, self.after.version + 1)
        of_command = [
            version
            for version, event in zip(versions, self.events, strict=True)
            if (event.by, event.id) == self.command
        ]
        version = of_command[-1] if of_command else self.after.version
        return version - len(self.after.decided)


def rows_of(append: Append) -> Write:
    """The rows of an append to an existing table."""
    write, after = Write(append.table), append.after
    _add_events(write, append)
    if append.snapshot is not None:
        row = {"table_id": append.table, "version": append.before, "state": append.snapshot}
        write.add(sql.PUT_SNAPSHOT, **row)
    if append.secret:
        deck = msgspec.json.encode(append.secret)
        write.add(sql.ADD_SECRET, table_id=append.table, hand=after.hands, deck=deck)
    if append.sealed and after.committed:
        decks = msgspec.json.encode(append.sealed)
        row = {"table_id": append.table, "hand": after.committed.hand, "decks": decks}
        write.add(sql.PUT_SEALED_DECKS, **row)
    for version, event in enumerate(append.events, append.before + 1):
        if isinstance(event, (e.HandEnded, e.HandVoided)):
            _add_hand(write, append, event.at)
        if isinstance(event, (e.HandEnded, e.HandVoided, e.CardsShown, e.RabbitShown)):
            _add_pending_history(write, append, version, event.at)
    if append.command:
        key = answer_key(append.table, *append.command)
        write.add(sql.ADD_ANSWER, **key, version=append.answer, refusal=None)
    _set_table(write, append)
    return write


def rows_of_new(append: Append) -> Write:
    """The rows of the first append of a table."""
    write, after = Write(append.table), append.after
    _add_events(write, append)
    write.add(
        sql.ADD_TABLE,
        id=append.table,
        version=after.version,
        deadline=append.deadline,
        is_public=_is_listed(after),
        is_ended=after.is_ended,
        line=_line(append),
    )
    return write


def _add_events(write: Write, append: Append) -> None:
    numbered = enumerate(zip(append.events, append.raw, strict=True), append.before + 1)
    for version, (event, raw) in numbered:
        write.add(sql.ADD_EVENT, table_id=append.table, version=version, event=raw)
        if isinstance(event, e.Joined) or (isinstance(event, e.Admitted) and event.name):
            write.add(sql.ADD_MEMBER, guest=event.guest, table_id=append.table)
        elif isinstance(event, e.Removed):
            write.add(sql.DROP_MEMBER, of_guest=event.guest, of_table=append.table)
            write.add(sql.DROP_INVITATIONS, of_table=append.table, of_maker=event.guest)
        elif isinstance(event, e.MembersDropped):
            for guest in event.guests:
                write.add(sql.DROP_MEMBER, of_guest=guest, of_table=append.table)


def _set_table(write: Write, append: Append) -> None:
    """Update the table's row: version and deadline; its line too, if an event may change it.

    Where a hand only goes on, the row of its deal stays: something is due then too, and a restart
    finds out when from the log.
    """
    if append.keeps_row:
        return
    row = {"id": append.table, "version": append.after.version, "deadline": append.deadline}
    if all(isinstance(event, _PLAY) for event in append.events):
        write.add(sql.SET_DEADLINE, **row)
    else:
        is_ended = append.after.is_ended
        write.add(
            sql.SET_TABLE,
            **row,
            is_public=_is_listed(append.after),
            is_ended=is_ended,
            line=_line(append),
        )


def keeps_row(events: Sequence[e.AnyEvent], after: TableState) -> bool:
    """Does the row of a table stay as it is? True within a hand whose clock runs."""
    is_running = after.clock is not None and after.paused_at is None and not after.is_ended
    is_in_play = after.in_play is not None
    return is_running and is_in_play and all(isinstance(event, _PLAY) for event in events)


def _is_listed(state: TableState) -> bool:
    """Is the table in the lobby?"""
    return state.rules.public and not state.is_closed


def _line(append: Append) -> bytes:
    return encode(table_line(append.table, append.after, append.people))


def _add_hand(write: Write, append: Append, at: int) -> None:
    """Store the line of a hand that is over."""
    line = hand_line(append.after, append.hand, at)
    raw = encode(line)
    write.add(sql.PUT_HAND, table_id=append.table, hand=line.hand, line=raw)


def _add_pending_history(write: Write, append: Append, version: int, at: int) -> None:
    """Note that the history of a hand, with the events up to a version, is to be written."""
    playing = append.after.playing
    assert playing is not None
    guests = [append.after.accounts[account].guest for account in playing.accounts]
    write.add(
        sql.ADD_PENDING_HISTORY,
        table_id=append.table,
        hand=playing.hand,
        version=version,
        at=at,
        guests=msgspec.json.encode(guests),
    )
