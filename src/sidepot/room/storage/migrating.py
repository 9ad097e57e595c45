"""Brings a schema to the newest version, on an open connection."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection


def migrate(connection: Connection) -> None:
    """Run the missing migrations, in the transaction of the connection."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def revisions() -> set[str]:
    """The names of our schemas, the newest and those before it."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


def _config() -> Config:
    """Alembic's settings: the folder of the migrations."""
    config = Config()
    config.set_main_option("script_location", "sidepot.room.storage:migrations")
    config.set_main_option("path_separator", "os")
    return config
