"""Lines of a text file in any of the usual encodings, each of bounded length."""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from sidepot.errors import BadHistory

_MOST = 16_384
"""The most characters of a line that are read; the rest of a longer one is skipped."""
_PROBE = 4096
"""Bytes that are looked at for the encoding."""
_WIDE = {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_OLD = "cp1252"
"""The encoding of text that is not UTF-8: the one of most old files in Latin script."""


class Line(NamedTuple):
    """A line without its end, numbered from 1."""

    number: int
    text: str


def lines_of(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, from its beginning on. Raises `BadHistory` for one without text."""
    begin = stream.read(_PROBE)
    stream.seek(0)
    wide = _WIDE.get(begin[:2])
    if wide is None and b"\0" in begin:
        raise BadHistory("imports.no_text")
    texts = _wide_lines(stream, wide) if wide else _narrow_lines(stream)
    for number, text in enumerate(texts, 1):
        yield Line(number, text.lstrip("\ufeff").rstrip("\r\n"))


def _wide_lines(stream: BinaryIO, encoding: str) -> Iterator[str]:
    text = io.TextIOWrapper(stream, encoding, errors="replace", newline="\n")
    try:
        while line := text.readline(_MOST):
            rest = line
            while not rest.endswith("\n") and (rest := text.readline(_MOST)):
                pass
            yield line
    finally:
        text.detach()  # else it would close the stream


def _narrow_lines(stream: BinaryIO) -> Iterator[str]:
    while line := stream.readline(_MOST):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(_MOST)):
            pass
        try:
            yield line.decode("utf-8", "ignore" if rest is not line else "strict")
        except UnicodeDecodeError:
            yield line.decode(_OLD, "replace")
