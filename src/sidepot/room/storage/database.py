"""Opens the database, a file or a server's, and migrates it to the newest schema."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from sidepot import paths
from sidepot.errors import BadDatabase
from sidepot.room.storage import faults, files, migrating, schema
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
    a newer version has made it.
    """
    if url is not None and is_address(url):
        return open_server(url)
    path = Path(os.path.realpath(path_of(url)))
    writer, reader = _engine(path, "BEGIN IMMEDIATE"), _engine(path, "BEGIN")
    try:
        if path.exists():
            check(path)
        files.make_private(path)
        _migrate(writer)
    except (OSError, SQLAlchemyError) as error:
        writer.dispose()
        raise _refusal(path, error) from error
    except BadDatabase:
        writer.dispose()
        raise
    return writer, reader


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
        found = damage(connection)
        if found:
            raise BadDatabase("room.database_damaged", file=str(path), reason=found)
    except sqlite3.Error as error:
        raise _refusal(path, error) from error
    finally:
        connection.close()


def _check_version(path: Path, tables: set[str], connection: sqlite3.Connection) -> None:
    """Raise `BadDatabase` for a schema of a newer version, or of somebody else's."""
    if revision_of(path, connection) and schema.log.name not in tables:
        why = Message("room.database_no_log")
        raise BadDatabase("room.database_foreign", file=str(path), reason=why)


def revision_of(path: Path, connection: sqlite3.Connection) -> str | None:
    """The revision of a database's schema, None if it has none.

    Raises `BadDatabase` for that of a newer version, and `sqlite3.Error`.
    """
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row and not migrating.is_known(row[0]):
        raise BadDatabase("room.database_newer", file=str(path), version=row[0])
    return str(row[0]) if row else None


def check_whole(path: Path) -> None:
    """Raise `BadDatabase` if a file is not a database of Sidepot in which something can be."""
    check(path)
    with contextlib.closing(connect(path)) as connection:
        if not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            why = Message("room.database_empty")
            raise BadDatabase("room.database_foreign", file=str(path), reason=why)


def make_empty(path: Path, revision: str | None) -> None:
    """Make a database without rows, with the schema of a revision (None: the newest)."""
    path.touch(files.OWN_FILE, exist_ok=False)
    engine = _engine(path, "BEGIN IMMEDIATE")
    try:
        _migrate(engine, revision or "head")
    finally:
        engine.dispose()


def damage(connection: sqlite3.Connection) -> str | None:
    """What is wrong with the pages of a database, None if nothing is. Raises `sqlite3.Error`."""
    found = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
    return None if found == "ok" else " ".join(found.split())


def connect(path: Path, **arguments: Any) -> sqlite3.Connection:
    """A connection to a file that is there; SQLite would make an empty one where none is."""
    uri = f"file:{quote(str(path))}?mode=rw"
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
    key = "room.database"
    if faults.is_damage(error):
        is_empty_of_ours = "not a database" in faults.reason(error)
        key = "room.database_foreign" if is_empty_of_ours else "room.database_damaged"
    return BadDatabase(key, file=str(path), reason=faults.reason(error))


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


def _migrate(engine: Engine, to: str = "head") -> None:
    """Run the missing migrations up to a revision, all or none."""
    with engine.begin() as connection:
        migrating.migrate(connection, to)
