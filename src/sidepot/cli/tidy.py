"""`sidepot tidy`: archives the old tables of a room that is not open, and shrinks its database."""

from __future__ import annotations

import argparse
import asyncio

from sidepot.cli.database import days, declare_database
from sidepot.cli.extras import require_extra
from sidepot.cli.progress import Line
from sidepot.words import Message, say

_DAYS = 30


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument(
        "--keep", type=days, default=_DAYS, metavar="DAYS", help=say("cli.tidy_keep", n=_DAYS)
    )
    declare_database(parser)


def run(chosen: argparse.Namespace) -> None:
    """Archive, shrink, and say what was done. Raises `DatabaseInUse` beside an open room."""
    with require_extra("room"):
        from sidepot.room.service import Room
        from sidepot.room.storage.database import path_of, shrink
        from sidepot.room.storage.files import beside
        from sidepot.room.storage.owner import Owner

    database = path_of(chosen.database).resolve()
    owner = Owner(database)
    before = database.stat().st_size if database.exists() else 0
    try:
        with Line() as line:

            async def tidy() -> list[Message]:
                room = Room.open(chosen.database)
                try:
                    await room.write_histories()
                    done = await room.tidy(
                        chosen.keep, lambda n, of: line.show(say("tidy.progress", n=n, of=of))
                    )
                finally:
                    await room.close()
                values = {"tables": done.tables, "hands": done.hands, "guests": done.guests}
                told = [
                    Message("tidy.done", {**values, "folder": str(beside(database, ".archive"))})
                ]
                told += [Message("tidy.failed", {"table": table}) for table in done.failed]
                return told

            told = asyncio.run(tidy())
            line.show(say("tidy.shrinking"))
            shrink(database)
    finally:
        owner.release()
    told.append(Message("tidy.size", {"before": before, "after": database.stat().st_size}))
    print(*told, sep="\n")
