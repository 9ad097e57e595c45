"""`sidepot replay --table FILE`: histories as tables for analysts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sidepot.cli.extras import require_extra
from sidepot.cli.progress import Line
from sidepot.cli.reading import count
from sidepot.cli.refusals import print_refused
from sidepot.cli.saving import check_place
from sidepot.errors import BadCommand, BadHistory
from sidepot.words import Message, say

ROWS = ("hands", "seats", "decisions")
"""The tables (`history.tables.columns.TABLES`)."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the flags of tables to a parser."""
    parser.add_argument("--table", type=Path, metavar="FILE", help=say("cli.replay_table"))
    parser.add_argument("--rows", nargs="+", choices=ROWS, help=say("cli.replay_rows"))
    parser.add_argument("--threads", type=count, metavar="T", help=say("cli.replay_threads"))


def check_flags(chosen: argparse.Namespace) -> None:
    """Raise `BadCommand` for flags that do not go together."""
    for flag in ("rows", "threads"):
        if getattr(chosen, flag) is not None and not chosen.table:
            raise BadCommand("cli.replay_table_alone", flag=f"--{flag}")
    for flag in ("json", "step"):
        if getattr(chosen, flag) and chosen.table:
            raise BadCommand("cli.replay_table_only", flag=f"--{flag}")


def check_table(table: Path) -> None:
    """Check before the work that a table can be written.

    Raises `NotSaved`, `BadTable`, `MissingExtra`.
    """
    from sidepot.history.tables.files import check_ending

    check_place(table)
    with require_extra("tables"):
        check_ending(table)


def run(chosen: argparse.Namespace) -> None:
    """Write the tables of all files. Raises `BadHistory` at the end if any hand was refused."""
    from sidepot.history.tables.export import Export, Refused, export
    from sidepot.history.tables.files import names
    from sidepot.history.tables.frame import listed
    from sidepot.terminal.screen import Screen

    check_table(chosen.table)
    rows = tuple(dict.fromkeys(chosen.rows or ROWS[:1]))
    threads = chosen.threads or 1
    what = Export(listed(chosen.files), chosen.table, rows, threads, chosen.game_files)

    def refuse(refused: Refused) -> None:
        print_refused(*refused, chosen.out)

    with Line() as line:
        try:
            done = export(
                what,
                refuse=refuse,
                progress=lambda n: line.show(say("replay.progress", done=f"{n:,}")),
            )
        except KeyboardInterrupt:
            print(f"\nsidepot: {Message('replay.stopped')}", file=sys.stderr, flush=True)
            raise
    screen = Screen()
    if done.resumed:
        screen.say(Message("replay.resumed", {"n": done.resumed}))
    files = [str(file) for file in names(chosen.table, rows).values()]
    screen.say(Message("replay.table", {"good": done.good, "files": files}))
    if done.refused:
        raise BadHistory("error.history_refused", refused=done.refused, good=done.good)
