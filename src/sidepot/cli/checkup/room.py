"""The needs of a room: its page, a port, and its database."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Mapping
from pathlib import Path

from sidepot.cli.checkup.finding import Finding
from sidepot.errors import BadAddress, DatabaseInUse, SidepotError
from sidepot.words import Message


def page() -> Finding:
    """Was the page for browsers built?"""
    from sidepot.room.web import FOLDER

    facts = {"folder": str(FOLDER), "built": (FOLDER / "index.html").exists()}
    if facts["built"]:
        return Finding("page", "ok", Message("doctor.page"), facts=facts)
    said, help = Message("doctor.page_missing"), Message("doctor.page_help")
    return Finding("page", "wrong", said, help, facts)


def port(number: int) -> Finding:
    """Is a port of this machine free?"""
    from sidepot.room.web import addresses

    facts: dict[str, object] = {"port": number, "free": True}
    try:
        addresses.bind(addresses.LOCAL, number).close()
    except BadAddress as error:
        help = Message("doctor.port_help")
        return Finding("port", "note", error.message, help, {**facts, "free": False})
    return Finding("port", "ok", Message("doctor.port", facts), facts=facts)


def database(url: str | None) -> Finding:
    """Can a room's database be reached, and which schema has it?"""
    from sidepot.room.storage.postgres import is_address

    try:
        return _server(str(url)) if is_address(url) else _file(url)
    except SidepotError as error:  # its sentence says the way out
        facts = {"reachable": False}
        return Finding("database", "wrong", error.message, Message("doctor.database_help"), facts)


def _server(url: str) -> Finding:
    from sidepot.room.storage import postgres

    place = postgres.shown(postgres.parsed(url))
    return _told({"place": place, "schema": postgres.revision_of(url)})


def _file(url: str | None) -> Finding:
    """A file's finding. Raises `BadDatabase`."""
    from sidepot.room.storage.database import check, connect, path_of
    from sidepot.room.storage.owner import check_free

    path = Path(os.path.realpath(path_of(url)))
    facts: dict[str, object] = {"place": str(path), "schema": None, "room": None}
    if not path.exists():
        return _told(facts)
    try:
        check_free(path)
    except DatabaseInUse as error:
        facts["room"] = error.address
    check(path)
    with contextlib.closing(connect(path)) as connection, contextlib.suppress(sqlite3.Error):
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        facts["schema"] = row and str(row[0])
    return _told({**facts, "bytes": path.stat().st_size})


def _told(found: Mapping[str, object]) -> Finding:
    """The finding of a database that can be reached."""
    from sidepot.room.storage.schema import REVISION

    facts = {**found, "reachable": True, "newest": REVISION}
    said = Message("doctor.database", facts)
    if facts["schema"] is None:
        said = Message("doctor.database_new", facts)
    elif facts.get("room") is not None:
        said = Message("doctor.database_open", facts)
    elif facts["schema"] != facts["newest"]:
        said = Message("doctor.database_older", facts)
    return Finding("database", "ok", said, facts=facts)
