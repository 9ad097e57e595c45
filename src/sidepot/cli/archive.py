"""Flags of `simulate` and `match` for the hands themselves: histories and tables."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from sidepot.cli import tables
from sidepot.cli.progress import Line
from sidepot.cli.reading import count
from sidepot.cli.saving import check_place
from sidepot.errors import BadCommand
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.engine.game import Hand
    from sidepot.history.tables.export import Tables


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the flags to a parser."""
    parser.add_argument("--histories", type=Path, metavar="FILE", help=say("cli.histories"))
    tables.declare_table(parser, say("cli.histories_table"))
    parser.add_argument("--every", type=count, metavar="N", help=say("cli.histories_every"))
    parser.add_argument("--pot", type=count, metavar="CHIPS", help=say("cli.histories_pot"))


def is_wanted(chosen: argparse.Namespace) -> bool:
    """Whether hands are to be written.

    Checks before the work that they can be. Raises `BadCommand`, `NotSaved`, `BadTable`,
    `MissingExtra`.
    """
    tables.check_needed(chosen, "table", "rows")
    if not (chosen.histories or chosen.table):
        for flag in ("every", "pot"):
            tables.check_needed(chosen, "histories", flag)
        return False
    if chosen.histories:
        check_place(chosen.histories)
        if chosen.histories.suffix != ".phhs":
            raise BadCommand("cli.histories_ending", file=str(chosen.histories))
    if chosen.table:
        tables.check_table(chosen.table)
    return True


def keep(hands: Iterator[Hand], chosen: argparse.Namespace) -> Message:
    """Write the hands that are wanted; the message says how many and where.

    Nothing is written if the work is interrupted. Raises `NotSaved`.
    """
    from sidepot.history.tables.files import names

    written = 0
    with Line() as line, _histories(chosen) as text, _tables(chosen) as rows:
        for hand in hands:
            if sum(hand.won) <= (chosen.pot or 0):
                continue
            written += 1
            _write(hand, str(written), chosen, text, rows)
            line.show(say("replay.progress", done=f"{written:,}"))
    files = [str(chosen.histories)] if chosen.histories else []
    if chosen.table:
        files += map(str, names(chosen.table, tables.chosen_rows(chosen)).values())
    return Message("replay.table", {"good": written, "files": files})


def _write(
    hand: Hand,
    label: str,
    chosen: argparse.Namespace,
    text: IO[str] | None,
    rows: Tables | None,
) -> None:
    """Write a hand to the files that are open."""
    from sidepot.history import History
    from sidepot.history.tables.export import Batch
    from sidepot.history.tables.rows import rows_of

    history = History.from_hand(hand, _seed=chosen.seed, _hand=hand.number)
    if text:
        text.write(("" if label == "1" else "\n") + history.text(label))
    if rows:
        file = str(chosen.histories) if chosen.histories else None
        rows.add(Batch(1, rows_of(history.replay(), file, label, tables.chosen_rows(chosen)), []))


@contextlib.contextmanager
def _histories(chosen: argparse.Namespace) -> Iterator[IO[str] | None]:
    """The file of the histories, which appears at the end."""
    from sidepot.history.tables.files import replacing

    if not chosen.histories:
        yield None
        return
    with replacing(chosen.histories) as new, new.open("w", encoding="utf-8", newline="\n") as text:
        yield text


@contextlib.contextmanager
def _tables(chosen: argparse.Namespace) -> Iterator[Tables | None]:
    """The tables, which appear at the end."""
    from sidepot.history.tables.export import Export, Tables

    if not chosen.table:
        yield None
        return
    what = Export((), chosen.table, tables.chosen_rows(chosen))
    rows = Tables(what, is_new=True)
    try:
        yield rows
        rows.close()
    finally:
        rows.discard()
