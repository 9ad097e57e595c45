"""The database: opened, brought to the newest schema, or refused with the reason."""

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
"""In the user's data folder."""
PATIENCE = 5.0
"""Seconds that a write waits for another process."""


def open_database(url: str | None = None) -> tuple[Engine, Engine]:
    """The engine that writes and the one that reads. Raises `BadDatabase`."""
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
    """The file that an address means. Raises `BadDatabase` for one that is none of SQLite."""
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
    """The system's own word for what is wrong."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(getattr(error, "orig", error))


def _engine(path: Path, begin: str) -> Engine:
    """Connections that begin their transactions themselves, every commit flushed to the disk."""
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)), connect_args={"timeout": PATIENCE}
    )

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: Any) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")

    @event.listens_for(engine, "begin")
    def begun(connection: sa.Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _migrate(engine: Engine) -> None:
    """Do the steps that are missing, all or none. Raises `BadDatabase` for one that is newer."""
    config = Config()
    config.set_main_option("script_location", "sidepot.room.storage:migrations")
    config.set_main_option("path_separator", "os")
    steps = ScriptDirectory.from_config(config)
    known = {step.revision for step in steps.walk_revisions()}
    with engine.begin() as connection:
        found = MigrationContext.configure(connection).get_current_revision()
        if found is not None and found not in known:
            raise BadDatabase("room.database_newer", file=str(engine.url.database), version=found)
        if found != steps.get_current_head():
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
