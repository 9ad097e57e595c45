"""The database of the room's tests: a file of SQLite, or a database of PostgreSQL.

`pytest tests/room --database postgresql` runs them all on PostgreSQL; without it those of the
modules in `ON_BOTH` run on both. Tests that are about the file itself have the mark `of_files`.
"""

import contextlib
import functools
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from sidepot.room.storage import database, files
from tests.room import postgres

SQLITE, POSTGRESQL = "sqlite", "postgresql"
ON_BOTH = (
    "test_commits",
    "test_ids",
    "test_tidy",
    "test_archive",
    "test_snapshots",
    "test_sessions",
    "test_people",
    "test_seasons",
)
"""Modules whose tests look at what is stored; `make soak` runs all on PostgreSQL."""

_TOLD = "SIDEPOT_TEST_DATABASE"
kind = SQLITE
"""What the test that runs now uses."""
_names: dict[Path, str] = {}
"""The databases of the test that runs now, by the file that would be theirs."""


@functools.cache
def server() -> postgres.Server:
    """The server of this process, started for the first test that asks."""
    return postgres.Server()


@functools.cache
def _made() -> bytes:
    """The file of a database that was migrated and has no rows: migrating takes long."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "made.sqlite3"
        for engine in database.open_database(f"sqlite:///{path}"):
            engine.dispose()
        return path.read_bytes()


def url_of(path: Path) -> str:
    """The address of the database in a file, or of that which stands for it; made if need be."""
    if kind == SQLITE:
        if path.parent.is_dir() and not path.exists():
            files.make_private(path)
            path.write_bytes(_made())
        return f"sqlite:///{path}"
    if path not in _names:
        _names[path] = server().made()
    return server().url(_names[path])


def own_url(folder: Path) -> str:
    """The address for a child process, which the test passed in its environment."""
    return os.environ.get(_TOLD) or url_of(folder / "room.sqlite3")


def told(folder: Path) -> dict[str, str]:
    """The environment of such a process."""
    return {_TOLD: url_of(folder / "room.sqlite3")}


def drop_all() -> None:
    """Drop the databases of a test that is over."""
    for name in _names.values():
        server().drop(name)
    _names.clear()


def query(path: Path, statement: str) -> list[tuple[Any, ...]]:
    """The stored rows in the database of a file, on a connection of its own."""
    if kind == SQLITE:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            return list(connection.execute(statement))
    name = url_of(path).rpartition("/")[2]
    with server().connect(name) as there:
        return [tuple(row) for row in there.execute(statement)]


def execute(path: Path, statement: str) -> None:
    """Execute a statement on a connection of its own."""
    if kind == SQLITE:
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(statement)
    else:
        server().do(statement, url_of(path).rpartition("/")[2])


def tables(path: Path) -> list[str]:
    """The names of all tables of a database but those of its own housekeeping."""
    statement = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if kind == POSTGRESQL:
        statement = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    return [name for (name,) in query(path, statement) if "sqlite" not in name]


def everything(path: Path) -> str:
    """All that is stored, as text."""
    rows = [query(path, f"SELECT * FROM {name}") for name in tables(path)]
    return "\n".join(_text(value) for table in rows for row in table for value in row)


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
