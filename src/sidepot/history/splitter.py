"""A file of many hands cut into hands, in bounded memory, before anything is parsed.

A hand begins at a table header, `[1]`, that stands outside of strings and arrays. A hand that
breaks off leaves a string or an array open; then it ends where the next header seems to stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

MOST = 1_000_000
"""Bytes that a hand may have."""
MOST_LINES = 100_000
"""And lines, which take memory each."""

_KEY = rb"(?:[A-Za-z0-9_-]+|\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^']*')"
_NAMES = rb"[ \t]*(%b)((?:[ \t]*\.[ \t]*%b)*)[ \t]*" % (_KEY, _KEY)
_HEADER = re.compile(rb"[ \t]*\[\[?%b\]\]?[ \t]*(?:#.*)?\r?\n?" % _NAMES)
_FIELD = re.compile(rb"%b=" % _NAMES)
_EMPTY = re.compile(rb"[ \t]*(?:#.*)?\r?\n?")
_TOKEN = re.compile(rb"#|\"\"\"|'''|[\"'\[\]{}]")
_CLOSING = {  # what ends a string, and what may not
    b'"': re.compile(rb'\\.|"', re.DOTALL),
    b"'": re.compile(rb"'"),
    b'"""': re.compile(rb'\\.|"{3,5}', re.DOTALL),
    b"'''": re.compile(rb"'{3,5}"),
}


class Chunk(NamedTuple):
    """The bytes of one hand: its label, the line of the file on which it begins, its lines.

    None in the place of lines: there were too many bytes of them, and they were not kept.
    """

    label: str
    first: int
    lines: list[bytes] | None


class _Scanner:
    """What is open at the end of a line: arrays, inline tables, a string of several lines."""

    def __init__(self) -> None:
        self.depth = 0
        self.string = b""

    @property
    def is_open(self) -> bool:
        """Does a string or an array go on?"""
        return bool(self.depth or self.string)

    def feed(self, line: bytes) -> None:
        """Read a line."""
        at = self._after_string(line, 0)
        while (found := _TOKEN.search(line, at)) and found[0] != b"#":
            at = found.end()
            if found[0] in _CLOSING:
                self.string = found[0]
                at = self._after_string(line, at)
            else:
                self.depth = max(self.depth + (1 if found[0] in b"[{" else -1), 0)

    def _after_string(self, line: bytes, at: int) -> int:
        """The place at which an open string ends; one that goes on may be of several lines."""
        if not self.string:
            return at
        for found in _CLOSING[self.string].finditer(line, at):
            if not found[0].startswith(b"\\"):
                self.string = b""
                return found.end()
        if len(self.string) == 1:
            self.string = b""
        return len(line)


class Splitter:
    """Iterate: the hands of a stream, one at a time."""

    def __init__(self, stream: BinaryIO, begin: bytes = b"") -> None:
        """`begin`: what has been read of the stream already."""
        self._stream = stream
        self._waiting: list[bytes] = []  # lines that were read too early, the next one last
        self._number = 0
        self._whole = self._ended = True
        lines = re.findall(rb"[^\n]*\n|[^\n]+", begin + stream.readline(MOST))
        self._waiting.extend(reversed(lines))
        self.many = self._has_headers()

    def __iter__(self) -> Iterator[Chunk]:
        if not self.many:
            yield self._whole_file()
            return
        while (line := self._next()) is not None:
            if _is_header(line):
                yield self._hand(line)

    def truncate(self, chunk: Chunk) -> Chunk:
        """A piece that is no TOML, up to where another hand seems to begin; the rest comes next."""
        lines = chunk.lines or []
        for k in range(1, len(lines)):
            if _names(lines[k]) not in (None, chunk.label):
                self._push_back(lines[k:])
                return chunk._replace(lines=lines[:k])
        return chunk

    def _has_headers(self) -> bool:
        """Does a header come before anything else? Then there are many hands, else one."""
        while (line := self._next()) is not None:
            if not _EMPTY.fullmatch(line):
                self._push_back([line])
                return _is_header(line)
        return False

    def _whole_file(self) -> Chunk:
        """The one hand of a file without headers before it."""
        lines, size = [], 0
        while (line := self._next()) is not None:
            lines.append(line)
            size += len(line)
            if size > MOST or len(lines) > MOST_LINES:
                return Chunk("1", 1, None)
        return Chunk("1", 1, lines)

    def _hand(self, header: bytes) -> Chunk:
        """The hand that begins with this line."""
        lines = [header]
        chunk = Chunk(_label(header), self._number, lines)
        scanner, size, suspect, titled = _Scanner(), len(header), 0, _names(header) is not None
        while (line := self._next()) is not None:
            if scanner.is_open:
                suspect = self._suspected_header(scanner, lines, line, suspect)
                if suspect < 0:
                    return chunk
            elif _is_header(line):
                if _label(line) != chunk.label or (titled and _names(line) is not None):
                    self._push_back([line])
                    return chunk
                titled = titled or _names(line) is not None
            lines.append(line)
            size += len(line)
            if size > MOST or len(lines) > MOST_LINES:
                return self._too_long(chunk)
            if scanner.is_open or not _is_header(line):
                scanner.feed(line)
        return chunk

    def _suspected_header(
        self, scanner: _Scanner, lines: list[bytes], line: bytes, suspect: int
    ) -> int:
        """The place of what looks like a header in an array that does not end, 0 for none.

        No array has a header and then a field: there the next hand begins, and -1 says so.
        """
        if scanner.string:
            return suspect
        if suspect and _FIELD.match(line):
            self._push_back([*lines[suspect:], line])
            del lines[suspect:]
            return -1
        if _names(line) is not None:
            return len(lines)
        return suspect if _EMPTY.fullmatch(line) else 0

    def _too_long(self, chunk: Chunk) -> Chunk:
        """What there is of a hand that does not end, or no lines; then on to the next header."""
        shorter = self.truncate(chunk)
        if shorter is not chunk:
            return shorter
        while (line := self._next()) is not None:
            if self._whole and _names(line) is not None:
                self._push_back([line])
                break
        return chunk._replace(lines=None)

    def _next(self) -> bytes | None:
        """The next line, or a part of one that is very long; None at the end."""
        line = self._waiting.pop() if self._waiting else self._stream.readline(MOST)
        if not line:
            return None
        self._whole = self._ended
        self._ended = line.endswith(b"\n")
        self._number += self._ended
        return line

    def _push_back(self, lines: list[bytes]) -> None:
        self._waiting.extend(reversed(lines))
        self._number -= sum(line.endswith(b"\n") for line in lines)
        self._ended = True


def _is_header(line: bytes) -> bool:
    """Is this the header of a table, or would it be one, outside of strings and arrays?"""
    return line.lstrip(b" \t").startswith(b"[")


def _label(line: bytes) -> str:
    """The first name in a header: the hand to which the table belongs."""
    found = _HEADER.fullmatch(line)
    name = found[1].strip(b"\"'") if found else line.strip()[:20]
    return name.decode("utf-8", "replace")


def _names(line: bytes) -> str | None:
    """The one name of a header that has but one, `[1]`; None for any other line."""
    found = _HEADER.fullmatch(line) if _is_header(line) else None
    return _label(line) if found and not found[2] else None
