"""`sidepot convert FILE...`: reads hands of other programs, and writes them as histories."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sidepot.cli.refusals import print_refused, tell
from sidepot.cli.saving import check_place
from sidepot.errors import BadHistory, NotSaved
from sidepot.paths import without_links
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.history.imports import Imported

_FORMATS = ("pokerstars", "poker-now", "pokerth", "phh")


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=say("cli.convert_files"))
    parser.add_argument("--format", choices=_FORMATS, help=say("cli.convert_format"))
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE.phhs", help=say("cli.convert_output")
    )
    parser.add_argument("--json", action="store_true", help=say("cli.convert_json"))


def run(chosen: argparse.Namespace) -> None:
    """Convert every hand of every file. Raises `BadHistory` at the end if any was refused."""
    from sidepot.terminal.screen import Screen

    with Screen.for_errors().getting_ready(), _output(chosen) as out:
        good, refused = _convert(chosen, out)
        failure = BadHistory("error.history_refused", refused=refused, good=good)
        if not good and refused:
            raise failure
    if refused:
        raise failure
    print(f"sidepot: {Message('convert.done', {'good': good})}", file=sys.stderr)


def _convert(chosen: argparse.Namespace, out: TextIO) -> tuple[int, int]:
    """Write every hand that can be converted; the numbers of these and of those refused."""
    good = refused = 0
    for file in chosen.files:
        for hand in _hands(file, chosen.format, out):
            if hand is None or hand.error:
                refused += 1
                continue
            good += 1
            _write(file, hand, good, out, as_json=chosen.json)
    return good, refused


@contextlib.contextmanager
def _output(chosen: argparse.Namespace) -> Iterator[TextIO]:
    """The file to write, or the standard output. Raises `NotSaved`.

    The file appears when it is whole: an error in the block leaves the one before as it was.
    """
    if chosen.output is None:
        yield chosen.out
        return
    check_place(chosen.output)
    sources = [without_links(Path(file)) for file in chosen.files]
    if without_links(chosen.output) in sources:
        raise NotSaved("convert.same", file=str(chosen.output))
    from sidepot.history.tables.files import replacing

    with (
        replacing(chosen.output) as new,
        new.open("w", encoding="utf-8", newline="\n") as out,
    ):
        yield out


def _hands(file: str, format: str | None, out: TextIO) -> Iterator[Imported | None]:
    """The hands of a file, with errors and unknown lines printed; None for an unreadable file."""
    from sidepot.history.imports import read_foreign

    try:
        for hand in read_foreign(file, format):
            for line, text in hand.unknown:
                tell(Message("convert.unknown", {"file": file, "line": line, "text": text}), out)
            if hand.error:
                print_refused(file, hand.label, hand.error.message, out)
            yield hand
    except BadHistory as error:
        print_refused(file, "", error.message, out)
        yield None


def _write(file: str, hand: Imported, number: int, out: TextIO, *, as_json: bool) -> None:
    """Write a hand: a table of a `.phhs` file, or a line of JSON."""
    assert hand.history
    if as_json:
        facts = {"file": file, "hand": hand.label, "line": hand.line, "unknown": hand.unknown}
        told = {**facts, "history": hand.history.fields}
        print(json.dumps(told, default=str), file=out)
        return
    gap = "\n" if number > 1 else ""
    out.write(gap + hand.history.text(number))
