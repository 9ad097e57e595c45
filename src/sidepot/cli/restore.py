"""`sidepot restore FILE`: replaces a database that no room has open by a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from sidepot.cli.database import declare_database
from sidepot.paths import without_links
from sidepot.words import Message, say


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=say("cli.restore_file"))
    declare_database(parser)


def run(chosen: argparse.Namespace) -> None:
    """Restore, and say where the old database is. Raises `DatabaseInUse` beside an open room."""
    from sidepot.room.storage.database import path_of
    from sidepot.room.storage.owner import Owner
    from sidepot.room.storage.restore import restore

    database = without_links(path_of(chosen.database))
    owner = Owner(database)
    try:
        done = restore(database, without_links(Path(chosen.file)) if chosen.file else None)
    finally:
        owner.release()
    if done.kept:
        print(Message("restore.kept", {"file": str(done.kept)}))
    print(Message("restore.done", {"file": str(done.backup)}))
