"""Reads a table, or one of its hands, from the log over an open connection."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from sidepot.errors import NoTable
from sidepot.room.storage import schema
from sidepot.room.storage import statements as sql
from sidepot.room.table import events as e
from sidepot.room.table import state
from sidepot.room.table.context import Secret
from sidepot.room.table.ended_hand import PendingHistory
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.replay import replay


def read_table(connection: Connection, id: str) -> LoadedTable:
    """A table, replayed from its snapshot if it has one. Raises `NoTable`."""
    s = schema.snapshots.c
    snapshot = connection.execute(sa.select(s.version, s.state).where(s.table_id == id)).first()
    since = snapshot.version if snapshot else 0
    c = schema.log.c
    query = sa.select(c.event).where(c.table_id == id, c.version > since).order_by(c.version)
    events: list[e.AnyEvent] = [e.decode(raw) for raw in connection.scalars(query)]
    if snapshot is None and not events:
        raise NoTable("room.no_table", table=id[:40])
    start = state.decode(snapshot.state) if snapshot else None
    table = replay(start, events, lambda hand: read_secret(connection, id, hand))
    table.snapshot = since
    return table


def read_secret(connection: Connection, id: str, hand: int) -> Secret:
    """The secret of a hand: the order of its deck, and its seed."""
    deck = connection.execute(sql.SECRET, {"of": id, "of_hand": hand}).scalar_one()
    return msgspec.json.decode(deck, type=Secret)


def read_pending(row: sa.Row[Any]) -> PendingHistory:
    """The pending history in a row of `pending_histories`."""
    guests = msgspec.json.decode(row.guests, type=tuple[str | None, ...])
    return PendingHistory(row.id, row.table_id, row.hand, row.version, row.at, guests)


def read_hand(connection: Connection, hand: PendingHistory) -> list[e.AnyEvent]:
    """The events of a hand from its deal on.

    The log is read backward from the hand's last event, because it has no index by hand.
    """
    events: list[e.AnyEvent] = []
    for raw in connection.scalars(sql.EVENTS_BACKWARD, {"of": hand.table, "until": hand.version}):
        events.append(e.decode(raw))
        if isinstance(events[-1], e.HandDealt):
            break
    return events[::-1]
