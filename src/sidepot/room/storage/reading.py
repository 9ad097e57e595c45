"""A table, or one of its hands, read from the log over an open connection."""

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
    shot = schema.snapshots.c
    row = connection.execute(sa.select(shot.version, shot.state).where(shot.table_id == id)).first()
    since = row.version if row else 0
    c = schema.log.c
    query = sa.select(c.event).where(c.table_id == id, c.version > since).order_by(c.version)
    events: list[e.AnyEvent] = [e.decode(raw) for raw in connection.scalars(query)]
    if row is None and not events:
        raise NoTable("room.no_table", table=id[:40])
    begin = state.decode(row.state) if row else None
    table = replay(begin, events, lambda hand: read_secret(connection, id, hand))
    table.snapshot = since
    return table


def read_secret(connection: Connection, id: str, hand: int) -> Secret:
    """The order of a hand's deck, and its seed."""
    deck = connection.execute(sql.SECRET, {"of": id, "of_hand": hand}).scalar_one()
    return msgspec.json.decode(deck, type=Secret)


def read_pending(row: sa.Row[Any]) -> PendingHistory:
    """A row of `pending_histories`."""
    guests = msgspec.json.decode(row.guests, type=tuple[str | None, ...])
    return PendingHistory(row.id, row.table_id, row.hand, row.version, row.at, guests)


def read_hand(connection: Connection, hand: PendingHistory) -> list[e.AnyEvent]:
    """The events of a hand from its deal on; read backward, as a deal is not numbered by hand."""
    found: list[e.AnyEvent] = []
    for raw in connection.scalars(sql.EVENTS_BACKWARD, {"of": hand.table, "until": hand.version}):
        found.append(e.decode(raw))
        if isinstance(found[-1], e.HandDealt):
            break
    return found[::-1]
