"""Brings a damaged database back: from its own rows, or from a backup. The old file is kept."""

from __future__ import annotations

import contextlib
import functools
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from sidepot.errors import BadDatabase
from sidepot.room.storage import faults, schema
from sidepot.room.storage.database import check, connect, open_database
from sidepot.room.storage.files import beside, copy_privately, flush
from sidepot.room.storage.mending import Mended, mend
from sidepot.room.storage.salvage import Salvaged, salvage

_LOGS = ("-wal", "-shm")

Progress = Callable[[str, int], None]
"""Is called with the name of a table of the database, and how many of its rows are read."""


@dataclass(frozen=True)
class Recovery:
    """What became of a database.

    `kept`: the file as it was, `backup`: the one that took its place, None if it was rebuilt from
    its own rows. `rows` and `tables`: what was read and lost.
    """

    kept: Path | None
    backup: Path | None
    rows: Sequence[Salvaged]
    tables: Sequence[Mended]


def recover(database: Path, backup: Path | None, progress: Progress) -> Recovery:
    """Put a whole database in the place of a damaged one, which is kept under another name.

    It is rebuilt from the rows that can be read, unless `backup` is given. Where nothing can be
    read, the file that `sidepot backup` has written beside it takes its place. At any moment, one
    of the two is there under the database's name. The caller owns the database. Raises
    `BadDatabase`, and has changed nothing then.
    """
    kept: Path | None = None
    try:
        if backup is not None:
            check(backup)
        kept = _keep(database)
        with tempfile.TemporaryDirectory(dir=database.parent, prefix=".recover-") as folder:
            new = Path(folder) / "room.sqlite3"
            if backup is None:
                rows, tables = _rebuild(database, new, progress)
                backup = _last_backup(database) if not any(row.read for row in rows) else None
            if backup is not None:
                rows, tables = [], []
                shutil.copyfile(backup, new)
                new.chmod(0o600)
            _put(new, database)
    except (OSError, sqlite3.Error, SQLAlchemyError, BadDatabase) as error:
        for end in ("", *_LOGS):
            if kept:
                beside(kept, end).unlink(missing_ok=True)
        if isinstance(error, BadDatabase):
            raise
        reason = faults.reason(error)
        raise BadDatabase("room.database", file=str(database), reason=reason) from error
    return Recovery(kept, backup, rows, tables)


def _keep(database: Path) -> Path | None:
    """Copy a database and its log, byte for byte; the name of the copy, None without a database."""
    if not database.exists():
        return None
    kept = beside(database, time.strftime(".damaged-%Y%m%d-%H%M%S"))
    for end in ("", *_LOGS):
        if beside(database, end).exists():
            copy_privately(beside(database, end), beside(kept, end))
    return kept


def _last_backup(database: Path) -> Path:
    """The backup beside a database. Raises `BadDatabase` if there is none that is whole."""
    backup = beside(database, ".backup")
    if not backup.exists():
        raise BadDatabase("room.database_lost", file=str(database))
    check(backup)
    return backup


def _rebuild(database: Path, new: Path, progress: Progress) -> tuple[list[Salvaged], list[Mended]]:
    """Make a new database of the readable rows of a damaged one."""
    for engine in open_database(f"sqlite:///{new}"):
        engine.dispose()
    rows = []
    if database.exists():
        with (
            contextlib.closing(connect(database)) as damaged,
            contextlib.closing(connect(new)) as target,
        ):
            for table in schema.metadata.tables:
                if table == schema.health.name:
                    continue
                progress(table, 0)
                rows.append(salvage(damaged, target, table, functools.partial(progress, table)))
            target.commit()
    writer, reader = open_database(f"sqlite:///{new}")
    try:
        with writer.begin() as connection:
            tables = list(mend(connection))
    finally:
        writer.dispose()
        reader.dispose()
    return rows, tables


def _put(new: Path, database: Path) -> None:
    """Put a database in the place of another one, whose log must not be taken for the new one's."""
    with contextlib.closing(connect(new)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    flush(new)
    for end in _LOGS:
        beside(database, end).unlink(missing_ok=True)
    new.replace(database)
    flush(database.parent)
