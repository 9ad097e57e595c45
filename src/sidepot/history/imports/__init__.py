"""Hands of other programs, read into histories: `read_foreign(path)`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from sidepot.errors import BadHistory, UserError, expect
from sidepot.history.history import History, read_stream
from sidepot.history.imports import poker_now, pokerstars, pokerth
from sidepot.history.imports.assembling import check_winners, history_of
from sidepot.history.imports.lines import lines_of
from sidepot.history.imports.told import Told
from sidepot.history.notation import short

__all__ = ["FORMATS", "Imported", "read_foreign"]

_PHH = "phh"
_TEXTS = {
    pokerstars.NAME: (pokerstars.HEADER, pokerstars.hands),
    poker_now.NAME: (poker_now.HEADER, poker_now.hands),
}
"""The formats of text: the form of a line that tells them, and their reader."""
FORMATS = (*_TEXTS, pokerth.NAME, _PHH)
"""The names of the formats that are read."""
_FIRST = 200
"""Lines of a file that are looked at for its format."""


@dataclass(frozen=True)
class Imported:
    """A hand of a file: its history, or the error for which it is refused.

    `label` is the number that the file gives it, `line` the place of its beginning there, and
    `unknown` has the lines that were not understood, which the history keeps as commentary.
    """

    label: str
    line: int
    history: History | None = None
    error: UserError | None = None
    unknown: tuple[tuple[int, str], ...] = ()


def read_foreign(path: Path | str, format: str | None = None) -> Iterator[Imported]:
    """The hands of a file in one of `FORMATS`, which is found out where it is not given.

    Each has been replayed by the rules and ended as the file says; else it has an error with the
    line. The file is read as a stream, hand by hand. Raises `BadHistory` for a file that cannot be
    read at all.
    """
    expect(path, (str, Path), "argument.file")
    if format is not None and format not in FORMATS:
        raise BadHistory("imports.format", legal=list(FORMATS))
    if "\0" in str(path):
        raise BadHistory("error.history_file", reason=short(str(path)))
    try:
        with Path(path).open("rb") as stream:
            name = _format_of(stream) if format is None else format
            if name == pokerth.NAME:
                yield from map(_imported, pokerth.hands(Path(path)))
            elif name == _PHH:
                yield from _own(stream)
            else:
                _, hands = _TEXTS[name]
                yield from map(_imported, hands(lines_of(stream)))
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadHistory("error.history_file", reason=reason) from error


def _format_of(stream: BinaryIO) -> str:
    """The format of a file. Raises `BadHistory`."""
    magic = stream.read(len(pokerth.MAGIC))
    stream.seek(0)
    if magic == pokerth.MAGIC:
        return pokerth.NAME
    found = None
    for line in itertools.islice(lines_of(stream), _FIRST):
        told = (name for name, (header, _) in _TEXTS.items() if header.fullmatch(line.text))
        found = next(told, None)
        if found is None and line.text.startswith("variant"):
            found = _PHH
        if found:
            break
    stream.seek(0)
    if found is None:
        raise BadHistory("imports.format", legal=list(FORMATS))
    return found


def _imported(told: Told | BadHistory) -> Imported:
    if isinstance(told, BadHistory):
        return Imported(str(told.message.values.get("hand", "?")), 0, error=told)
    try:
        return Imported(told.label, told.line, history_of(told), unknown=tuple(told.unknown))
    except UserError as error:
        return Imported(told.label, told.line, error=error, unknown=tuple(told.unknown))


def _own(stream: BinaryIO) -> Iterator[Imported]:
    """The hands of a file of histories."""
    for found in read_stream(stream):
        if isinstance(found.hand, BadHistory):
            yield Imported(found.label, 0, error=found.hand)
            continue
        try:
            check_winners(found.hand)
        except UserError as error:
            yield Imported(found.label, 0, error=error)
        else:
            yield Imported(found.label, 0, found.hand)
