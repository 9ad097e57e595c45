"""Brings a damaged database back: from its own rows, or from a backup. The old file is kept."""

from __future__ import annotations

import contextlib
import functools
import itertools
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from sidepot.errors import BadDatabase
from sidepot.room.storage import faults, schema
from sidepot.room.storage.database import (
    check_whole,
    connect,
    make_empty,
    open_database,
    revision_of,
)
from sidepot.room.storage.files import OWN_FILE, beside, copy_privately, flush
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
            check_whole(backup)
        kept = _keep(database)
        with tempfile.TemporaryDirectory(dir=database.parent, prefix=".recover-") as folder:
            new = Path(folder) / "room.sqlite3"
            if backup is None:
                rows, tables = _rebuild(database, new, progress)
                backup = _last_backup(database) if _is_nothing(rows) else None
            if backup is not None:
                rows, tables = [], []
                _copy(backup, new)
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
    kept = _free_name(database)
    for end in ("", *_LOGS):
        if beside(database, end).exists():
            copy_privately(beside(database, end), beside(kept, end))
    return kept


def _free_name(database: Path) -> Path:
    """A name for the damaged database that no other one has: a recovery may follow another."""
    name = time.strftime(".damaged-%Y%m%d-%H%M%S")
    names = itertools.chain([name], (f"{name}-{n}" for n in itertools.count(2)))
    return next(path for path in (beside(database, end) for end in names) if not path.exists())


def _is_nothing(rows: Sequence[Salvaged]) -> bool:
    """Could nothing be read, though something was there, or is the database itself gone?"""
    is_hurt = any(row.lost or row.is_guess for row in rows)
    return not any(row.read for row in rows) and (is_hurt or not rows)


def _copy(backup: Path, new: Path) -> None:
    """Copy a database with what is only in its log so far."""
    new.unlink(missing_ok=True)
    new.touch(OWN_FILE)
    with contextlib.closing(connect(backup)) as source, contextlib.closing(connect(new)) as target:
        source.backup(target)


def _last_backup(database: Path) -> Path:
    """The backup beside a database. Raises `BadDatabase` if there is none that is whole."""
    backup = beside(database, ".backup")
    if not backup.exists():
        raise BadDatabase("room.database_lost", file=str(database))
    check_whole(backup)
    return backup


def _rebuild(database: Path, new: Path, progress: Progress) -> tuple[list[Salvaged], list[Mended]]:
    """Make a new database of the readable rows of a damaged one.

    They are read into the schema that they were written in, and then migrated like any others.
    Raises `BadDatabase` if that is a newer version's.
    """
    rows = []
    if database.exists():
        with contextlib.closing(connect(database)) as damaged:
            make_empty(new, _revision(database, damaged))
            with contextlib.closing(connect(new)) as target:
                for table in _tables(target):
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


def _revision(database: Path, damaged: sqlite3.Connection) -> str | None:
    """The revision of a damaged database, None if it cannot be read. Raises `BadDatabase`."""
    try:
        return revision_of(database, damaged)
    except sqlite3.DatabaseError:
        return None


def _tables(new: sqlite3.Connection) -> list[str]:
    """The tables of a schema whose rows are worth saving."""
    names = {name for (name,) in new.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    others = {"alembic_version", "sqlite_sequence", schema.health.name}
    return sorted(names - others)


def _put(new: Path, database: Path) -> None:
    """Put a database in the place of another one, whose log must not be taken for the new one's."""
    with contextlib.closing(connect(new)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    flush(new)
    for end in _LOGS:
        beside(database, end).unlink(missing_ok=True)
    new.replace(database)
    flush(database.parent)
