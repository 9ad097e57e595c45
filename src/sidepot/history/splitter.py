"""Splits a file of many hands into hands, in bounded memory, before anything is parsed.

A hand begins at a table header, `[1]`, outside of strings and arrays. A hand that is cut off leaves
a string or an array open; it ends at what looks like the next header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

MOST = 1_000_000
"""The most bytes of a hand."""
MOST_LINES = 100_000
"""The most lines of a hand, because each line takes memory."""

_MOST_AGAIN = 64 * 1024
"""Bytes that may be read a second time, beyond twice what was read at all."""

_KEY = rb"(?:[A-Za-z0-9_-]+|\"[^\"\\]*(?:\\.[^\"\\]*)*\"|'[^']*')"
_NAMES = rb"[ \t]*(%b)((?:[ \t]*\.[ \t]*%b)*)[ \t]*" % (_KEY, _KEY)
_HEADER = re.compile(rb"[ \t]*\[\[?%b\]\]?[ \t]*(?:#.*)?\r?\n?" % _NAMES)
_FIELD = re.compile(rb"%b=" % _NAMES)
_EMPTY = re.compile(rb"[ \t]*(?:#.*)?\r?\n?")
_ITEM = re.compile(rb"[ \t]*(?:\"[^\"\\\n]*\"|'[^'\n]*')[ \t]*,?[ \t]*\r?\n")
"""A line of one string, as most lines in a list of actions are: it opens and closes nothing."""
_TOKEN = re.compile(rb"#|\"\"\"|'''|[\"'\[\]{}]")
_CLOSING = {  # by opening quote: the closing quote or an escape
    b'"': re.compile(rb'\\.|"', re.DOTALL),
    b"'": re.compile(rb"'"),
    b'"""': re.compile(rb'\\.|"{3,5}', re.DOTALL),
    b"'''": re.compile(rb"'{3,5}"),
}


class Chunk(NamedTuple):
    """The bytes of one hand: its label, its first line in the file (from 1), its lines.

    `lines` is None if there were too many, and they were not kept.
    """

    label: str
    first: int
    lines: list[bytes] | None


class _Scanner:
    """Tracks what is open at the end of a line: arrays, inline tables, a multi-line string."""

    def __init__(self) -> None:
        self.depth = 0
        self.string = b""

    @property
    def is_open(self) -> bool:
        """Is a string, an array or an inline table open?"""
        return bool(self.depth or self.string)

    def feed(self, line: bytes) -> None:
        """Scan a line."""
        at = self._after_string(line, 0)
        while (found := _TOKEN.search(line, at)) and found[0] != b"#":
            at = found.end()
            if found[0] in _CLOSING:
                self.string = found[0]
                at = self._after_string(line, at)
            else:
                self.depth = max(self.depth + (1 if found[0] in b"[{" else -1), 0)

    def _after_string(self, line: bytes, at: int) -> int:
        """The position after an open string, or the end of a line that does not close it.

        A string of one quote ends with its line; one of three quotes stays open.
        """
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
    """Iterates over the hands of a stream, one at a time."""

    def __init__(self, stream: BinaryIO, begin: bytes = b"") -> None:
        """`begin`: the bytes that have been read from the stream already."""
        self._stream = stream
        self._waiting: list[bytes] = []  # lines that were pushed back, the next one last
        self._number = self._read = self._again = 0
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
        """Truncate a chunk that is not valid TOML at what looks like another hand's header.

        The rest is iterated over next, unless too much has been read again already: a file may
        have a hand in every line, each of which seems to go on to the end.
        """
        lines = chunk.lines or []
        for k in range(1, len(lines)):
            if _names(lines[k]) not in (None, chunk.label):
                self._again += sum(map(len, lines[k:]))
                if self._again > _MOST_AGAIN + 2 * self._read:
                    return chunk
                self._push_back(lines[k:])
                return chunk._replace(lines=lines[:k])
        return chunk

    def _has_headers(self) -> bool:
        """Does a header come before any field? Then the file has many hands, else one."""
        while (line := self._next()) is not None:
            if not _EMPTY.fullmatch(line):
                self._push_back([line])
                return _is_header(line)
        return False

    def _whole_file(self) -> Chunk:
        """The one hand of a file that does not begin with a header."""
        lines, size = [], 0
        while (line := self._next()) is not None:
            lines.append(line)
            size += len(line)
            if size > MOST or len(lines) > MOST_LINES:
                return Chunk("1", 1, None)
        return Chunk("1", 1, lines)

    def _hand(self, header: bytes) -> Chunk:
        """The hand that begins with this header."""
        lines = [header]
        chunk = Chunk(_label(header), self._number + (not self._ended), lines)
        scanner, size, suspect, titled = _Scanner(), len(header), 0, _names(header) is not None
        while (line := self._next()) is not None:
            is_item = not scanner.string and _ITEM.fullmatch(line)
            if is_item:
                suspect = 0
            elif scanner.is_open:
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
            if not is_item and (scanner.is_open or not _is_header(line)):
                scanner.feed(line)
        return chunk

    def _suspected_header(
        self, scanner: _Scanner, lines: list[bytes], line: bytes, suspect: int
    ) -> int:
        """The index of a line that looks like a header inside an open array, 0 for none.

        No array has a header followed by a field: there the next hand begins, and this returns -1.
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
        """A hand that is too long, truncated or without its lines; skips to the next header."""
        shorter = self.truncate(chunk)
        if shorter is not chunk:
            return shorter
        while (line := self._next()) is not None:
            if self._whole and _names(line) is not None:
                self._push_back([line])
                break
        return chunk._replace(lines=None)

    def _next(self) -> bytes | None:
        """The next line, or a part of a line longer than `MOST`; None at the end."""
        if self._waiting:
            line = self._waiting.pop()
        else:
            line = self._stream.readline(MOST)
            self._read += len(line)
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
    """Does a line look like a table header? It is one only outside of strings and arrays."""
    return line.lstrip(b" \t").startswith(b"[")


def _label(line: bytes) -> str:
    """The first name in a header: the label of the hand to which the table belongs."""
    found = _HEADER.fullmatch(line)
    name = found[1].strip(b"\"'") if found else line.strip()[:20]
    return name.decode("utf-8", "replace")


def _names(line: bytes) -> str | None:
    """The name in a header of a single name, `[1]`; None for any other line."""
    found = _HEADER.fullmatch(line) if _is_header(line) else None
    return _label(line) if found and not found[2] else None
