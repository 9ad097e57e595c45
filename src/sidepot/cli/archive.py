"""Flags of `simulate` and `match` for the hands themselves: histories and tables."""

from __future__ import annotations

import argparse
import contextlib
import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, Protocol

from sidepot.cli import tables
from sidepot.cli.progress import Line
from sidepot.cli.reading import count
from sidepot.cli.saving import check_place
from sidepot.errors import BadCommand
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.engine.game import Hand
    from sidepot.history.tables.export import Tables
    from sidepot.history.tables.rows import Row

_SHARE = 250
"""Hands that a process writes at once."""


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


class Hands(Protocol):
    """Hands of bulk play, by number; other processes get it pickled, and play some of them."""

    @property
    def count(self) -> int:
        """The hands, those too that are not wanted."""

    @property
    def step(self) -> int:
        """A share begins at a multiple of it."""

    @property
    def every(self) -> int:
        """A hand is wanted if this number divides its own."""

    def play(self, numbers: range) -> Iterator[Hand]:
        """The wanted ones of these hands: every so manieth."""


class _Wanted(NamedTuple):
    """The forms in which hands are written, and the pot above which they are."""

    seed: int
    pot: int
    file: str | None
    """The file of the histories; None if there is none."""
    rows: Sequence[str]


class _Written(NamedTuple):
    """A hand as text without a label, and its rows."""

    text: str
    rows: Mapping[str, Sequence[Row]]


def keep(hands: Hands, chosen: argparse.Namespace, processes: int = 1) -> Message:
    """Write the hands that are wanted; the message says how many and where.

    They are played and put into words by several processes, and come in order by any number. No
    file is written if the work is interrupted. Raises `NotSaved`.
    """
    from sidepot.history.tables.files import names
    from sidepot.history.tables.processes import in_order

    rows = tables.chosen_rows(chosen) if chosen.table else ()
    file = str(chosen.histories) if chosen.histories else None
    work = functools.partial(_share, hands, _Wanted(chosen.seed, chosen.pot or 0, file, rows))
    each = -(-_SHARE * hands.every // hands.step) * hands.step
    shares = [range(n, min(n + each, hands.count)) for n in range(0, hands.count, each)]
    written = 0
    with (
        Line() as line,
        _histories(chosen) as text,
        _tables(chosen) as into,
        contextlib.closing(in_order(work, shares, min(processes, len(shares)))) as found,
    ):
        for hand in itertools.chain.from_iterable(found):
            written += 1
            _write(hand, str(written), text, into)
            line.show(say("replay.progress", done=f"{written:,}"))
    files = [file] if file else []
    if chosen.table:
        files += map(str, names(chosen.table, rows).values())
    return Message("replay.table", {"good": written, "files": files})


def _share(hands: Hands, wanted: _Wanted, numbers: range) -> list[_Written]:
    """The written hands of some numbers."""
    return [_put(hand, wanted) for hand in hands.play(numbers) if sum(hand.won) > wanted.pot]


def _put(hand: Hand, wanted: _Wanted) -> _Written:
    """A hand as it is written."""
    from sidepot.history import History
    from sidepot.history.tables.rows import rows_of

    history = History.from_hand(hand, _seed=wanted.seed, _hand=hand.number)
    rows = rows_of(history.replay(), wanted.file, "", wanted.rows) if wanted.rows else {}
    return _Written(history.text() if wanted.file else "", rows)


def _write(hand: _Written, label: str, text: IO[str] | None, into: Tables | None) -> None:
    """Write a hand to the files that are open."""
    from sidepot.history.tables.export import Batch

    if text:
        text.write(("" if label == "1" else "\n") + f"[{label}]\n" + hand.text)
    if into:
        labelled = {
            name: [(row[0], label, *row[2:]) for row in rows] for name, rows in hand.rows.items()
        }
        into.add(Batch(1, labelled, []))


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
