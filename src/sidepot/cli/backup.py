"""`sidepot backup FILE`: copies the database of a room, whether or not it is running."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.cli.database import declare_database
from sidepot.paths import without_links
from sidepot.words import Message, say


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=say("cli.backup_file"))
    declare_database(parser)


def run(chosen: argparse.Namespace) -> None:
    """Write the backup, and say where it is."""
    from sidepot.room.storage.backup import write_backup
    from sidepot.room.storage.database import path_of
    from sidepot.room.storage.files import beside

    database = without_links(path_of(chosen.database))
    target = without_links(Path(chosen.file)) if chosen.file else beside(database, ".backup")
    write_backup(database, target)
    print(Message("backup.done", {"file": str(target), "bytes": target.stat().st_size}))
