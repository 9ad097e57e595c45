"""`sidepot tidy`: archives the old tables of a room that is not open, and shrinks its database."""

from __future__ import annotations

import argparse

from sidepot.cli.database import declare_database
from sidepot.cli.progress import Line
from sidepot.cli.reading import days
from sidepot.paths import without_links
from sidepot.words import Message, say

_DAYS = 30


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument(
        "--keep", type=days, default=_DAYS, metavar="DAYS", help=say("cli.tidy_keep", n=_DAYS)
    )
    declare_database(parser)


def run(chosen: argparse.Namespace) -> None:
    """Archive, shrink, and say what was done.

    Raises `DatabaseInUse` beside an open room, and `BadDatabase`.
    """
    from sidepot.room.storage.postgres import is_address

    told = _on_server(chosen) if is_address(chosen.database) else _in_file(chosen)
    print(*told, sep="\n")


def _on_server(chosen: argparse.Namespace) -> list[Message]:
    """Archive on a server, which gives back the room of what was deleted by itself."""
    with Line() as line:
        return _tidied(chosen, line)


def _in_file(chosen: argparse.Namespace) -> list[Message]:
    """Archive in a file that nobody else has, and shrink it."""
    from sidepot.room.storage.database import check_there, path_of, shrink
    from sidepot.room.storage.owner import Owner

    database = without_links(path_of(chosen.database))
    check_there(database)
    owner = Owner(database)
    before = database.stat().st_size
    try:
        with Line() as line:
            told = _tidied(chosen, line)
            line.show(say("tidy.shrinking"))
            shrink(database)
    finally:
        owner.release()
    told.append(Message("tidy.size", {"before": before, "after": database.stat().st_size}))
    return told


def _tidied(chosen: argparse.Namespace, line: Line) -> list[Message]:
    import asyncio

    return asyncio.run(_tidy(chosen, line))


async def _tidy(chosen: argparse.Namespace, line: Line) -> list[Message]:
    from sidepot.room.service import Room

    room = Room.open(chosen.database)
    try:
        await room.write_histories()
        done = await room.tidy(
            chosen.keep, lambda n, of: line.show(say("tidy.progress", n=n, of=of))
        )
    finally:
        await room.close()
    values = {"tables": done.tables, "hands": done.hands, "guests": done.guests}
    told = [Message("tidy.done", {**values, "folder": str(room.archive)})]
    return told + [Message("tidy.failed", {"table": table}) for table in done.failed]
