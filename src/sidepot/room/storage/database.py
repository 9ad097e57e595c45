"""Opens the database, a file or a server's, and migrates it to the newest schema."""

from __future__ import annotations

import contextlib
import os
import shlex
import sqlite3
import time
from glob import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from sidepot import paths
from sidepot.errors import BadDatabase
from sidepot.room.storage import faults, files, revisions, schema
from sidepot.room.storage.postgres import is_address, open_server, parsed, shown
from sidepot.words import Message

_FILE = "room.sqlite3"
"""The default database, in the user's data folder."""
BUSY_TIMEOUT = 5.0
"""Seconds that a write waits for the lock of another process."""


_MOST = 64 * 1024 * 1024
"""The most bytes of a row: SQLite's own limit is a gigabyte, and what is read is in memory."""


def open_database(url: str | None = None) -> tuple[Engine, Engine]:
    """An engine for writing and one for reading, on a database with the newest schema.

    Raises `BadDatabase` if it cannot be opened or written, if it is damaged or not Sidepot's, or if
    another version has made it.
    """
    if url is not None and is_address(url):
        return open_server(url)
    path = Path(os.path.realpath(path_of(url)))
    writer, reader = _engine(path, "BEGIN IMMEDIATE"), _engine(path, "BEGIN")
    try:
        if path.exists():
            check(path)
        files.make_private(path)
        _migrate(writer, path)
    except (OSError, SQLAlchemyError) as error:
        writer.dispose()
        raise _refusal(path, error) from error
    except BadDatabase:
        writer.dispose()
        raise
    return writer, reader


def check_there(path: Path) -> None:
    """Raise `BadDatabase` if there is no file of a database yet, which a room would make."""
    if not path.exists():
        raise BadDatabase("room.database_absent", file=str(path))


def check(path: Path) -> None:
    """Raise `BadDatabase` if a file is not a database of Sidepot, or has damaged pages.

    It changes nothing, and reads all pages.
    """
    try:
        connection = connect(path)
    except sqlite3.Error as error:
        raise _refusal(path, error) from error
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if tables and "alembic_version" not in tables:
            why = Message("room.database_no_log")
            raise BadDatabase("room.database_foreign", file=str(path), reason=why)
        if tables:
            _check_version(path, tables, connection)
        elif newest_backup(path):  # an empty room has no backup: somebody cut the file off
            raise _damaged(path, Message("room.database_empty"))
        found = damage(connection)
        if found:
            raise _damaged(path, found)
        if _is_short(path, connection):
            raise _damaged(path, Message("room.database_short"))
    except sqlite3.Error as error:
        raise _refusal(path, error) from error
    finally:
        connection.close()


def _check_version(path: Path, tables: set[str], connection: sqlite3.Connection) -> None:
    """Raise `BadDatabase` for a schema of another version, of somebody else's, or without one."""
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row and not revisions.is_known(row[0]):
        values = {"file": str(path), "version": row[0], "own": schema.REVISION}
        raise BadDatabase("room.database_other", **values)
    if schema.log.name not in tables or not row:
        why = Message("room.database_no_log")
        raise BadDatabase("room.database_foreign", file=str(path), reason=why)


def check_whole(path: Path) -> None:
    """Raise `BadDatabase` if a file is not a database of Sidepot in which something can be."""
    check(path)
    with contextlib.closing(connect(path)) as connection:
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            why = Message("room.database_empty")
            raise BadDatabase("room.database_foreign", file=str(path), reason=why)


def _is_short(path: Path, connection: sqlite3.Connection) -> bool:
    """Does a file end before its last page does? SQLite reads what is missing there as zeros."""
    log = files.beside(path, "-wal")
    if log.exists() and log.stat().st_size:  # the last pages may be in it
        return False
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    return path.stat().st_size < int(pages) * int(size)


def newest_backup(database: Path) -> Path | None:
    """The newest whole backup beside a database (`NAME.backup`, or with more behind it)."""
    found = (file for file in database.parent.glob(f"{escape(database.name)}.backup*"))
    backups = [file for file in found if not file.name.endswith(files.COMPANIONS)]
    backups.sort(key=lambda file: file.stat().st_mtime_ns, reverse=True)
    return next(filter(_is_whole, backups), None)


def _is_whole(path: Path) -> bool:
    try:
        check_whole(path)
    except BadDatabase:
        return False
    return True


def damage(connection: sqlite3.Connection) -> str | None:
    """The first fault in the pages of a database; None if it is sound. Raises `sqlite3.Error`."""
    found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    return None if found == "ok" else " ".join(found.split())


def connect(path: Path, **arguments: Any) -> sqlite3.Connection:
    """A connection to a file that is there; SQLite would make an empty one where none is."""
    uri = f"file:{quote(os.fsencode(path))}?mode=rw"
    connection: sqlite3.Connection = sqlite3.connect(uri, uri=True, **arguments)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST)
    return connection


def shrink(path: Path) -> None:
    """Give back the room of what was deleted. Raises `BadDatabase`; nothing is changed then."""
    try:
        with contextlib.closing(connect(path)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise _refusal(path, error) from error


def _refusal(path: Path, error: Exception) -> BadDatabase:
    """Why a database cannot be opened, and the way out."""
    reason = faults.reason(error)
    if faults.is_damage(error):
        return _damaged(path, reason)
    return BadDatabase("room.database", file=str(path), reason=reason)


def _damaged(path: Path, reason: str | Message) -> BadDatabase:
    """The refusal of a damaged file, with the command that restores its newest backup."""
    backup = newest_backup(path)
    if backup is not None:
        made = time.strftime("%Y-%m-%d %H:%M", time.localtime(backup.stat().st_mtime))
        command = shlex.join(["sidepot", "restore", str(backup), "--database", f"sqlite:///{path}"])
        values = {"file": str(path), "reason": reason, "made": made, "command": command}
        return BadDatabase("room.database_damaged", **values)
    if "not a database" in str(reason):
        return BadDatabase("room.database_foreign", file=str(path), reason=reason)
    command = shlex.join(["sidepot", "restore", "FILE", "--database", f"sqlite:///{path}"])
    values = {"file": str(path), "reason": reason, "command": command}
    return BadDatabase("room.database_damaged_alone", **values)


def path_of(url: str | None) -> Path:
    """The file of a URL, `sqlite:///PATH`. Raises `BadDatabase` if it names no SQLite file."""
    if url is None:
        return paths.data() / _FILE
    found = parsed(url)
    if found.get_backend_name() == "postgresql":
        raise BadDatabase("room.database_no_file", url=shown(found))
    if found.get_backend_name() != "sqlite" or found.database in (None, "", ":memory:"):
        raise BadDatabase("room.database_url", url=shown(found))
    return Path(str(found.database))


def _engine(path: Path, begin: str) -> Engine:
    """An engine that begins its transactions with `begin` and flushes every commit to the disk."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), connect_args={"timeout": BUSY_TIMEOUT}
    )

    @event.listens_for(engine, "do_connect")
    def on_do_connect(_: Any, __: Any, ___: Any, arguments: dict[str, Any]) -> sqlite3.Connection:
        return connect(path, **arguments)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA temp_store=MEMORY")

    @event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _migrate(engine: Engine, path: Path) -> None:
    """Run the missing migrations, all or none. Raises `BadDatabase` if the schema has a gap."""
    with engine.begin() as connection:
        revisions.bring_up(connection)
        if part := revisions.missing_part(connection):
            why = Message("room.database_lacks", {"part": part})
            raise BadDatabase("room.database_foreign", file=str(path), reason=why)
