"""The database of a room on the command line: its flag, its owner, and how it is recovered."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.progress import Line
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.room.storage.recovery import Recovery
    from sidepot.terminal.screen import Screen


def declare_database(parser: argparse.ArgumentParser) -> None:
    """Add the flag that names the database of a room."""
    parser.add_argument("--database", metavar="URL", help=say("cli.serve_database"))


def days(text: str) -> int:
    """A number of days of at least one, for argparse. Raises `ValueError`."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def recover_database(url: str | None, backup: str, screen: Screen) -> None:
    """Recover a database, and print exactly what was lost. Raises `BadDatabase`."""
    from sidepot.room.storage.database import path_of
    from sidepot.room.storage.owner import Owner
    from sidepot.room.storage.recovery import recover

    database = Path(path_of(url)).resolve()
    owner = Owner(database)
    try:
        with Line() as line:

            def show(table: str, rows: int) -> None:
                line.show(say("recover.progress", table=table, n=rows))

            done = recover(database, Path(backup) if backup else None, show)
    finally:
        owner.release()
    for message in _told(done):
        screen.say(message)


def _told(done: Recovery) -> list[Message]:
    """What became of the database, in sentences."""
    told = []
    if done.kept:
        told.append(Message("recover.kept", {"file": str(done.kept)}))
    if done.backup:
        return [*told, Message("recover.backup", {"file": str(done.backup)})]
    for row in done.rows:
        if row.lost or row.is_guess:
            values = {"table": row.table, "read": row.read, "lost": row.lost}
            told.append(
                Message("recover.guess", values)
                if row.is_guess
                else Message("recover.rows", values)
            )
    for table in done.tables:
        values = {"name": table.name, "id": table.table, "n": table.version, "lost": table.lost}
        is_gone = not table.version
        told.append(Message("recover.gone", values) if is_gone else Message("recover.back", values))
    is_whole = not done.tables and not any(row.lost or row.is_guess for row in done.rows)
    return [*told, Message("recover.whole")] if is_whole else told
