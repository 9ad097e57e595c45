"""Brings a schema to the newest version, on an open connection."""

from __future__ import annotations

import functools

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the missing migrations up to a revision, in the transaction of the connection."""
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision != _scripts().get_current_head():
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def unknown_revision(connection: Connection) -> str | None:
    """The revision of a schema that a newer version has made; None for one of ours, or none."""
    revision = MigrationContext.configure(connection).get_current_revision()
    return revision if revision and not is_known(revision) else None


def is_known(revision: str) -> bool:
    """Is it the name of one of our schemas?"""
    return revision in {script.revision for script in _scripts().walk_revisions()}


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
