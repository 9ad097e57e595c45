"""What is read from the database and written to it, a method each. Nothing else knows SQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Connection, Engine

from sidepot.errors import CannotWrite, NoTable
from sidepot.protocol.messages import ChatLine
from sidepot.protocol.resources import Guest, HandLine, TableLine
from sidepot.room.storage import schema
from sidepot.room.storage.bulk import adding, setting
from sidepot.room.storage.writer import Write, Writer
from sidepot.room.table import events as e
from sidepot.room.table import state
from sidepot.room.table.context import Secret, Table
from sidepot.room.table.ended_hand import Unwritten
from sidepot.room.table.replay import read

T = TypeVar("T")
LAST_LINES = 50
"""Lines of chat that somebody who comes is shown."""
LOBBY = 200
"""Tables that a lobby shows."""

ADD_ENTRY = adding(schema.log)
ADD_SECRET = adding(schema.secrets)
PUT_SNAPSHOT = adding(schema.snapshots, replacing=True)
PUT_HISTORY = adding(schema.histories, replacing=True)
PUT_HAND = adding(schema.hands, replacing=True)
ADD_UNWRITTEN = adding(schema.unwritten)
SET_TABLE = setting(schema.tables, "id", ("version", "deadline", "is_ended", "line"))
SET_DEADLINE = setting(schema.tables, "id", ("version", "deadline"))
ADD_TABLE = schema.tables.insert()
ADD_GUEST = schema.guests.insert()
ADD_TOKEN = schema.tokens.insert()
ADD_CHAT = schema.chat.insert()
ADD_MEMBER = insert(schema.members).on_conflict_do_nothing()
SET_NAME = (
    sa.update(schema.guests)
    .where(schema.guests.c.id == sa.bindparam("guest"))
    .values(name=sa.bindparam("new_name"))
)
DROP_TOKENS = sa.delete(schema.tokens).where(
    schema.tokens.c.kind == sa.bindparam("of_kind"), schema.tokens.c.owner == sa.bindparam("of")
)
DROP_UNWRITTEN = sa.delete(schema.unwritten).where(
    schema.unwritten.c.table_id == sa.bindparam("of"),
    schema.unwritten.c.hand == sa.bindparam("of_hand"),
    schema.unwritten.c.id <= sa.bindparam("last"),
)
SECRET = sa.select(schema.secrets.c.deck).where(
    schema.secrets.c.table_id == sa.bindparam("of"),
    schema.secrets.c.hand == sa.bindparam("of_hand"),
)
BACKWARD = (
    sa.select(schema.log.c.entry)
    .where(schema.log.c.table_id == sa.bindparam("of"))
    .where(schema.log.c.version <= sa.bindparam("until"))
    .order_by(schema.log.c.version.desc())
)
_newer = schema.unwritten.alias().c
NEXT_UNWRITTEN = (
    sa.select(schema.unwritten)
    .where(schema.unwritten.c.id > sa.bindparam("after"))
    .where(
        ~sa.exists().where(
            _newer.table_id == schema.unwritten.c.table_id,
            _newer.hand == schema.unwritten.c.hand,
            _newer.id > schema.unwritten.c.id,
        )
    )
    .order_by(schema.unwritten.c.id)
    .limit(1)
)
PROBE = sa.update(schema.tables).where(sa.false()).values(version=schema.tables.c.version)


class Store:
    """The database of a room."""

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self.writer = Writer(writer)
        self._engines = (writer, reader)
        self._reader = reader

    async def close(self) -> None:
        """Let the last commit end, and close everything."""
        await self.writer.close()
        for engine in self._engines:
            engine.dispose()

    async def write(self, write: Write) -> None:
        """Store it all or nothing. Raises `LostRace`, `CannotWrite`."""
        await self.writer.store(write)

    async def probe(self) -> bool:
        """Can anything be written? It changes nothing, and asks for the lock of a writer."""
        write = Write()
        write.add(PROBE)
        try:
            await self.write(write)
        except CannotWrite:
            return False
        return True

    async def _read(self, ask: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._ask, ask)

    def _ask(self, ask: Callable[[Connection], T]) -> T:
        try:
            with self._reader.connect() as connection:
                return ask(connection)
        except sa.exc.OperationalError as error:
            raise CannotWrite("room.cannot_write", reason=str(error.orig)) from error

    async def table(self, id: str) -> Table:
        """A table, folded. Raises `NoTable`."""
        return await self._read(lambda connection: _table(connection, id))

    async def due_tables(self) -> list[str]:
        """Tables at which something was due, or is going to be."""
        query = sa.select(schema.tables.c.id).where(schema.tables.c.deadline.is_not(None))
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def lobby(self, lively: Sequence[str]) -> list[TableLine]:
        """The lines of public tables that have not ended, not more than `LOBBY`.

        Where there are more, those named in `lively` come before others.
        """
        c = schema.tables.c
        query = sa.select(c.line).where(c.is_public, ~c.is_ended)
        lively_first = query.order_by(c.id.in_(lively[:LOBBY]).desc())
        return await self._lines(lively_first.limit(LOBBY), TableLine)

    async def tables_of(self, guest: str) -> list[TableLine]:
        """The lines of the tables that a guest has come to and that have not ended."""
        c, m = schema.tables.c, schema.members.c
        query = sa.select(c.line).join(schema.members, m.table_id == c.id)
        return await self._lines(query.where(m.guest == guest, ~c.is_ended), TableLine)

    async def hands(self, table: str) -> list[HandLine]:
        """A line a hand that has ended, in their order."""
        c = schema.hands.c
        query = sa.select(c.line).where(c.table_id == table).order_by(c.hand)
        return await self._lines(query, HandLine)

    async def _lines(self, query: Any, kind: type[T]) -> list[T]:
        raw = await self._read(lambda connection: list(connection.scalars(query)))
        return [msgspec.json.decode(line, type=kind) for line in raw]

    async def histories(
        self, table: str, viewers: Sequence[str], hand: int | None = None
    ) -> tuple[dict[int, str], dict[int, Unwritten]]:
        """Histories as the first of `viewers` that there is, and the hands that lack theirs.

        Both by the hands' numbers.
        """
        c, u = schema.histories.c, schema.unwritten.c
        query = sa.select(c.hand, c.viewer, c.text).where(
            c.table_id == table, c.viewer.in_(viewers)
        )
        missing = sa.select(schema.unwritten).where(u.table_id == table).order_by(u.id)
        if hand is not None:
            query, missing = query.where(c.hand == hand), missing.where(u.hand == hand)
        rows, left = await self._read(
            lambda connection: (
                list(connection.execute(query)),
                [_unwritten(row) for row in connection.execute(missing)],
            )
        )
        rows.sort(key=lambda row: (row.hand, -viewers.index(row.viewer)))
        return {row.hand: row.text for row in rows}, {row.hand: row for row in left}

    async def next_unwritten(self, after: int) -> Unwritten | None:
        """The first hand behind an id whose history is to be written, as it is now."""
        row = await self._read(
            lambda connection: connection.execute(NEXT_UNWRITTEN, {"after": after}).first()
        )
        return _unwritten(row) if row else None

    def part(self, hand: Unwritten) -> tuple[list[e.AnyEntry], Secret]:
        """What the log has of a hand from its deal on, and its secret. It blocks its thread."""
        return self._ask(
            lambda connection: (_part(connection, hand), _secret(connection, hand.table, hand.hand))
        )

    async def chat(self, table: str) -> list[ChatLine]:
        """The last lines of a table's chat, in their order."""
        c = schema.chat.c
        query = sa.select(c.line).where(c.table_id == table).order_by(c.number.desc())
        return (await self._lines(query.limit(LAST_LINES), ChatLine))[::-1]

    async def chat_number(self, table: str, guest: str, command: str) -> int | None:
        """The line that a command has made."""
        c = schema.chat.c
        query = sa.select(c.number).where(
            c.table_id == table, c.guest == guest, c.command == command
        )
        return await self._read(lambda connection: connection.scalar(query))

    async def guest(self, id: str) -> Guest | None:
        """A guest by the public id."""
        query = sa.select(schema.guests.c.id, schema.guests.c.name).where(schema.guests.c.id == id)
        row = await self._read(lambda connection: connection.execute(query).first())
        return Guest(row.id, row.name) if row else None

    async def owner(self, kind: str, hash: str) -> str | None:
        """Whose token has this hash."""
        c = schema.tokens.c
        query = sa.select(c.owner).where(c.kind == kind, c.hash == hash)
        return await self._read(lambda connection: connection.scalar(query))


