"""Opens the database and migrates it to the newest schema."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import event
from sqlalchemy.engine import Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sidepot import paths
from sidepot.errors import BadDatabase

_FILE = "room.sqlite3"
"""The default database, in the user's data folder."""
BUSY_TIMEOUT = 5.0
"""Seconds that a write waits for the lock of another process."""


def open_database(url: str | None = None) -> tuple[Engine, Engine]:
    """An engine for writing and one for reading, on a database with the newest schema.

    Raises `BadDatabase` if it cannot be opened or written, or if a newer version has made it.
    """
    path = path_of(url)
    writer, reader = _engine(path, "BEGIN IMMEDIATE"), _engine(path, "BEGIN")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _migrate(writer)
    except (OSError, SQLAlchemyError) as error:
        writer.dispose()
        raise BadDatabase("room.database", file=str(path), reason=_reason(error)) from error
    except BadDatabase:
        writer.dispose()
        raise
    return writer, reader


def path_of(url: str | None) -> Path:
    """The file of a URL, `sqlite:///PATH`. Raises `BadDatabase` if it names no SQLite file."""
    if url is None:
        return paths.data() / _FILE
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadDatabase("room.database_url", url=url) from error
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise BadDatabase("room.database_url", url=parsed.render_as_string())
    return Path(str(parsed.database))


def _reason(error: Exception) -> str:
    """The system's or the database's own message."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(getattr(error, "orig", error))


def _engine(path: Path, begin: str) -> Engine:
    """An engine that begins its transactions with `begin` and flushes every commit to the disk."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), connect_args={"timeout": BUSY_TIMEOUT}
    )

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def on_begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _migrate(engine: Engine) -> None:
    """Run the missing migrations, all or none.

    Raises `BadDatabase` if the schema is one that this version does not know.
    """
    config = Config()
    config.set_main_option("script_location", "sidepot.room.storage:migrations")
    config.set_main_option("path_separator", "os")
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    with engine.begin() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision is not None and revision not in known:
            file = str(engine.url.database)
            raise BadDatabase("room.database_newer", file=file, version=revision)
        if revision != scripts.get_current_head():
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
