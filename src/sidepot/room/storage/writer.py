"""The one writer: whatever all tables have to store at a moment is one commit."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sidepot.errors import CannotWrite
from sidepot.room.storage.bulk import Bulk

_MOST = 256
"""Writes in one commit."""
_GATHER = 0.008
"""Seconds from one commit to the next while there is always something to store: a commit costs
the processor as much as ten writes do. Who comes after a rest does not wait."""

Row = Mapping[str, Any]
Statement = Executable | Bulk


class LostRace(Exception):
    """Somebody else has written under the same key first."""


@dataclass
class Write:
    """Statements and their rows, to be stored together or not at all."""

    rows: list[tuple[Statement, Row]] = field(default_factory=list)

    def add(self, statement: Statement, **row: Any) -> None:
        """One more row."""
        self.rows.append((statement, row))


@dataclass
class WriteCounts:
    """How much has been written."""

    commits: int = 0
    writes: int = 0
    failures: int = 0


@dataclass
class _Batch:
    """What is stored in one commit, and who waits for which part of it."""

    loop: asyncio.AbstractEventLoop
    writes: list[Write]
    waiting: list[asyncio.Future[None]]
    errors: list[Exception | None] = field(default_factory=list)


class Writer:
    """A thread with the connection that writes, one batch at a time; all else is the event loop's.

    While a batch is stored the next one gathers.
    """

    def __init__(self, engine: Engine) -> None:
        self.counts = WriteCounts()
        self._engine = engine
        self._gathered: list[tuple[Write, asyncio.Future[None]]] = []
        self._is_busy = False
        self._is_closing = False
        self._free_at = 0.0
        self._batches: queue.SimpleQueue[_Batch | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sidepot-writer", daemon=True)
        self._thread.start()

    async def store(self, write: Write) -> None:
        """Store it all or nothing; returns after the commit.

        Raises `LostRace` where a key is taken, `CannotWrite` where nothing can be stored, or no
        more.
        """
        if self._is_closing:
            raise CannotWrite("room.cannot_write", reason="closing")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._gathered.append((write, done))
        if not self._is_busy:
            self._is_busy = True
            self._begin(loop)
        await done

    def _begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over what has gathered, or wait a moment for more."""
        if self._free_at <= loop.time():
            self._hand_over(loop)
        else:
            loop.call_at(self._free_at, self._hand_over, loop)

    def _hand_over(self, loop: asyncio.AbstractEventLoop) -> None:
        """Let the thread store what has gathered, but for what nobody waits for any more."""
        due, self._gathered = self._gathered[:_MOST], self._gathered[_MOST:]
        due = [one for one in due if not one[1].done()]
        self._free_at = loop.time() + _GATHER
        self._batches.put(_Batch(loop, [write for write, _ in due], [done for _, done in due]))

    def _stored(self, batch: _Batch) -> None:
        """On the event loop again: say so to those who wait, and go on with what came meanwhile."""
        for done, error in zip(batch.waiting, batch.errors, strict=True):
            if done.done():
                continue
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)
        if self._gathered:
            self._begin(batch.loop)
        else:
            self._is_busy = False

    async def close(self) -> None:
        """Store what waits, and nothing more; end."""
        self._is_closing = True
        while self._is_busy:
            await asyncio.sleep(_GATHER)
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def synchronous(self) -> int:
        """The setting of the connection that writes: 2 is a full flush at every commit."""
        with self._engine.connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

    def _run(self) -> None:
        while (batch := self._batches.get()) is not None:
            batch.errors = self._store(batch.writes)
            with contextlib.suppress(RuntimeError):  # the loop is closed, and nobody waits
                batch.loop.call_soon_threadsafe(self._stored, batch)

    def _store(self, writes: Sequence[Write]) -> list[Exception | None]:
        """Commit a batch; one in which a race was lost is taken apart."""
        error = self._commit(writes)
        if isinstance(error, LostRace) and len(writes) > 1:
            return [self._commit([write]) for write in writes]
        return [error] * len(writes)

    def _commit(self, writes: Sequence[Write]) -> Exception | None:
        """Store all of it, or nothing and say why."""
        if not writes:
            return None
        try:
            with self._engine.begin() as connection:
                _execute(connection, writes)
        except IntegrityError:
            return LostRace()
        except SQLAlchemyError as error:
            self.counts.failures += 1
            return CannotWrite("room.cannot_write", reason=str(getattr(error, "orig", error)))
        except Exception as error:  # whatever it is, those who wait must hear of it
            self.counts.failures += 1
            return CannotWrite("room.cannot_write", reason=type(error).__name__)
        self.counts.commits += 1
        self.counts.writes += len(writes)
        return None


def _execute(connection: Connection, writes: Sequence[Write]) -> None:
    """Every statement once, with all of its rows."""
    grouped: dict[int, tuple[Statement, list[Row]]] = {}
    for write in writes:
        for statement, row in write.rows:
            grouped.setdefault(id(statement), (statement, []))[1].append(row)
    for statement, rows in grouped.values():
        if isinstance(statement, Bulk):
            connection.exec_driver_sql(statement.sql, (statement.parameter(rows),))
        else:
            connection.execute(statement, rows)
