"""Writes the tables of any number of histories, on several processors, hand by hand.

Rows are in the order of the files and hands, by any number of processes. They are collected in
parts beside the table, each of which is whole; so work that was interrupted resumes behind the last
part. When all hands are done, the parts become the table.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import itertools
import json
import shutil
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from sidepot.errors import BadHistory, NotSaved, UserError
from sidepot.history.history import History
from sidepot.history.tables.files import join, names, replacing, write_part
from sidepot.history.tables.processes import in_order
from sidepot.history.tables.rows import Row, rows_of
from sidepot.words import Message

_FORM = 1
"""The version of the parts."""
_BATCH = 250
"""Hands that a process takes at once."""
_PART = 10_000
"""Hands in a part."""


class Refused(NamedTuple):
    """A hand that is in no table, or a file that cannot be read (then the label is empty)."""

    file: str
    label: str
    reason: Message


class _Given(NamedTuple):
    """A hand that was read: its history, or the reason why there is none."""

    file: str
    label: str
    history: History | Message


class Batch(NamedTuple):
    """The rows of some hands, by table, and those that were refused."""

    hands: int
    rows: dict[str, list[Row]]
    refused: list[Refused]


@dataclass(frozen=True)
class Export:
    """An export to be done: the tables, the file, the processes.

    `game_files`: files of games that the histories need, registered in every process.
    """

    files: Sequence[str]
    table: Path
    rows: Sequence[str]
    threads: int = 1
    game_files: Sequence[Path] = ()

    @property
    def parts(self) -> Path:
        """The folder of the parts."""
        return self.table.with_name(f"{self.table.name}.parts")

    def identity(self) -> str:
        """A text that differs where other rows would be written."""
        stats = [(file, *_stamp(Path(file))) for file in self.files]
        return json.dumps([_FORM, list(self.rows), self.table.suffix, stats])


def _stamp(file: Path) -> tuple[int, int]:
    """The size of a file, and the time when it was written; -1 where it cannot be read."""
    try:
        stat = file.stat()
    except (OSError, ValueError):
        return -1, -1
    return stat.st_size, stat.st_mtime_ns


class Done(NamedTuple):
    """The hands of an export: in the tables, refused, and found there from before."""

    good: int
    refused: int
    resumed: int


def export(
    what: Export,
    *,
    refuse: Callable[[Refused], None] = lambda refused: None,
    progress: Callable[[int], None] = lambda done: None,
) -> Done:
    """Write tables; `refuse` is called for each hand that is refused, in order.

    `progress` is called now and then with the number of hands done. Ctrl-C leaves the parts that
    are whole, and no table; where every hand is refused there is no table either. Raises
    `NotSaved`, `BadTable`.
    """
    parts = Tables(what)
    resumed = parts.hands
    with contextlib.closing(_batches(what, resumed)) as batches:
        for batch in batches:
            for refused in batch.refused:
                refuse(refused)
            parts.add(batch)
            progress(parts.hands)
    if parts.refused and parts.refused == parts.hands:
        parts.discard()
    else:
        parts.close()
    return Done(parts.hands - parts.refused, parts.refused, resumed)


class _State(msgspec.Struct):
    """The progress of an export, as it is kept beside its parts."""

    identity: str
    parts: int = 0
    hands: int = 0
    refused: int = 0


class Tables:
    """The parts of an export on disk, and the rows that are not written yet."""

    def __init__(self, what: Export, *, is_new: bool = False) -> None:
        """`is_new`: nothing is there from before."""
        self._what = what
        self._state = (None if is_new else self._known()) or _State(what.identity())
        self._rows: dict[str, list[Row]] = {name: [] for name in what.rows}
        self.hands, self.refused = self._state.hands, self._state.refused

    def add(self, batch: Batch) -> None:
        """Add rows, and write a part if there are enough. Raises `NotSaved`."""
        self.hands += batch.hands
        self.refused += len(batch.refused)
        for name, rows in self._rows.items():
            rows.extend(batch.rows[name])
        if self.hands - self._state.hands >= _PART:
            self._write()

    def discard(self) -> None:
        """Remove all parts."""
        shutil.rmtree(self._what.parts, ignore_errors=True)

    def close(self) -> None:
        """Make the tables of the parts. Raises `NotSaved`."""
        self._write()
        for name, file in names(self._what.table, self._what.rows).items():
            join(file, name, [self._part(name, number) for number in range(self._state.parts)])
        self.discard()

    def _write(self) -> None:
        """Write a part, and then that it is there."""
        folder = self._what.parts
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise NotSaved("error.not_written", file=str(folder), reason=reason) from error
        for name, rows in self._rows.items():
            write_part(self._part(name, self._state.parts), name, rows)
            rows.clear()
        self._state.parts += 1
        self._state.hands, self._state.refused = self.hands, self.refused
        with replacing(self._file) as new:
            new.write_bytes(msgspec.json.encode(self._state))

    def _part(self, name: str, number: int) -> Path:
        return self._what.parts / f"{name}-{number:06}{self._what.table.suffix}"

    @property
    def _file(self) -> Path:
        return self._what.parts / "progress.json"

    def _known(self) -> _State | None:
        """The progress of the same work that was interrupted; parts of other work are removed."""
        try:
            known = msgspec.json.decode(self._file.read_bytes(), type=_State)
        except (OSError, msgspec.DecodeError):
            return None
        return known if known.identity == self._what.identity() else None


def _batches(what: Export, skipped: int) -> Generator[Batch]:
    """The batches of all hands but the first, in order."""
    given = itertools.islice(_given(what.files), skipped, None)
    shares = iter(lambda: list(itertools.islice(given, _BATCH)), [])
    work = functools.partial(_replayed, tables=what.rows)
    return in_order(work, shares, what.threads, what.game_files)


def _given(files: Sequence[str]) -> Iterator[_Given]:
    """The hands of all files, in order; one that cannot be read counts as a hand."""
    for file in files:
        try:
            for label, hand in History.read(file):
                yield _Given(file, label, hand.message if isinstance(hand, BadHistory) else hand)
        except BadHistory as error:
            yield _Given(file, "", error.message)


def _replayed(given: Sequence[_Given], tables: Sequence[str]) -> Batch:
    """The rows of some hands.

    Cycles of objects are collected afterwards: among so many objects it takes a tenth of the time.
    """
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        return _rows(given, tables)
    finally:
        if is_collecting:
            gc.enable()


def _rows(given: Sequence[_Given], tables: Sequence[str]) -> Batch:
    """The rows of some hands, or why they were refused."""
    rows: dict[str, list[Row]] = {name: [] for name in tables}
    refused = []
    for file, label, history in given:
        try:
            if isinstance(history, Message):
                refused.append(Refused(file, label, history))
                continue
            found = rows_of(history.replay(), file, label, tables)
        except UserError as error:
            refused.append(Refused(file, label, error.message))
            continue
        for name in tables:
            rows[name] += found[name]
    return Batch(len(given), rows, refused)
