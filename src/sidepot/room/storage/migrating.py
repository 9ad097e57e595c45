"""Brings a schema to the newest version, on an open connection."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the missing migrations up to a revision, in the transaction of the connection."""
    config = _config()
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision != ScriptDirectory.from_config(config).get_current_head():
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def unknown_revision(connection: Connection) -> str | None:
    """The revision of a schema that a newer version has made; None for one of ours, or none."""
    revision = MigrationContext.configure(connection).get_current_revision()
    return revision if revision and not is_known(revision) else None


def is_known(revision: str) -> bool:
    """Is it the name of one of our schemas?"""
    scripts = ScriptDirectory.from_config(_config())
    return revision in {script.revision for script in scripts.walk_revisions()}


def _config() -> Config:
    """Where the migrations are."""
    config = Config()
    config.set_main_option("script_location", "sidepot.room.storage:migrations")
    config.set_main_option("path_separator", "os")
    return config
