"""The only writer of the database: writes of all tables that wait together are one commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.engine import Engine
from sqlalchemy.pool import PoolProxiedConnection

from sidepot.errors import CannotWrite, Refused
from sidepot.room.storage.compiled import Statement, Texts
from sidepot.room.storage.faults import Kind, fault, is_undone, kind_of, reason
from sidepot.room.storage.place import Place

_MAX_WRITES = 256
"""Writes in one commit at most."""
_INTERVAL = 0.008
"""Seconds between the starts of two commits at least, because a commit costs the processor as much
as ten writes do. A write that comes later than that is committed at once."""
_TRIES = 5
"""The most attempts at a write that conflicts with another transaction."""

Row = Mapping[str, Any]


class LostRace(Exception):
    """Another writer has stored something under the same key first."""


class _Busy(LostRace):
    """Another transaction was in the way."""


class _ConnectionLost(Exception):
    """The connection was gone before anything could be committed."""


@dataclass
class Write:
    """Statements and their rows, to be stored together or not at all.

    Two processes that store the writes of the same tables do it in the order of `table`, and so do
    not wait for each other.
    """

    table: str = ""
    rows: list[tuple[Statement, Row]] = field(default_factory=list)

    def add(self, statement: Statement, **row: Any) -> None:
        """Add one row of a statement."""
        self.rows.append((statement, row))


@dataclass
class WriteCounts:
    """Counters of successful commits, of the writes in them, and of failed commits."""

    commits: int = 0
    writes: int = 0
    failures: int = 0


@dataclass
class _Batch:
    """The writes of one commit, and for each the future that its caller awaits, and its error."""

    loop: asyncio.AbstractEventLoop
    writes: list[Write]
    futures: list[asyncio.Future[None]]
    errors: list[Exception | None] = field(default_factory=list)


class Writer:
    """Commits writes in batches on a thread of its own; the event loop gathers the next meanwhile.

    Only `_run`, `_store` and `_commit` run on the thread.
    """

    def __init__(self, engine: Engine, place: Place) -> None:
        self.counts = WriteCounts()
        self._engine = engine
        self._place = place
        self._texts = Texts(engine.dialect)
        self._queued: list[tuple[Write, asyncio.Future[None]]] = []
        self._is_busy = False
        self._is_closing = False
        self._next_start = 0.0
        self._batches: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sidepot-writer", daemon=True)
        self._thread.start()

    async def store(self, write: Write) -> None:
        """Store a write as a whole or not at all; returns after the commit.

        Raises `LostRace` if a key is taken, `Refused` if a value cannot be stored, and
        `CannotWrite` if nothing can be or the writer is closing.
        """
        if self._is_closing:
            raise CannotWrite("room.cannot_write", reason="closing")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queued.append((write, done))
        if not self._is_busy:
            self._is_busy = True
            self._schedule(loop)
        await done

    def _schedule(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the next batch now, or when its interval has passed."""
        if self._next_start <= loop.time():
            self._start_batch(loop)
        else:
            loop.call_at(self._next_start, self._start_batch, loop)

    def _start_batch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Pass what is queued to the thread, without writes whose caller has been cancelled."""
        due, self._queued = self._queued[:_MAX_WRITES], self._queued[_MAX_WRITES:]
        due = [(write, done) for write, done in due if not done.done()]
        self._next_start = loop.time() + _INTERVAL
        self._batches.put(_Batch(loop, [write for write, _ in due], [done for _, done in due]))

    def _finish_batch(self, batch: _Batch) -> None:
        """Back on the event loop: resolve the futures, and go on with what is queued by now."""
        for done, error in zip(batch.futures, batch.errors, strict=True):
            if done.done():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
        if self._queued:
            self._schedule(batch.loop)
        else:
            self._is_busy = False

    async def close(self) -> None:
        """Store what is queued, refuse anything more, and end the thread."""
        self._is_closing = True
        while self._is_busy:
            await asyncio.sleep(_INTERVAL)
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            batch.errors = self._store(batch.writes)
            with contextlib.suppress(RuntimeError):  # the loop is closed: no caller is left
                batch.loop.call_soon_threadsafe(self._finish_batch, batch)

    def _store(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Commit a batch, or its writes one by one if one of them fails; returns their errors."""
        error = self._commit(writes)
        is_of_one = isinstance(error, (LostRace, Refused)) and len(writes) > 1
        if is_of_one or isinstance(error, _Busy):
            return [self._commit_alone(write) for write in writes]
        return [error] * len(writes)

    def _commit_alone(self, write: Write) -> Exception | None:
        """Commit one write, again where another transaction was in the way; its error."""
        error: Exception | None = None
        for _ in range(_TRIES):
            error = self._commit([write])
            if not isinstance(error, _Busy):
                break
        return error

    def _commit(self, writes: Sequence[Write]) -> Exception | None:
        """Store all of the writes or none; the error, or None.

        Nothing counts as stored that went into a file which nobody will find.
        """
        if not writes:
            return None
        try:
            self._place.check()
            try:
                self._transact(writes)
            except _ConnectionLost:  # the connection was stale: the database may be back
                self._transact(writes)
            self._place.check()
        except Exception as error:  # callers must not wait for ever, whatever the error
            return self._failure(error)
        self.counts.commits += 1
        self.counts.writes += len(writes)
        return None

    def _failure(self, error: Exception) -> Exception:
        """The error that a commit's callers get."""
        if isinstance(error, _ConnectionLost) and isinstance(error.__cause__, Exception):
            error = error.__cause__
        found = kind_of(error)
        if found is Kind.TAKEN:
            return LostRace()
        if found is Kind.BUSY:
            return _Busy()
        if found is Kind.VALUE:
            return Refused("room.refused_value", reason=reason(error))
        self.counts.failures += 1
        return error if isinstance(error, CannotWrite) else fault(error)

    def _transact(self, writes: Sequence[Write]) -> None:
        """Execute and commit some writes on a connection of the pool."""
        with contextlib.closing(self._engine.raw_connection()) as connection:
            try:
                with self._place.transaction(connection) as cursor:
                    self._execute(cursor, writes)
            except Exception as error:
                if self._is_lost(connection, error):
                    raise _ConnectionLost from error
                raise
            try:
                self._engine.dialect.do_commit(connection)
            except Exception as error:
                if self._is_lost(connection, error) and is_undone(error):
                    raise _ConnectionLost from error
                raise

    def _is_lost(self, connection: PoolProxiedConnection, error: Exception) -> bool:
        """Is the connection gone? Then the pool forgets it."""
        errors = self._engine.dialect.loaded_dbapi.Error
        if not isinstance(error, errors):
            return False
        if self._engine.dialect.is_disconnect(error, connection.driver_connection, None):
            connection.invalidate(error)
            return True
        return False

    def _execute(self, cursor: Any, writes: Sequence[Write]) -> None:
        """Execute every statement once, with all of its rows."""
        grouped: dict[int, tuple[Statement, list[Row]]] = {}
        for write in sorted(writes, key=lambda write: write.table):
            for statement, row in write.rows:
                grouped.setdefault(id(statement), (statement, []))[1].append(row)
        for statement, rows in grouped.values():
            self._texts.execute(cursor, statement, rows)
