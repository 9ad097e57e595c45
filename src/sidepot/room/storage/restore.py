"""Puts a backup in the place of a database, which is kept under another name."""

from __future__ import annotations

import contextlib
import itertools
import sqlite3
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from sidepot.errors import BadDatabase
from sidepot.room.storage import faults
from sidepot.room.storage.database import check_whole, connect, newest_backup
from sidepot.room.storage.files import OWN_FILE, beside, copy_privately, flush

_LOGS = ("-wal", "-shm")


@dataclass(frozen=True)
class Restored:
    """`backup` took the place of a database, which is `kept` as it was; None if there was none."""

    backup: Path
    kept: Path | None


def restore(database: Path, backup: Path | None) -> Restored:
    """Restore a backup, the newest whole one beside the database if none is named.

    At any moment, a database is there under the database's name: the old one or the new one. The
    backup stays as it is. The caller owns the database. Raises `BadDatabase`; what was there is
    still there then.
    """
    backup = backup or newest_backup(database)
    if backup is None:
        raise BadDatabase("room.no_backup", file=str(database))
    check_whole(backup)
    kept = _free_name(database) if database.exists() else None
    try:
        with tempfile.TemporaryDirectory(dir=database.parent, prefix=".restore-") as folder:
            new = Path(folder) / "room.sqlite3"
            _copy(backup, new)
            check_whole(new)
            if kept:
                _keep(database, kept)
            _put(new, database)
    except (OSError, sqlite3.Error) as error:
        reason = faults.reason(error)
        raise BadDatabase("room.database", file=str(database), reason=reason) from error
    return Restored(backup, kept)


def _keep(database: Path, kept: Path) -> None:
    """Copy a database and its log, byte for byte: both or none."""
    try:
        for end in ("", *_LOGS):
            if beside(database, end).exists():
                copy_privately(beside(database, end), beside(kept, end))
    except OSError:
        for end in ("", *_LOGS):
            beside(kept, end).unlink(missing_ok=True)
        raise


def _free_name(database: Path) -> Path:
    """A name for the replaced database that no other one has, also within the same second."""
    name = time.strftime(".replaced-%Y%m%d-%H%M%S")
    names = itertools.chain([name], (f"{name}-{n}" for n in itertools.count(2)))
    return next(path for path in (beside(database, end) for end in names) if not path.exists())


def _copy(backup: Path, new: Path) -> None:
    """Copy a database with what is only in its log so far."""
    new.touch(OWN_FILE)
    with contextlib.closing(connect(backup)) as source, contextlib.closing(connect(new)) as target:
        source.backup(target)


def _put(new: Path, database: Path) -> None:
    """Put a database in the place of another one, whose log must not be taken for the new one's."""
    with contextlib.closing(connect(new)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    flush(new)
    for end in _LOGS:
        beside(database, end).unlink(missing_ok=True)
    new.replace(database)
    flush(database.parent)
