"""The revision of a schema: each migration makes another one, and the newest is the program's own.

Alembic, which takes long to import, is needed only where a revision is not the newest.
"""

from __future__ import annotations

from sqlalchemy import inspect
from sqlalchemy.engine import Connection

from sidepot.room.storage import schema

_TABLE = "alembic_version"
"""The table in which Alembic keeps the revision of a database."""


def bring_up(connection: Connection) -> None:
    """Bring a schema to the newest revision, in the transaction of the connection."""
    if revision_of(connection) != schema.REVISION:
        from sidepot.room.storage.migrating import migrate

        migrate(connection)


def revision_of(connection: Connection) -> str | None:
    """The revision of the schema of a database; None if it has none."""
    if not inspect(connection).has_table(_TABLE):
        return None
    return connection.exec_driver_sql(f"SELECT version_num FROM {_TABLE}").scalar()


def is_known(revision: str) -> bool:
    """Is it the name of one of our schemas?"""
    if revision == schema.REVISION:
        return True
    from sidepot.room.storage.migrating import revisions

    return revision in revisions()


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
