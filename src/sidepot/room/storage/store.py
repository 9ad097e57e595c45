"""Every read from the database and every write to it, a method each. Nothing else knows SQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sidepot.errors import CannotWrite
from sidepot.protocol.messages import ChatLine
from sidepot.protocol.resources import Guest, HandLine, TableLine
from sidepot.room.storage import reading, schema
from sidepot.room.storage import statements as sql
from sidepot.room.storage.append import Append, rows_of, rows_of_new
from sidepot.room.storage.writer import LostRace, Write, WriteCounts, Writer
from sidepot.room.table import events as e
from sidepot.room.table.context import Secret
from sidepot.room.table.ended_hand import PendingHistory
from sidepot.room.table.loaded import LoadedTable

T = TypeVar("T")
_LAST_LINES = 50
"""Lines of chat that somebody who comes is shown."""
LOBBY = 200
"""Tables that a lobby shows."""
GUEST, INVITATION = "guest", "invitation"
"""Kinds of tokens: owned by a guest, and by a table."""

_Outcome = Callable[[LostRace | CannotWrite | None], None]


class Store:
    """The database of a room.

    Writes are stored all or nothing. They raise `LostRace` where a key is taken and `CannotWrite`
    where nothing can be stored; `on_write` is told how each has ended.
    """

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self.on_write: _Outcome = lambda _: None
        self._writer = Writer(writer)
        self._engines = (writer, reader)
        self._reader = reader

    async def close(self) -> None:
        """Let the last commit end, and close everything."""
        await self._writer.close()
        for engine in self._engines:
            engine.dispose()

    @property
    def write_counts(self) -> WriteCounts:
        """How much has been written."""
        return self._writer.counts

    async def probe(self) -> bool:
        """Can anything be written? It changes nothing, and asks for the lock of a writer."""
        write = Write()
        write.add(sql.PROBE)
        try:
            await self._writer.store(write)
        except CannotWrite:
            return False
        return True

    async def append(self, append: Append) -> None:
        """Store events of a table, and what goes with them. Raises `LostRace`, `CannotWrite`."""
        await self._write(rows_of(append))

    async def create_table(self, append: Append, token_hash: str, at: int) -> None:
        """Store the first events of a table, and its first invitation."""
        write = rows_of_new(append)
        _add_token(write, INVITATION, append.table, token_hash, at)
        await self._write(write)

    async def add_guest(self, guest: Guest, token_hash: str, at: int) -> None:
        """Store a new guest, and the hash of their token."""
        write = Write()
        write.add(sql.ADD_GUEST, id=guest.id, name=guest.name, created=at)
        _add_token(write, GUEST, guest.id, token_hash, at)
        await self._write(write)

    async def rename_guest(self, guest: str, name: str) -> None:
        """Give a guest another name."""
        write = Write()
        write.add(sql.SET_NAME, guest=guest, new_name=name)
        await self._write(write)

    async def add_token(self, kind: str, owner: str, token_hash: str, at: int) -> None:
        """Store the hash of one more token."""
        write = Write()
        _add_token(write, kind, owner, token_hash, at)
        await self._write(write)

    async def drop_tokens(self, kind: str, owner: str) -> None:
        """Make every token of a kind and an owner worthless."""
        write = Write()
        write.add(sql.DROP_TOKENS, of_kind=kind, of=owner)
        await self._write(write)

    async def add_chat(self, table: str, command: str, line: ChatLine) -> None:
        """Store a line of chat under its number. Raises `LostRace` where another has it."""
        write, raw = Write(), msgspec.json.encode(line)
        row = {"number": line.number, "guest": line.guest, "command": command, "line": raw}
        write.add(sql.ADD_CHAT, table_id=table, **row)
        await self._write(write)

    async def put_histories(self, hand: PendingHistory, texts: Mapping[str, str]) -> None:
        """Store the histories of a hand by their viewers; it is no longer pending.

        `on_write` is not told: a history that cannot be stored stops no clock.
        """
        write = Write()
        for viewer, text in texts.items():
            row = {"table_id": hand.table, "hand": hand.hand, "viewer": viewer, "text": text}
            write.add(sql.PUT_HISTORY, **row)
        write.add(sql.DROP_PENDING_HISTORY, of=hand.table, of_hand=hand.hand, last=hand.id)
        await self._writer.store(write)

    async def _write(self, write: Write) -> None:
        try:
            await self._writer.store(write)
        except (LostRace, CannotWrite) as error:
            self.on_write(error)
            raise
        self.on_write(None)

    async def _read(self, ask: Callable[[Connection], T]) -> T:
        return await asyncio.to_thread(self._ask, ask)

    def _ask(self, ask: Callable[[Connection], T]) -> T:
        try:
            with self._reader.connect() as connection:
                return ask(connection)
        except sa.exc.OperationalError as error:
            raise CannotWrite("room.cannot_write", reason=str(error.orig)) from error

    async def table(self, id: str) -> LoadedTable:
        """A table, replayed from its log. Raises `NoTable`."""
        return await self._read(lambda connection: reading.read_table(connection, id))

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
    ) -> tuple[dict[int, str], dict[int, PendingHistory]]:
        """Histories as the first of `viewers` that there is, and the hands that lack theirs.

        Both by the hands' numbers.
        """
        c, p = schema.histories.c, schema.pending_histories.c
        query = sa.select(c.hand, c.viewer, c.text).where(
            c.table_id == table, c.viewer.in_(viewers)
        )
        missing = sa.select(schema.pending_histories).where(p.table_id == table).order_by(p.id)
        if hand is not None:
            query, missing = query.where(c.hand == hand), missing.where(p.hand == hand)
        rows, pending = await self._read(
            lambda connection: (
                list(connection.execute(query)),
                [reading.read_pending(row) for row in connection.execute(missing)],
            )
        )
        rows.sort(key=lambda row: (row.hand, -viewers.index(row.viewer)))
        return {row.hand: row.text for row in rows}, {one.hand: one for one in pending}

    async def next_pending_history(self, after: int) -> PendingHistory | None:
        """The first hand behind an id whose history is to be written, as it is now."""
        row = await self._read(
            lambda connection: connection.execute(
                sql.NEXT_PENDING_HISTORY, {"after": after}
            ).first()
        )
        return reading.read_pending(row) if row else None

    def hand_events(self, hand: PendingHistory) -> tuple[list[e.AnyEvent], Secret]:
        """What the log has of a hand from its deal on, and its secret. It blocks its thread."""
        return self._ask(
            lambda connection: (
                reading.read_hand(connection, hand),
                reading.read_secret(connection, hand.table, hand.hand),
            )
        )

    async def chat(self, table: str) -> list[ChatLine]:
        """The last lines of a table's chat, in their order."""
        c = schema.chat.c
        query = sa.select(c.line).where(c.table_id == table).order_by(c.number.desc())
        return (await self._lines(query.limit(_LAST_LINES), ChatLine))[::-1]

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

    async def owner(self, kind: str, token_hash: str) -> str | None:
        """Whose token has this hash."""
        c = schema.tokens.c
        query = sa.select(c.owner).where(c.kind == kind, c.hash == token_hash)
        return await self._read(lambda connection: connection.scalar(query))


def _add_token(write: Write, kind: str, owner: str, token_hash: str, at: int) -> None:
    """A token is stored as its hash alone."""
    write.add(sql.ADD_TOKEN, hash=token_hash, kind=kind, owner=owner, created=at)
