"""The one writer: whatever all tables have to store at a moment is one commit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from sidepot.errors import CannotWrite
from sidepot.room.bulk import Bulk

MOST = 256
"""Writes in one commit."""

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
class Counts:
    """How much has been written."""

    commits: int = 0
    writes: int = 0
    failures: int = 0


class Writer:
    """A thread with the connection that writes; `submit` hands it something from any thread."""

    def __init__(self, engine: Engine) -> None:
        self.counts = Counts()
        self._engine = engine
        self._waiting: queue.SimpleQueue[tuple[Write, Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="sidepot-writer", daemon=True)
        self._thread.start()

    def submit(self, write: Write) -> Future[None]:
        """Store it; the future is done after the commit.

        It raises `LostRace` where a key is taken, `CannotWrite` where nothing can be stored.
        """
        done: Future[None] = Future()
        self._waiting.put((write, done))
        return done

    def close(self) -> None:
        """Store what waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def synchronous(self) -> int:
        """The setting of the connection that writes: 2 is a full flush at every commit."""
        with self._engine.connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

    def _run(self) -> None:
        while (first := self._waiting.get()) is not None:
            batch, is_last = [first], False
            while len(batch) < MOST and not self._waiting.empty() and not is_last:
                following = self._waiting.get()
                is_last = following is None
                batch += [following] if following else []
            self._store(batch)
            if is_last:
                return

    def _store(self, batch: Sequence[tuple[Write, Future[None]]]) -> None:
        """Commit a batch; one in which a race was lost is taken apart.

        What nobody waits for any more is left out, as long as it has not been begun.
        """
        batch = [one for one in batch if one[1].running() or one[1].set_running_or_notify_cancel()]
        error = self._commit([write for write, _ in batch])
        if isinstance(error, LostRace) and len(batch) > 1:
            for single in batch:
                self._store([single])
            return
        for _, done in batch:
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(error)

    def _commit(self, writes: Sequence[Write]) -> Exception | None:
        """Store all of it, or nothing and say why."""
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
