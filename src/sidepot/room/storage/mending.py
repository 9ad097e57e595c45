"""Makes tables that can be played of the rows that were saved from a damaged database."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Connection

from sidepot.decoding import ROW, JsonReader
from sidepot.room.protocol.resources import TableLine
from sidepot.room.storage import schema
from sidepot.room.storage.answers import answer_key, table_key
from sidepot.room.storage.reading import read_table
from sidepot.room.storage.statements import DROP_ANSWERS, DROP_TABLE
from sidepot.room.table import events as e
from sidepot.room.table import state
from sidepot.room.table.lines import table_line
from sidepot.room.table.state import TableState

_text = sa.cast(schema.log.c.event, sa.Text)
_event = sa.case((sa.func.json_valid(_text) == 1, _text))  # none of garbage behind a snapshot
_by, _command = sa.func.json_extract(_event, "$.by"), sa.func.json_extract(_event, "$.id")
_DONE = sa.select(_by, _command, schema.log.c.version).where(
    schema.log.c.table_id == sa.bindparam("of"), _by.is_not(None), _command.is_not(None)
)
_SAID = sa.select(schema.chat.c.guest, schema.chat.c.command, schema.chat.c.number).where(
    schema.chat.c.table_id == sa.bindparam("of")
)
_OF_HANDS = (schema.secrets, schema.hands, schema.histories, schema.pending_histories)


@dataclass(frozen=True)
class Mended:
    """A table that has lost something: it goes on from event `version`; 0: it is lost.

    `lost`: how many of its later events were readable or counted, and are gone too, because one
    before them is missing.
    """

    table: str
    name: str
    version: int
    lost: int


def mend(connection: Connection) -> Iterator[Mended]:
    """Bring every table back to the last event up to which its log is whole."""
    for id in _ids(connection):
        mended = _mend_table(connection, id)
        if mended:
            yield mended


def _ids(connection: Connection) -> list[str]:
    """The tables of which anything is there."""
    found: set[str] = set(connection.scalars(sa.select(schema.tables.c.id)))
    for table in (schema.log, schema.snapshots):
        found.update(connection.scalars(sa.select(table.c.table_id).distinct()))
    return sorted(found)


def _mend_table(connection: Connection, id: str) -> Mended | None:
    """Mend a table; None if nothing was wrong with it."""
    t, c = schema.tables.c, schema.log.c
    row = connection.execute(sa.select(t.version, t.line).where(t.id == id)).first()
    start = _snapshot(connection, id)
    end = _whole_until(connection, id, start)
    known = connection.scalar(sa.select(sa.func.max(c.version)).where(c.table_id == id)) or 0
    last = max(known, row.version if row else 0)
    if end == 0:
        for statement in DROP_TABLE:
            connection.execute(statement, {"of": id})
        _drop_answers(connection, id, after=-1)
        return Mended(id, _name(row.line) if row else id, 0, last)
    connection.execute(sa.delete(schema.log).where(c.table_id == id, c.version > end))
    if last > end:
        _drop_answers(connection, id, after=end)
    _restore_answers(connection, id)
    after = read_table(connection, id).state
    _restore_people(connection, id, after)
    if row is not None and last == end:  # the row of a hand that goes on is that of its deal
        return None
    for table in _OF_HANDS:
        late = sa.delete(table).where(table.c.table_id == id, table.c.hand > after.hands)
        connection.execute(late)
    connection.execute(sa.delete(schema.tables).where(t.id == id))
    connection.execute(schema.tables.insert().values(_row(id, after)))
    return Mended(id, after.name, end, last - end)


def _drop_answers(connection: Connection, id: str, after: int) -> None:
    """Forget that what was lost was answered: it may be done again."""
    connection.execute(DROP_ANSWERS, {"of_key": table_key(id), "after": after})


def _restore_answers(connection: Connection, id: str) -> None:
    """Answer what was done, as the log and the chat tell it, where the answer itself is lost."""
    found = [*connection.execute(_DONE, {"of": id}), *connection.execute(_SAID, {"of": id})]
    rows = [{**answer_key(id, by, command), "version": number} for by, command, number in found]
    if rows:
        connection.execute(insert(schema.answers).on_conflict_do_nothing(), rows)


def _snapshot(connection: Connection, id: str) -> int:
    """The version of a table's snapshot, 0 without one; one that is unreadable is deleted."""
    s = schema.snapshots.c
    row = connection.execute(sa.select(s.version, s.state).where(s.table_id == id)).first()
    if row is None:
        return 0
    try:
        state.decode(row.state)
    except msgspec.MsgspecError:
        connection.execute(sa.delete(schema.snapshots).where(s.table_id == id))
        return 0
    return int(row.version)


def _whole_until(connection: Connection, id: str, start: int) -> int:
    """The last version up to which every event after `start` is there and can be read.

    The last action of a hand goes with the events that end it, or the table would stand still.
    """
    c = schema.log.c
    query = sa.select(c.version, c.event).where(c.table_id == id, c.version > start)
    end, is_over = start, False
    for wanted, (version, raw) in enumerate(
        connection.execute(query.order_by(c.version)), start + 1
    ):
        event = _read(raw)
        if version != wanted or event is None or isinstance(event, e.Created) != (version == 1):
            break
        if isinstance(event, e.HandDealt | e.Acted):
            is_over = event.turn is None
        elif isinstance(event, e.HandEnded):
            is_over = False
        end = end if is_over else version
    return end


def _read(raw: bytes) -> e.AnyEvent | None:
    """An event as it is stored; None if it is unreadable."""
    try:
        event: e.AnyEvent = e.decode(raw)
        return event
    except (msgspec.MsgspecError, TypeError):
        return None


def _restore_people(connection: Connection, id: str, after: TableState) -> None:
    """Make the rows of members those that the log knows, and add the guests whose rows are lost."""
    m, g = schema.members.c, schema.guests.c
    connection.execute(sa.delete(schema.members).where(m.table_id == id))
    for guest, name in after.members.items():
        connection.execute(schema.members.insert().values(guest=guest, table_id=id))
        if connection.scalar(sa.select(g.id).where(g.id == guest)) is None:
            connection.execute(schema.guests.insert().values(id=guest, name=name, created=0))


def _row(id: str, after: TableState) -> dict[str, object]:
    """The row of a table, at which something is due until the room knows better."""
    return {
        "id": id,
        "version": after.version,
        "deadline": None if after.is_ended else 0,
        "is_public": after.rules.public,
        "is_ended": after.is_ended,
        "line": msgspec.json.encode(table_line(id, after, 0)),
    }


def _name(line: bytes) -> str:
    with contextlib.suppress(msgspec.MsgspecError):
        return JsonReader[TableLine](TableLine, ROW).read(line).name
    return "?"