def _table(connection: Connection, id: str) -> Table:
    """Fold a table's log, from its snapshot if it has one."""
    shot = schema.snapshots.c
    row = connection.execute(sa.select(shot.version, shot.state).where(shot.table_id == id)).first()
    since = row.version if row else 0
    c = schema.log.c
    query = sa.select(c.entry).where(c.table_id == id, c.version > since).order_by(c.version)
    entries: list[e.AnyEntry] = [e.decode(raw) for raw in connection.scalars(query)]
    if row is None and not entries:
        raise NoTable("room.no_table", table=id[:40])
    begin = state.decode(row.state) if row else None
    table = read(begin, entries, lambda hand: _secret(connection, id, hand))
    table.snapshot = since
    return table


def _secret(connection: Connection, id: str, hand: int) -> Secret:
    deck = connection.execute(SECRET, {"of": id, "of_hand": hand}).scalar_one()
    return msgspec.json.decode(deck, type=Secret)


def _unwritten(row: sa.Row[Any]) -> Unwritten:
    guests = msgspec.json.decode(row.guests, type=tuple[str | None, ...])
    return Unwritten(row.id, row.table_id, row.hand, row.version, row.at, guests)


def _part(connection: Connection, hand: Unwritten) -> list[e.AnyEntry]:
    """Read backward, because a deal is not numbered by its hand."""
    found: list[e.AnyEntry] = []
    for raw in connection.scalars(BACKWARD, {"of": hand.table, "until": hand.version}):
        found.append(e.decode(raw))
        if isinstance(found[-1], e.HandDealt):
            break
    return found[::-1]
