"""Brings a schema to the newest version, on an open connection."""

from __future__ import annotations

import functools

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect
from sqlalchemy.engine import Connection

from sidepot.room.storage import schema


def migrate(connection: Connection) -> None:
    """Run the missing migrations, in the transaction of the connection."""
    revision = revision_of(connection)
    if revision != _scripts().get_current_head():
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema of a database; None if it has none."""
    return MigrationContext.configure(connection).get_current_revision()


def unknown_revision(connection: Connection) -> str | None:
    """The revision of a schema that another version has made; None for one of ours, or none."""
    revision = revision_of(connection)
    return revision if revision and not is_known(revision) else None


def is_known(revision: str) -> bool:
    """Is it the name of one of our schemas?"""
    return revision in {script.revision for script in _scripts().walk_revisions()}


def newest_revision() -> str:
    """The revision of the newest schema."""
    return str(_scripts().get_current_head())


def missing_part(connection: Connection) -> str | None:
    """The first table or column of the newest schema that a database lacks; None for none."""
    found = inspect(connection)
    names = set(found.get_table_names())
    for table in schema.metadata.sorted_tables:
        if table.name not in names:
            return table.name
        columns = {column["name"] for column in found.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                return f"{table.name}.{column.name}"
    return None


@functools.cache
def _scripts() -> ScriptDirectory:
    """The migrations, each of which is a file that is read once."""
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    """Alembic's settings: the folder of the migrations."""
    config = Config()
    config.set_main_option("script_location", "sidepot.room.storage:migrations")
    config.set_main_option("path_separator", "os")
    return config
