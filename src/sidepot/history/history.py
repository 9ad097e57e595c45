"""`History`: one hand as it is written, read, and replayed.

Files are read hand by hand; an error in one does not affect the others.
"""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from sidepot.errors import BadHistory, expect
from sidepot.history import plain_toml, replaying, writing
from sidepot.history.notation import short
from sidepot.history.recorded import Recorded
from sidepot.history.replaying import Replay
from sidepot.history.splitter import MOST, MOST_LINES, Chunk, Splitter
from sidepot.history.units import Exact

if TYPE_CHECKING:
    from sidepot.history.tables.frame import Frame

_BOM = b"\xef\xbb\xbf"
"""The byte order mark that some editors put at the start of a file; skipped."""
_PROBE_BYTES = 4096
"""Bytes that are read first, to detect other encodings."""
_MOST_LABELS = 100_000
"""Labels out of order that are remembered, to detect duplicates."""
_MOST_PARTS = 16
"""The most parts of a dotted key. `tomllib` takes time and memory with the square of their number
(cpython#149231), and no history has more than three."""
_MOST_TABLES = 100
"""The most headers of tables in a hand: each makes a table for every part of its key."""
_MOST_DIGITS = 1000
"""The most digits of a whole number, which hexadecimal ones do not keep to by themselves: Python
writes no decimal number of more than 4,300."""
_OPAQUE = re.compile(
    r'''"""(?:\\.|"{1,2}(?!")|[^"\\])*+(?:"{3,5}|\Z)'''  # a string of several lines
    r"""|'''(?:'{1,2}(?!')|[^'])*+(?:'{3,5}|\Z)"""
    r"""|"(?:\\[^\n]|[^"\\\n])*+"?"""  # a string of one line, also one that is cut off
    r"""|'[^'\n]*+'?"""
    r"|#[^\n]*+",
    re.DOTALL,
)
"""Strings and commentary, whose dots and brackets say nothing."""
_BETWEEN_KEYS = re.compile(r"[=,{}\[\]]")
_TABLE = re.compile(r"(?m)^[ \t]*\[[^\n]*\][ \t\r]*(?:#.*)?$")
"""A line like the header of a table; the last list in a list of lists may look like it."""


class History(Recorded):
    """The history of one hand: its fields and lines, checked only where it is replayed."""

    @staticmethod
    def read(path: Path | str) -> Iterator[Found]:
        """Iterate over the hands of a `.phh` or `.phhs` file, in bounded memory.

        A file without a table header before its first field holds one hand, with the label 1.
        Raises `BadHistory` for a file that cannot be read at all; errors of a single hand are in
        `Found.hand`.
        """
        expect(path, (str, Path), "argument.file")
        if "\0" in str(path):
            raise BadHistory("error.history_file", reason=short(str(path)))
        try:
            with Path(path).open("rb") as stream:
                yield from read_stream(stream)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise BadHistory("error.history_file", reason=reason) from error

    @staticmethod
    def parse(text: str) -> History:
        """The one history in a text. Raises `BadHistory`."""
        expect(text, str, "argument.text")
        found = read_stream(io.BytesIO(text.encode("utf-8", "surrogatepass")))
        first = next(found)
        if others := sum(1 for _ in found):
            raise BadHistory("error.history_one", n=1 + others)
        if isinstance(first.hand, BadHistory):
            raise first.hand
        return first.hand

    def text(self, label: str | int | None = None) -> str:
        """The text of a whole `.phh` file, or with a label one table of a `.phhs` file."""
        return writing.dumps(self.fields, label)

    def replay(self) -> Replay:
        """The hand, played again through the verbs: a sequence of hands, one a step.

        Raises `BadHistory`, which names the first action that does not follow and what would have
        been legal; `UnknownGame`, `BadOption` and `BadSetup` for a table that cannot exist.
        """
        return replaying.replay(self)

    def frame(self, rows: str = "hands") -> Frame:
        """The hand as a table, for pandas, polars and others that read Arrow (docs/analysis.md).

        `rows`: `hands`, `seats` or `decisions`. Raises what `replay` raises, and `BadTable`.
        """
        from sidepot.history.tables.frame import frame

        return frame([self], rows)


class Found(NamedTuple):
    """A hand of a file by its label: its history, or the error for which it is refused."""

    label: str
    hand: History | BadHistory


