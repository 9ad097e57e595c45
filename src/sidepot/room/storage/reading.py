"""Reads a table, or one of its hands, from the log over an open connection."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sidepot.decoding import ROW, JsonReader
from sidepot.errors import CannotWrite, NoTable
from sidepot.room.storage import schema
from sidepot.room.storage import statements as sql
from sidepot.room.table import events as e
from sidepot.room.table import state
from sidepot.room.table.apply import apply
from sidepot.room.table.context import SealedDecks, Secret
from sidepot.room.table.ended_hand import HandLog, PendingHistory
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.replay import replay
from sidepot.words import Message

_secret = JsonReader[Secret](Secret, ROW)
_decks = JsonReader[SealedDecks](SealedDecks, ROW)
_guests = JsonReader[tuple[str | None, ...]](tuple[str | None, ...], ROW)


def read_table(connection: Connection, id: str) -> LoadedTable:
    """A table, replayed from its snapshot if it has one.

    Raises `NoTable`, and `CannotWrite` for a log from which an event is missing.
    """
    s = schema.snapshots.c
    snapshot = connection.execute(sa.select(s.version, s.state).where(s.table_id == id)).first()
    since = snapshot.version if snapshot else 0
    c = schema.log.c
    query = sa.select(c.version, c.event).where(c.table_id == id, c.version > since)
    events = list(_in_order(connection.execute(query.order_by(c.version)), since))
    least = connection.scalar(sa.select(schema.tables.c.version).where(schema.tables.c.id == id))
    if since + len(events) < (least or 0):
        raise _missing(since + len(events) + 1)
    if snapshot is None and not events:
        raise NoTable("room.no_table", table=id[:40])
    start = state.decode(snapshot.state) if snapshot else None
    table = replay(start, events, lambda hand: read_secret(connection, id, hand))
    table.snapshot = since
    table.log_bytes = connection.execute(sql.LOG_BYTES, {"of": id}).scalar_one()
    if table.state.committed:
        table.sealed = _sealed_decks(connection, id, table.state.committed.hand)
    return table


def read_state(connection: Connection, id: str, version: int) -> state.TableState:
    """The state that a table had at a version. Raises `CannotWrite` for a damaged log."""
    rows = connection.execute(sql.EVENTS_UNTIL, {"of": id, "until": version})
    events = list(_in_order(rows, 0))
    if len(events) < version:
        raise _missing(len(events) + 1)
    return apply(None, events)


def _in_order(rows: sa.CursorResult[Any], after: int) -> Iterator[e.AnyEvent]:
    """The events of a log after a version. Raises `CannotWrite` where one is missing or garbage.

    All rows are fetched before that: an open cursor would keep its connection in the past.
    """
    for version, row in enumerate(rows.all(), after + 1):
        if row.version != version:
            raise _missing(version)
        try:
            yield e.decode(row.event)
        except msgspec.MsgspecError as error:
            raise CannotWrite("room.table_damaged", reason=str(error)) from error


def _missing(version: int) -> CannotWrite:
    reason = Message("room.event_missing", {"n": version})
    return CannotWrite("room.table_damaged", reason=reason)


def read_secret(connection: Connection, id: str, hand: int) -> Secret:
    """The secret of a hand: the order of its deck, and its seed."""
    deck = connection.execute(sql.SECRET, {"of": id, "of_hand": hand}).scalar_one()
    return _secret.read(deck)


def _sealed_decks(connection: Connection, id: str, hand: int) -> SealedDecks | None:
    """The decks of a hand's last commitment; None if they were lost, and others are to be made."""
    decks = connection.scalar(sql.SEALED_DECKS, {"of": id, "of_hand": hand})
    return _decks.read(decks) if decks is not None else None


def read_pending(row: sa.Row[Any]) -> PendingHistory:
    """The pending history in a row of `pending_histories`."""
    guests = _guests.read(row.guests)
    return PendingHistory(row.id, row.table_id, row.hand, row.version, row.at, guests)


def read_hand(connection: Connection, hand: PendingHistory) -> HandLog:
    """The stored log of a hand.

    The log is read backward from the hand's last event, because it has no index by hand.
    """
    events: list[e.AnyEvent] = []
    values = {"of": hand.table, "until": hand.version}
    with contextlib.closing(connection.scalars(sql.EVENTS_BACKWARD, values)) as rows:
        for raw in rows:
            event = e.decode(raw)
            if not _shows_another(event, hand.hand):
                events.append(event)
            if _begins(event, hand.hand):
                break
    is_real = isinstance(events[-1], e.RealBegun) if events else False
    return HandLog(
        hand.table,
        events[::-1],
        None if is_real else read_secret(connection, hand.table, hand.hand),
        _sealed_decks(connection, hand.table, hand.hand),
    )


def _shows_another(event: e.AnyEvent, hand: int) -> bool:
    """Does it show cards of the hand before, after this one's decks were committed to?"""
    return isinstance(event, (e.CardsShown, e.RabbitShown)) and event.hand != hand


def _begins(event: e.AnyEvent, hand: int) -> bool:
    """Is it a hand's last commitment, or the beginning of one with real cards?"""
    return isinstance(event, (e.Committed, e.RealBegun)) and event.hand == hand
