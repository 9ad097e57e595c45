"""Recordings of bulk play: a line for each chunk's tally, so interrupted work can resume."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, BinaryIO, Self

import msgspec
from msgspec import Struct

from sidepot.decoding import ROW, JsonReader
from sidepot.errors import BadRecord, NotSaved
from sidepot.lab.chunks import Cut

_FORM = 1
"""The version of the file's form."""


class _Line(Struct):
    """The tally of a chunk, in base64; `n`: how many numbers the chunk had."""

    chunk: int
    n: int
    tally: str


_head = JsonReader[dict[str, Any]](dict[str, Any], ROW)
_line = JsonReader[_Line](_Line, ROW)


class Recording:
    """The tallies of a run, in a file that grows by a line a chunk; without a file, in memory only.

    The first line says which work it is (`work`, text) and how it is cut up. A last line that was
    not written to its end is dropped. A tally has `size` bytes. The `with` block raises `BadRecord`
    for a file of anything else, and `NotSaved` where it cannot be written.
    """

    def __init__(self, file: Path | None, work: str, cut: Cut, size: int) -> None:
        self._file = file
        self._head = {"sidepot": _FORM, "chunk": cut.size, "work": json.loads(work)}
        self._cut, self._size = cut, size
        self._opened: BinaryIO | None = None
        self.known: dict[int, bytes] = {}
        """The tallies that the file had, by their chunks."""

    def __enter__(self) -> Self:
        if self._file:
            try:
                self._open(self._file, self._read(self._file))
            except OSError as error:
                self.__exit__()
                reason = error.strerror or str(error)
                raise NotSaved("error.not_written", file=str(self._file), reason=reason) from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._opened:
            self._opened.close()

    def _open(self, file: Path, lines: list[bytes]) -> None:
        """Open the file behind its whole lines, the first of which is written where it is new."""
        self._opened = file.open("r+b" if lines else "wb")
        self._opened.seek(sum(map(len, lines)))
        self._opened.truncate()
        if not lines:
            self._write(self._head)

    def add(self, chunk: int, tally: bytes) -> None:
        """Write a chunk's tally."""
        n, text = len(self._cut.numbers(chunk)), base64.b64encode(tally).decode()
        self._write({"chunk": chunk, "n": n, "tally": text})

    def _write(self, line: dict[str, Any]) -> None:
        if self._opened:
            self._opened.write(json.dumps(line).encode() + b"\n")
            self._opened.flush()

    def _read(self, file: Path) -> list[bytes]:
        """The file's whole lines, their tallies in `known`. Raises `BadRecord`, `OSError`."""
        if not file.exists() or file.stat().st_size == 0:
            return []
        lines = [line for line in file.read_bytes().splitlines(True) if line.endswith(b"\n")]
        try:
            self._check_head(_head.read(lines[0]))
            for line in lines[1:]:
                self._learn(_line.read(line))
        except (ValueError, LookupError, TypeError, RecursionError, msgspec.DecodeError) as error:
            raise BadRecord("lab.no_record", file=str(file)) from error
        return lines

    def _check_head(self, head: dict[str, Any]) -> None:
        if head == self._head:
            return
        if head["sidepot"] != _FORM or not isinstance(head["work"], dict):
            raise BadRecord("lab.no_record", file=str(self._file))
        ours, theirs = _differences(self._head, head)
        raise BadRecord("lab.other_record", file=str(self._file), ours=ours, theirs=theirs)

    def _learn(self, line: _Line) -> None:
        """A line's tally, unless its chunk is cut otherwise now: then it is played again."""
        if line.chunk in self._cut.chunks and line.n == len(self._cut.numbers(line.chunk)):
            tally = base64.b64decode(line.tally, validate=True)
            if len(tally) != self._size:
                raise ValueError(f"{len(tally)} bytes")
            self.known[line.chunk] = tally


def _differences(ours: dict[str, Any], theirs: dict[str, Any]) -> tuple[str, str]:
    """The differing fields of two heads, as text."""
    flat = [{"chunk": head["chunk"], **head["work"]} for head in (ours, theirs)]
    names = [name for name in {**flat[0], **flat[1]} if flat[0].get(name) != flat[1].get(name)]
    said = [", ".join(f"{name} {head.get(name)}" for name in names) for head in flat]
    return said[0], said[1]
