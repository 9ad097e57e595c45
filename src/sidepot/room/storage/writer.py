"""The only writer of the database: what all tables have to store at a moment is one commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sidepot.errors import CannotWrite
from sidepot.room.storage.bulk import Bulk
from sidepot.room.storage.faults import fault
from sidepot.room.storage.files import OpenFiles

_MAX_WRITES = 256
"""Writes in one commit at most."""
_INTERVAL = 0.008
"""Seconds between the starts of two commits at least, because a commit costs the processor as much
as ten writes do. A write that comes later than that is committed at once."""

Row = Mapping[str, Any]
Statement = Executable | Bulk


class LostRace(Exception):
    """Another writer has stored something under the same key first."""


@dataclass
class Write:
    """Statements and their rows, to be stored together or not at all."""

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

    def __init__(self, engine: Engine) -> None:
        self.counts = WriteCounts()
        self._engine = engine
        self._files = OpenFiles(Path(str(engine.url.database)))
        self._queued: list[tuple[Write, asyncio.Future[None]]] = []
        self._is_busy = False
        self._is_closing = False
        self._next_start = 0.0
        self._batches: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sidepot-writer", daemon=True)
        self._thread.start()

    async def store(self, write: Write) -> None:
        """Store a write as a whole or not at all; returns after the commit.

        Raises `LostRace` if a key is taken, and `CannotWrite` if nothing can be stored or the
        writer is closing.
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

    def synchronous(self) -> int:
        """SQLite's `synchronous` setting of the writing connection: 2 flushes every commit."""
        with self._engine.connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            batch.errors = self._store(batch.writes)
            with contextlib.suppress(RuntimeError):  # the loop is closed: no caller is left
                batch.loop.call_soon_threadsafe(self._finish_batch, batch)

    def _store(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Commit a batch, its writes one by one if one of them has lost a race; their errors."""
        error = self._commit(writes)
        if isinstance(error, LostRace) and len(writes) > 1:
            return [self._commit([write]) for write in writes]
        return [error] * len(writes)

    def _commit(self, writes: Sequence[Write]) -> Exception | None:
        """Store all of the writes or none; the error, or None.

        Nothing counts as stored that went into a file which nobody will find.
        """
        if not writes:
            return None
        try:
            self._files.check()
            with self._engine.begin() as connection:
                _execute(connection, writes)
            self._files.check()
        except IntegrityError:
            return LostRace()
        except CannotWrite as error:
            self.counts.failures += 1
            return error
        except SQLAlchemyError as error:
            self.counts.failures += 1
            return fault(error)
        except Exception as error:  # whatever it is, the callers must not wait for ever
            self.counts.failures += 1
            return CannotWrite("room.cannot_write", reason=type(error).__name__)
        self.counts.commits += 1
        self.counts.writes += len(writes)
        return None


def _execute(connection: Connection, writes: Sequence[Write]) -> None:
    """Execute every statement once, with all of its rows."""
    grouped: dict[int, tuple[Statement, list[Row]]] = {}
    for write in writes:
        for statement, row in write.rows:
            grouped.setdefault(id(statement), (statement, []))[1].append(row)
    for statement, rows in grouped.values():
        if isinstance(statement, Bulk):
            connection.exec_driver_sql(statement.sql, (statement.parameter(rows),))
        else:
            connection.execute(statement, rows)
