"""Backups: a consistent copy of a database, taken while its room runs."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sidepot.errors import BadDatabase
from sidepot.room.storage import faults
from sidepot.room.storage.database import check, check_there, connect
from sidepot.room.storage.files import IN_USE, beside, replacing
from sidepot.room.storage.owner import check_free


def write_backup(database: Path, target: Path) -> None:
    """Write a database to another file, whole or not at all.

    What is there under that name is replaced at the end. The copy is checked before that. Raises
    `BadDatabase`.
    """
    try:
        check_there(database)
        if _is_of(database, target):
            raise BadDatabase("room.backup_itself", file=str(target))
        check_free(target)
        with replacing(target) as draft:
            with contextlib.closing(connect(database)) as connection:
                draft.unlink()  # SQLite wants to make it
                connection.execute("VACUUM INTO ?", (str(draft),))
            draft.chmod(0o600)
            check(draft)
    except (OSError, UnicodeError, sqlite3.Error) as error:
        reason = faults.reason(error)
        raise BadDatabase(
            "room.backup", file=str(database), to=str(target), reason=reason
        ) from error


def _is_of(database: Path, target: Path) -> bool:
    """Would a backup replace the database itself, or one of the files that it lives by?"""
    files = [beside(database, end) for end in IN_USE]
    return target in files or any(
        file.exists() and target.exists() and file.samefile(target) for file in files
    )
