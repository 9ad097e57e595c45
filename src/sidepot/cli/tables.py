"""`sidepot replay --table FILE`: histories as tables for analysts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from sidepot.cli.extras import require_extra
from sidepot.cli.progress import Line
from sidepot.cli.reading import count, read_histories
from sidepot.cli.refusals import print_refused
from sidepot.cli.saving import check_place
from sidepot.errors import BadCommand, BadHistory
from sidepot.words import Message, say

_ROWS = ("hands", "seats", "decisions")
"""The tables (`history.tables.columns.TABLES`)."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the flags of `sidepot replay --table` to a parser."""
    declare_table(parser, say("cli.replay_table"))
    parser.add_argument("--threads", type=count, metavar="T", help=say("cli.replay_threads"))


def declare_table(parser: argparse.ArgumentParser, help: str) -> None:
    """Add `--table`, with its help, and `--rows`."""
    parser.add_argument("--table", type=Path, metavar="FILE", help=help)
    parser.add_argument("--rows", nargs="+", choices=_ROWS, help=say("cli.replay_rows"))


def chosen_rows(chosen: argparse.Namespace) -> tuple[str, ...]:
    """The tables that are to be written."""
    return tuple(dict.fromkeys(chosen.rows or _ROWS[:1]))


def check_flags(chosen: argparse.Namespace) -> None:
    """Raise `BadCommand` for flags that do not go together."""
    check_needed(chosen, "table", "rows", "threads")
    for flag in ("json", "step"):
        if getattr(chosen, flag) and chosen.table:
            raise BadCommand("cli.replay_table_only", flag=f"--{flag}")


def check_needed(chosen: argparse.Namespace, wanted: str, *flags: str) -> None:
    """Raise `BadCommand` for a flag that says nothing without another one."""
    for flag in flags:
        if getattr(chosen, flag) is not None and not getattr(chosen, wanted):
            values = {"flag": f"--{flag}", "wanted": f"--{wanted}"}
            raise BadCommand("cli.flag_alone", **values)


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
    from sidepot.terminal.screen import Screen

    check_table(chosen.table)
    rows = chosen_rows(chosen)
    threads = chosen.threads or 1
    what = Export(read_histories(chosen.files), chosen.table, rows, threads, chosen.game_files)

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
    if done.good or not done.refused:
        screen.say(Message("replay.table", {"good": done.good, "files": files}))
    if done.refused:
        raise BadHistory("error.history_refused", refused=done.refused, good=done.good)
