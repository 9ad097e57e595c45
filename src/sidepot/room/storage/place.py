"""The place of a database: a file beside the room, or a server elsewhere."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import PoolProxiedConnection

from sidepot import paths
from sidepot.room.storage import schema
from sidepot.room.storage.database import connect, damage
from sidepot.room.storage.faults import fault
from sidepot.room.storage.files import OpenFiles, beside


class Place(Protocol):
    """The facts of a database, beside SQL, that the room needs."""

    @property
    def archive(self) -> Path:
        """The folder for the files of tables that are over."""

    def check(self) -> None:
        """Raise `CannotWrite` if the file was replaced: writes to it would be lost."""

    def transaction(self, connection: PoolProxiedConnection) -> Any:
        """A context that begins a transaction and has its cursor; the caller commits it."""

    def free_bytes(self) -> int:
        """Bytes that are free for the database; many where that cannot be known."""

    def damage(self) -> str | None:
        """The first fault in the stored data; None if it is sound. Raises `CannotWrite`."""

    def is_flushed(self) -> bool:
        """Is every commit on the disk before it is answered?"""


def place_of(writer: Engine, reader: Engine) -> Place:
    """The place of the database of two engines."""
    if writer.dialect.name == "postgresql":
        return _Server(writer, reader)
    return _File(writer, Path(str(writer.url.database)))


class _File:
    """A file of SQLite."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self._engine = engine
        self._path = path
        self._files = OpenFiles(path)

    @property
    def archive(self) -> Path:
        """A folder beside it."""
        return beside(self._path, ".archive")

    def check(self) -> None:
        """Raise `CannotWrite` if the file was deleted or replaced."""
        self._files.check()

    @contextlib.contextmanager
    def transaction(self, connection: PoolProxiedConnection) -> Iterator[Any]:
        """With the lock at once: else two that read first would wait for each other."""
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        yield cursor

    def free_bytes(self) -> int:
        """Bytes that are free on its disk."""
        try:
            return shutil.disk_usage(self._path.parent).free
        except OSError:
            return sys.maxsize

    def damage(self) -> str | None:
        """Check over a new connection: those in use may have cached good copies of bad pages."""
        try:
            with contextlib.closing(connect(self._path)) as connection:
                return damage(connection)
        except sqlite3.Error as error:
            raise fault(error) from error

    def is_flushed(self) -> bool:
        """SQLite flushes every commit if `synchronous` is 2."""
        with self._engine.connect() as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one()) == 2


class _Server:
    """A database of PostgreSQL. Only its host knows the free space."""

    def __init__(self, writer: Engine, reader: Engine) -> None:
        self._writer = writer
        self._reader = reader

    @property
    def archive(self) -> Path:
        """A folder of its name among the user's data."""
        return paths.data() / f"{self._writer.url.database}.archive"

    def check(self) -> None:
        """A connection always leads to the database that answers."""

    @contextlib.contextmanager
    def transaction(self, connection: PoolProxiedConnection) -> Iterator[Any]:
        """All statements are sent together, and answered together."""
        with connection.driver_connection.pipeline():  # type: ignore[union-attr]
            yield connection.cursor()

    def free_bytes(self) -> int:
        """Many: a full disk is noticed when it is full."""
        return sys.maxsize

    def damage(self) -> str | None:
        """PostgreSQL checks a page when it is read; so all rows are."""
        try:
            with self._reader.connect() as connection:
                for table in schema.metadata.tables.values():
                    everything = f"SELECT count(t.*::text) FROM {table.name} AS t"
                    connection.exec_driver_sql(everything).all()
        except SQLAlchemyError as error:
            raise fault(error) from error
        return None

    def is_flushed(self) -> bool:
        """Whether a commit waits for the disk, by the server's settings."""
        with self._writer.connect() as connection:
            found = connection.exec_driver_sql(
                "SELECT current_setting('synchronous_commit'), current_setting('fsync')"
            ).one()
        return bool(found[0] != "off" and found[1] == "on")
