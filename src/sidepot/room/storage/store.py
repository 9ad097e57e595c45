"""The store: a method for every read from the database and every write to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from sidepot import entropy
from sidepot.decoding import ROW, JsonReader
from sidepot.errors import CannotWrite, DatabaseDamaged, Refused
from sidepot.room.protocol.messages import ChatLine
from sidepot.room.protocol.resources import Guest, HandLine, SeasonEvening, SeasonLine, TableLine
from sidepot.room.protocol.table_rules import TableRules
from sidepot.room.storage import reading, schema
from sidepot.room.storage import statements as sql
from sidepot.room.storage.answers import answer_key, table_key
from sidepot.room.storage.append import Append, rows_of, rows_of_new
from sidepot.room.storage.faults import Kind, fault, kind_of, reason
from sidepot.room.storage.place import place_of
from sidepot.room.storage.writer import LostRace, Write, WriteCounts, Writer
from sidepot.room.table import limits
from sidepot.room.table.ended_hand import HandLog, PendingHistory
from sidepot.room.table.loaded import LoadedTable
from sidepot.room.table.state import TableState
from sidepot.words import Message
from sidepot.words.wire import encode

T = TypeVar("T")
_RECENT_LINES = 50
"""Lines of chat that a new subscriber is sent."""
MAX_LOBBY = 200
"""Tables that the lobby shows at most."""
_GUESTS_AT_ONCE = 500
"""Guests who are deleted in one commit."""
_PROBE, _SPACE = 1, 2
"""The rows of the health probe: the one that stays, and the one that takes room for a moment."""
_BALLAST = 256 * 1024
"""Bytes that must find a place before a room that could not write goes on."""
GUEST, RECOVERY, INVITATION = sql.GUEST, sql.RECOVERY, sql.INVITATION

_OnWrite = Callable[[LostRace | CannotWrite | None], None]


class Token(msgspec.Struct, frozen=True):
    """The row of a token: see `schema.tokens`."""

    hash: str
    kind: str
    owner: str
    created: int
    maker: str | None = None
    expires: int | None = None
    seen: int | None = None
    about: str | None = None


class SeasonPlan(msgspec.Struct, frozen=True):
    """The weekly evening of a season: when it is next, and the table that is opened for it.

    `table`: the one that was opened last, None before that. Its rules and the link of its call are
    those of the evening from which the plan was made.
    """

    at: int
    rules: TableRules
    call: str = ""
    table: str | None = None


class SeasonRow(msgspec.Struct, frozen=True):
    """The row of a season: see `schema.seasons`."""

    id: str
    host: str
    name: str
    created: int
    plan: SeasonPlan | None = None


class Store:
    """The database of a room. Times (`at`) are in milliseconds since 1970.

    A write is stored as a whole or not at all. It raises `LostRace` if a key is taken, and
    `CannotWrite` if nothing can be stored; `on_write` is called with that error, or with None
    after a success. A read raises `CannotWrite` if the database cannot be used; `on_write` is
    called if that is because it is damaged.
    """

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self.on_write: _OnWrite = lambda _: None
        self._place = place_of(writer, reader)
        self._writer = Writer(writer, self._place)
        self._engines = (writer, reader)
        self._reader = reader
        self._reads: set[asyncio.Task[Any]] = set()
        """The reads that are under way, also those that nobody awaits any longer."""

    async def close(self) -> None:
        """Wait for the last commit and the last read, then close all connections."""
        await self._writer.close()
        if self._reads:  # a connection that comes back later would stay open
            await asyncio.wait(self._reads)
        for engine in self._engines:
            engine.dispose()

    @property
    def write_counts(self) -> WriteCounts:
        """Counters of commits, writes and failures since the start."""
        return self._writer.counts

    async def probe(self, at: int) -> None:
        """Write a few bytes, as any write is written. Raises `CannotWrite`; calls no `on_write`.

        They are others each time: SQLite does not write a row that is there already.
        """
        write = Write()
        write.add(sql.PUT_HEALTH, id=_PROBE, at=at, ballast=entropy.source.randbytes(8))
        await self._writer.store(write)

    async def probe_space(self, at: int) -> None:
        """Write as much as many hands take, and delete it. Raises `CannotWrite`, as `probe` does.

        A few bytes may find a place on a full disk where the next hand finds none.
        """
        ballast, drop = Write(), Write()
        ballast.add(sql.PUT_HEALTH, id=_SPACE, at=at, ballast=bytes(_BALLAST))
        drop.add(sql.DROP_HEALTH, of=_SPACE)
        await self._writer.store(ballast)
        await self._writer.store(drop)

    async def damage(self) -> str | None:
        """The first fault in the pages of the database, None if it is sound; reads all of them."""
        try:
            return await asyncio.to_thread(self._place.damage)
        except CannotWrite as error:
            return str(error)

    async def append(self, append: Append) -> None:
        """Store events of a table, and the rows that go with them.

        Raises `LostRace` if the table has gone on past `append.before`, and `CannotWrite`.
        """
        await self._write(rows_of(append))

    async def create_table(self, append: Append, invitation: Token) -> None:
        """Store the first events of a table, and its first invitation."""
        write = rows_of_new(append)
        write.add(sql.ADD_TOKEN, **msgspec.structs.asdict(invitation))
        await self._write(write)

    async def add_guest(self, guest: Guest, session: Token) -> None:
        """Store a new guest, and their first session."""
        write = Write()
        write.add(sql.ADD_GUEST, id=guest.id, name=guest.name, created=session.created)
        write.add(sql.ADD_TOKEN, **msgspec.structs.asdict(session))
        await self._write(write)

    async def rename_guest(self, guest: str, name: str) -> None:
        """Give a guest another name."""
        write = Write()
        write.add(sql.SET_NAME, guest=guest, new_name=name)
        await self._write(write)

    async def change_tokens(self, added: Sequence[Token], dropped: Sequence[str]) -> None:
        """Store some tokens, and delete others, given by their hashes, in one commit."""
        write = Write()
        for token in added:
            write.add(sql.ADD_TOKEN, **msgspec.structs.asdict(token))
        for hash in dropped:
            write.add(sql.DROP_TOKEN, of_hash=hash)
        if write.rows:
            await self._write(write)

    async def use_up(self, used: Token, added: Token, dropped: Sequence[str]) -> None:
        """Store a token in the place of another one, once, and delete others by their hashes.

        Raises `LostRace` if another process has used it.
        """
        write = Write()
        write.add(sql.ADD_ANSWER, **answer_key("", used.owner, used.hash), version=0, refusal=None)
        write.add(sql.ADD_TOKEN, **msgspec.structs.asdict(added))
        for hash in (used.hash, *dropped):
            write.add(sql.DROP_TOKEN, of_hash=hash)
        await self._write(write)

    async def see(self, hash: str, at: int, about: str) -> None:
        """Note when a session was last used, and by which browser."""
        write = Write()
        write.add(sql.SET_SEEN, of_hash=hash, now_seen=at, now_about=about)
        await self._write(write)

    async def put_season(
        self, season: SeasonRow, evening: SeasonEvening, guests: Iterable[str]
    ) -> None:
        """Store an evening of a season, which may be new, and who may see it from now on."""
        write, row = Write(), msgspec.structs.asdict(season)
        write.add(sql.ADD_SEASON, **{**row, "plan": None})
        line = encode(evening)
        write.add(sql.PUT_SEASON_EVENING, season=season.id, evening=evening.table, line=line)
        for guest in guests:
            write.add(sql.ADD_SEASON_GUEST, guest=guest, season=season.id)
        await self._write(write)

    async def plan_season(self, season: str, plan: SeasonPlan | None) -> None:
        """Store the weekly evening of a season, or that it has none."""
        write = Write()
        write.add(sql.PLAN_SEASON, of=season, as_plan=None if plan is None else encode(plan))
        await self._write(write)

    async def drop_season_evening(self, season: str, evening: str, guests: Collection[str]) -> None:
        """Take an evening out of a season, which `guests` may see then; without any it goes."""
        write = Write()
        if guests:
            write.add(sql.DROP_SEASON_EVENING, of=season, of_evening=evening)
            write.add(sql.DROP_SEASON_GUESTS, of=season)
            for guest in guests:
                write.add(sql.ADD_SEASON_GUEST, guest=guest, season=season)
        else:
            for statement in sql.DROP_SEASON:
                write.add(statement, of=season)
        await self._write(write)

    async def season(self, id: str) -> tuple[SeasonRow, list[SeasonEvening], list[str]] | None:
        """A season, its evenings, and who may see it; None if there is none."""
        s, n, g = schema.seasons.c, schema.season_evenings.c, schema.season_guests.c

        def query(connection: Connection) -> tuple[Any, list[bytes], list[str]]:
            row = connection.execute(sa.select(schema.seasons).where(s.id == id)).first()
            lines = connection.scalars(sa.select(n.line).where(n.season == id))
            guests = connection.scalars(sa.select(g.guest).where(g.season == id))
            return row, list(lines), list(guests)

        row, lines, guests = await self._read(query)
        if row is None:
            return None
        evenings = _read_all(lines, SeasonEvening)
        plan = None if row.plan is None else _read_all([row.plan], SeasonPlan)[0]
        return SeasonRow(row.id, row.host, row.name, row.created, plan), evenings, guests

    async def seasons_of(self, guest: str) -> list[SeasonLine]:
        """The seasons that a guest may see, the newest first."""
        s, n, g = schema.seasons.c, schema.season_evenings.c, schema.season_guests.c
        count = sa.select(sa.func.count()).where(n.season == s.id).scalar_subquery()
        query = sa.select(s.id, s.name, s.host, count.label("evenings"))
        query = query.join(schema.season_guests, g.season == s.id).where(g.guest == guest)
        rows = await self._read(
            lambda connection: list(connection.execute(query.order_by(s.created.desc())))
        )
        return [SeasonLine(row.id, row.name, row.host, row.evenings) for row in rows]

    def free_bytes(self) -> int:
        """Bytes that are free on the disk of the database; many where that cannot be known."""
        return self._place.free_bytes()

    async def drop_tokens(self, kind: str, owner: str) -> None:
        """Delete every token of a kind and an owner."""
        write = Write()
        write.add(sql.DROP_TOKENS, of_kind=kind, of=owner)
        await self._write(write)

    async def add_refusal(self, table: str, guest: str, id: str, reason: Message) -> None:
        """Store the reason why a guest's command was refused; `LostRace` if it has an answer."""
        write, raw = Write(), encode(reason)
        write.add(sql.ADD_ANSWER, **answer_key(table, guest, id), version=0, refusal=raw)
        await self._write(write)

    async def answer(self, table: str, guest: str, id: str) -> int | Message | None:
        """The first answer to a guest's command: the version, or why not; None if there is none."""
        key = answer_key(table, guest, id)
        row = await self._read(lambda connection: connection.execute(sql.ANSWER, key).first())
        if row is None or row.refusal is None:
            return row.version if row else None
        return _read_all([row.refusal], Message)[0]

    async def add_chat(self, table: str, command: str, line: ChatLine) -> None:
        """Store a line of chat, sent by a command, under its number, and drop the oldest ones.

        Raises `LostRace` if another line has the number, or the guest's command an answer already.
        """
        write, raw = Write(), encode(line)
        row = {"number": line.number, "guest": line.guest, "command": command, "line": raw}
        write.add(sql.ADD_CHAT, table_id=table, **row)
        key = answer_key(table, line.guest, command)
        write.add(sql.ADD_ANSWER, **key, version=line.number, refusal=None)
        if line.number > limits.CHAT_LINES:
            write.add(sql.LINES_BEFORE, of=table, last=line.number - limits.CHAT_LINES)
        await self._write(write)

    async def put_histories(self, hand: PendingHistory, texts: Mapping[str, str]) -> None:
        """Store the histories of a hand, by viewer; it is no longer pending then.

        `on_write` is not called: a history that cannot be stored stops no clock.
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

    async def _read(self, query: Callable[[Connection], T]) -> T:
        read = asyncio.create_task(asyncio.to_thread(self._run, query))
        self._reads.add(read)
        read.add_done_callback(self._reads.discard)
        try:
            return await asyncio.shield(read)
        except DatabaseDamaged as error:
            self.on_write(error)
            raise

    def _run(self, query: Callable[[Connection], T]) -> T:
        """Run a query on a reading connection, blocking the thread.

        Raises `CannotWrite`, and `Refused` for a value that the database cannot look for.
        """
        try:
            try:
                return self._run_once(query)
            except sa.exc.DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._run_once(query)  # the database may be back
        except (sa.exc.DBAPIError, sa.exc.TimeoutError) as error:
            if kind_of(error) is Kind.VALUE:
                raise Refused("room.refused_value", reason=reason(error)) from error
            raise fault(error) from error

    def _run_once(self, query: Callable[[Connection], T]) -> T:
        with self._reader.connect() as connection:
            return query(connection)

    async def table(self, id: str) -> LoadedTable:
        """A table, replayed from its log. Raises `NoTable`, and `CannotWrite` for a damaged log."""
        try:
            return await self._read(lambda connection: reading.read_table(connection, id))
        except msgspec.MsgspecError as error:  # the others go on
            raise CannotWrite("room.table_damaged", reason=str(error)) from error

    async def delete_table(self, table: str) -> None:
        """Delete a table and everything that belongs to it alone."""
        write = Write()
        for statement in sql.DROP_TABLE:
            write.add(statement, of=table)
        write.add(sql.DROP_ANSWERS, of_key=table_key(table), after=-1)
        await self._write(write)

    async def idle_tables(self, before: int) -> list[tuple[str, int]]:
        """The tables whose last event is older than a time, and when that was; the oldest first."""
        rows = await self._read(
            lambda connection: connection.execute(sql.IDLE_TABLES, {"before": before}).all()
        )
        return [(row[0], row[1]) for row in rows]

    async def forget_guests(self, before: int) -> int:
        """Delete the guests who came before a time and are at no table; how many they were."""
        guests = await self._read(
            lambda connection: list(connection.scalars(sql.IDLE_GUESTS, {"before": before}))
        )
        for start in range(0, len(guests), _GUESTS_AT_ONCE):
            write = Write()
            for guest in guests[start : start + _GUESTS_AT_ONCE]:
                for statement in sql.DROP_GUEST:
                    write.add(statement, of=guest, before=before)
            await self._write(write)
        return len(guests)

    def shared(self, name: str, made: str) -> str:
        """A setting that all processes of a room share; `made` if there is none yet.

        A database file has one process, so `made` is not stored there. Blocks the thread; raises
        `CannotWrite`.
        """
        if self._engines[0].dialect.name == "sqlite":
            return made
        try:
            with self._engines[0].begin() as connection:
                connection.execute(sql.ADD_SETTING, {"name": name, "value": made})
                return str(connection.scalar(sql.SETTING, {"of": name}))
        except sa.exc.DBAPIError as error:
            raise fault(error) from error

    async def keep_setting(self, name: str, value: str) -> None:
        """Store a setting, unless there is one of this name. Raises `CannotWrite`."""
        write = Write()
        write.add(sql.ADD_SETTING, name=name, value=value)
        await self._write(write)

    def setting(self, name: str) -> str | None:
        """A setting that was kept; None if there is none. Blocks; raises `CannotWrite`."""
        found = self._run(lambda connection: connection.scalar(sql.SETTING, {"of": name}))
        return None if found is None else str(found)

    @property
    def archive(self) -> Path:
        """The folder for the files of tables that are over."""
        return self._place.archive

    async def due_tables(self) -> list[str]:
        """The ids of tables at which something was due or will be."""
        query = sa.select(schema.tables.c.id).where(schema.tables.c.deadline.is_not(None))
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def lobby(self, watched: Sequence[str]) -> list[TableLine]:
        """The lines of public tables that have not ended, at most `MAX_LOBBY`.

        If there are more, those whose ids are in `watched` are preferred.
        """
        c = schema.tables.c
        query = sa.select(c.line).where(c.is_public, ~c.is_ended)
        watched_first = query.order_by(c.id.in_(watched[:MAX_LOBBY]).desc())
        return await self._lines(watched_first.limit(MAX_LOBBY), TableLine)

    async def tables_of(self, guest: str, *, ended: bool = False) -> list[TableLine]:
        """The lines of the tables that a guest has joined: those that go on, or the ended ones."""
        c, m = schema.tables.c, schema.members.c
        query = sa.select(c.line).join(schema.members, m.table_id == c.id)
        return await self._lines(query.where(m.guest == guest, c.is_ended == ended), TableLine)

    async def hands(self, table: str) -> list[HandLine]:
        """The lines of a table's ended hands, in the order of the hands."""
        c = schema.hands.c
        query = sa.select(c.line).where(c.table_id == table).order_by(c.hand)
        return await self._lines(query, HandLine)

    async def hand_line(self, table: str, hand: int) -> HandLine | None:
        """The line of an ended hand, or None."""
        c = schema.hands.c
        query = sa.select(c.line).where(c.table_id == table, c.hand == hand)
        return next(iter(await self._lines(query, HandLine)), None)

    async def _lines(self, query: Any, kind: type[T]) -> list[T]:
        raw = await self._read(lambda connection: list(connection.scalars(query)))
        return _read_all(raw, kind)

    async def histories(
        self, table: str, viewers: Sequence[str], hand: int | None = None
    ) -> tuple[dict[int, str], dict[int, PendingHistory]]:
        """The stored histories, and the hands whose histories are pending, by number of the hand.

        Of each hand the history is that of the first of `viewers` who has one. `hand`: of this
        hand alone.
        """
        c, p = schema.histories.c, schema.pending_histories.c
        stored = sa.select(c.hand, c.viewer, c.text).where(
            c.table_id == table, c.viewer.in_(viewers)
        )
        missing = sa.select(schema.pending_histories).where(p.table_id == table).order_by(p.id)
        if hand is not None:
            stored, missing = stored.where(c.hand == hand), missing.where(p.hand == hand)
        rows, pending = await self._read(
            lambda connection: (
                list(connection.execute(stored)),
                [reading.read_pending(row) for row in connection.execute(missing)],
            )
        )
        rows.sort(key=lambda row: (row.hand, -viewers.index(row.viewer)))
        return {row.hand: row.text for row in rows}, {item.hand: item for item in pending}

    async def next_pending_history(
        self, after: int, others: Sequence[int] = ()
    ) -> PendingHistory | None:
        """The first pending history whose id is greater than `after`, but for tables of `others`.

        If a hand is pending twice, because cards were shown after its end, only the newer counts.
        """
        values: dict[str, Any] = {"after": after}
        query = sql.NEXT_PENDING_HISTORY
        if others:
            query, values = sql.NEXT_PENDING_HISTORY_HERE, {**values, "others": list(others)}
        row = await self._read(lambda connection: connection.execute(query, values).first())
        return reading.read_pending(row) if row else None

    def hand_log(self, hand: PendingHistory) -> HandLog:
        """The stored log of a hand that is over. Blocks the calling thread."""
        return self._run(lambda connection: reading.read_hand(connection, hand))

    async def chat(self, table: str) -> list[ChatLine]:
        """The last lines of a table's chat, oldest first."""
        c = schema.chat.c
        query = sa.select(c.line).where(c.table_id == table).order_by(c.number.desc())
        return (await self._lines(query.limit(_RECENT_LINES), ChatLine))[::-1]

    async def guest(self, id: str) -> Guest | None:
        """A guest by their public id, or None."""
        query = sa.select(schema.guests.c.id, schema.guests.c.name).where(schema.guests.c.id == id)
        row = await self._read(lambda connection: connection.execute(query).first())
        return Guest(row.id, row.name) if row else None

    async def session(self, hash: str) -> tuple[Token, Guest] | None:
        """The session with this hash, and its guest; None if there is none."""
        params = {"of_hash": hash}
        row = await self._read(lambda connection: connection.execute(sql.SESSION, params).first())
        return (_token(row), Guest(row.owner, row.name)) if row else None

    async def token(self, kind: str, hash: str) -> Token | None:
        """The token of a kind with this hash, or None."""
        c = schema.tokens.c
        query = sa.select(schema.tokens).where(c.kind == kind, c.hash == hash)
        row = await self._read(lambda connection: connection.execute(query).first())
        return _token(row) if row else None

    async def tokens(self, kind: str, owner: str) -> list[Token]:
        """All tokens of a kind and an owner, the oldest first."""
        params = {"of_kind": kind, "of": owner}
        rows = await self._read(lambda connection: list(connection.execute(sql.TOKENS, params)))
        return [_token(row) for row in rows]

    async def state_at(self, table: str, version: int) -> TableState:
        """The state that a table had at a version. Raises `Refused` if its log has holes there."""
        return await self._read(lambda connection: reading.read_state(connection, table, version))


def _token(row: sa.Row[Any]) -> Token:
    values = row._mapping
    return Token(**{name: values[name] for name in Token.__struct_fields__})


def _read_all(raw: Iterable[bytes], kind: type[T]) -> list[T]:
    """The values in rows of JSON. Raises `CannotWrite` for a row that cannot be read."""
    reader = JsonReader[T](kind, ROW)
    try:
        return [reader.read(line) for line in raw]
    except msgspec.DecodeError as error:
        raise CannotWrite("room.table_damaged", reason=str(error)) from error
