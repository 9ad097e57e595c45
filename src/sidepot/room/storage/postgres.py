"""Opens a database of PostgreSQL and migrates it to the newest schema."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sidepot import __version__
from sidepot.errors import BadDatabase, MissingExtra
from sidepot.room.storage import faults, revisions, schema
from sidepot.room.storage.tenure import check_mixture
from sidepot.words import Message

_DRIVER = "postgresql+psycopg"
_READERS = 5
"""Connections for reading; with the one that writes, and two of the place, eight a process."""
_PATIENCE = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 8_000,
    "application_name": "sidepot",
}
"""Seconds after which a silent server counts as gone."""
_SETTINGS = (
    "SET lock_timeout = '300ms'",
    "SET idle_in_transaction_session_timeout = '1s'",
    "SET client_encoding = 'UTF8'",
)
"""Nobody waits long for a row that another process holds, and a process that stands still in the
middle of a commit loses it."""
_MIGRATING = 0x51DE_907A
"""The lock of a migration: two processes that start together run it once."""


def is_address(url: str | None) -> bool:
    """Does a URL name a database of PostgreSQL? Raises `BadDatabase` if it names nothing."""
    return url is not None and parsed(url).get_backend_name() == "postgresql"


def parsed(url: str) -> URL:
    """A URL of a database. Raises `BadDatabase`, which shows nothing that may be a password."""
    try:
        found = make_url(url)
    except (ArgumentError, ValueError):
        raise BadDatabase("room.database_url", url=_without_secrets(url)) from None
    if "@" in (found.host or ""):  # it belongs to the password, and is to be written %40
        raise BadDatabase("room.database_url", url=_without_secrets(url))
    return found


def _without_secrets(url: str) -> str:
    """A text that is no URL, as far as it cannot hold a password."""
    return re.sub(r":.*@", "://***@", url).partition("?")[0]


def shown(url: URL) -> str:
    """A URL for people: without its password, and without its query, which may have one."""
    return url.set(query={}).render_as_string(hide_password=True)


def open_server(url: str) -> tuple[Engine, Engine]:
    """An engine for writing and one for reading, on a database with the newest schema.

    Raises `BadDatabase` if the server does not let us in, if the database is not Sidepot's, cannot
    be written, or is of another version; and `MissingExtra` without the driver.
    """
    address = parsed(url)
    if not address.database or address.drivername not in ("postgresql", _DRIVER):
        raise BadDatabase("room.database_url", url=shown(address))
    writer, reader = _engine(address, 1), _engine(address, _READERS)
    reader = reader.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    try:
        with writer.begin() as connection:
            for setting in ("lock_timeout", "idle_in_transaction_session_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {setting} = '60s'")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATING})")
            _check(connection, _name_of(writer))
            check_mixture(connection, _name_of(writer), __version__)
            revisions.bring_up(connection)
            _check_complete(connection, _name_of(writer))
    except (SQLAlchemyError, BadDatabase) as error:
        writer.dispose()
        reader.dispose()
        if isinstance(error, BadDatabase):
            raise
        raise BadDatabase(
            "room.database_server", address=_name_of(writer), reason=faults.reason(error)
        ) from error
    return writer, reader


def revision_of(url: str) -> str | None:
    """The revision of a server's schema, None for an empty database. Changes nothing.

    Raises `BadDatabase`, `MissingExtra`.
    """
    engine = _engine(parsed(url), 1)
    try:
        with engine.begin() as connection:
            _check(connection, _name_of(engine))
            return revisions.revision_of(connection)
    except SQLAlchemyError as error:
        raise BadDatabase(
            "room.database_server", address=_name_of(engine), reason=faults.reason(error)
        ) from error
    finally:
        engine.dispose()


def tenure_engine(url: str) -> Engine:
    """An engine for this process's place among others: one connection to live, one to claim."""
    return _engine(parsed(url), 2)


def _name_of(engine: Engine) -> str:
    """The address of a database without its password, for people."""
    return shown(engine.url.set(drivername="postgresql"))


def _engine(address: URL, connections: int) -> Engine:
    try:
        engine = sa.create_engine(
            address.set(drivername=_DRIVER),
            connect_args=dict(_PATIENCE),
            pool_size=connections,
            max_overflow=0,
        )
    except ModuleNotFoundError as error:
        raise MissingExtra("error.extra", extra="postgres", module=error.name) from error

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        for setting in _SETTINGS:
            connection.execute(setting)
        connection.commit()

    return engine


def _check(connection: Connection, address: str) -> None:
    """Raise `BadDatabase` for a database that is not ours, or in which nothing can be stored."""

    def setting(name: str) -> str:
        return str(connection.exec_driver_sql(f"SELECT current_setting('{name}')").scalar_one())

    if setting("transaction_read_only") == "on":
        why = Message("room.database_read_only")
        raise BadDatabase("room.database_server", address=address, reason=why)
    if setting("server_encoding") != "UTF8":
        why = Message("room.database_encoding", {"found": setting("server_encoding")})
        raise BadDatabase("room.database_server", address=address, reason=why)
    tables = set(sa.inspect(connection).get_table_names())
    is_ours = "alembic_version" in tables and schema.log.name in tables
    if tables and not is_ours:
        why = Message("room.database_no_log")
        raise BadDatabase("room.database_foreign", file=address, reason=why)
    found = revisions.revision_of(connection)
    if found and not revisions.is_known(found):
        values = {"file": address, "version": found, "own": schema.REVISION}
        raise BadDatabase("room.database_other", **values)


def _check_complete(connection: Connection, address: str) -> None:
    """Raise `BadDatabase` for a database that lacks a part of its schema."""
    if part := revisions.missing_part(connection):
        why = Message("room.database_lacks", {"part": part})
        raise BadDatabase("room.database_foreign", file=address, reason=why)