def read_stream(stream: BinaryIO) -> Iterator[Found]:
    """Iterate over the hands of a stream, as `read`."""
    splitter = Splitter(stream, _beginning(stream))
    labels = _Labels()
    for chunk in splitter:
        found = _parsed(chunk, splitter)
        if not labels.add(chunk.label) and isinstance(found, History):
            found = BadHistory("error.history_twice")
        yield Found(short(chunk.label), found)


def _beginning(stream: BinaryIO) -> bytes:
    """The first bytes of a file. Raises `BadHistory` for UTF-16 and UTF-32."""
    begin = stream.read(_PROBE_BYTES)
    if b"\0" in begin[:4] or begin.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise BadHistory("error.history_encoding", line=1)
    return begin.removeprefix(_BOM)


def _parsed(chunk: Chunk, splitter: Splitter) -> History | BadHistory:
    """The history in a chunk, or the error for which it is refused."""
    try:
        return History.from_fields(_fields(chunk, splitter))
    except BadHistory as error:
        return error


def _fields(chunk: Chunk, splitter: Splitter) -> dict[str, Any]:
    """The TOML table in a chunk. Raises `BadHistory`."""
    if chunk.lines is None:
        values = {"line": chunk.first, "bytes": MOST, "lines": MOST_LINES}
        raise BadHistory("error.history_size", **values)
    text = _decoded(chunk.first, b"".join(chunk.lines))
    plain = plain_toml.parse(text, titled=splitter.many)
    if plain is not None:
        return plain
    _check_tables(chunk.first, text)
    _check_keys(chunk.first, text)
    try:
        fields = tomllib.loads(text, parse_float=Exact)
    except (ValueError, RecursionError) as error:
        splitter.truncate(chunk)
        reason = "RecursionError" if isinstance(error, RecursionError) else short(str(error), 120)
        raise BadHistory("error.history_toml", line=chunk.first, reason=reason) from error
    _check_numbers(fields)
    table = fields.popitem()[1] if splitter.many else fields
    if not isinstance(table, dict):
        raise BadHistory("error.history_table", field=chunk.label, value=short(str(table)))
    return table


def _decoded(first: int, raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = first + raw[: error.start].count(b"\n")
        raise BadHistory("error.history_encoding", line=line) from error


def _check_tables(first: int, text: str) -> None:
    """Raise `BadHistory` for a hand of too many tables."""
    if text.count("[") > _MOST_TABLES and sum(1 for _ in _TABLE.finditer(text)) > _MOST_TABLES:
        raise BadHistory("error.history_tables", line=first, most=_MOST_TABLES)


def _check_keys(first: int, text: str) -> None:
    """Raise `BadHistory` for a key of too many parts; `first`: the text's first line in the file.

    A key is on one line, so most texts need no closer look.
    """
    if all(line.count(".") < _MOST_PARTS for line in text.split("\n")):
        return
    bare = _OPAQUE.sub(lambda found: "\n" * found[0].count("\n"), text)
    for number, line in enumerate(bare.split("\n"), first):
        if any(part.count(".") >= _MOST_PARTS for part in _BETWEEN_KEYS.split(line)):
            raise BadHistory("error.history_key", line=number, most=_MOST_PARTS)


def _check_numbers(fields: dict[str, Any]) -> None:
    """Raise `BadHistory` for a whole number too long to print, anywhere in a table."""
    most = 10**_MOST_DIGITS
    waiting: list[Any] = [fields]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
        elif type(value) is int and abs(value) >= most:
            raise BadHistory("error.history_digits", value=short(hex(value)), most=_MOST_DIGITS)


class _Labels:
    """The labels that a file has used. Those numbered 1, 2, 3, ... in order take no memory."""

    def __init__(self) -> None:
        self._next = 1
        self._others: set[str] = set()

    def add(self, label: str) -> bool:
        """Remember a label; False if it was used before."""
        if label == str(self._next):
            self._next += 1
            return True
        if label in self._others or 0 < _whole(label) < self._next:
            return False
        if len(self._others) < _MOST_LABELS:
            self._others.add(label)
        return True


def _whole(label: str) -> int:
    """A label as a number from 1 on, 0 if it is not one."""
    return int(label) if re.fullmatch("[1-9][0-9]{0,17}", label) else 0
