"""A channel from a child process to its parent that nothing which a game prints can get into."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_OUT, _ERROR = 1, 2
"""File descriptors of the standard streams."""


def take_output() -> BinaryIO:
    """The standard output of this process, for the caller alone from now on.

    Whatever else writes to it, Python or not, comes out of the standard error.
    """
    sys.stdout.flush()
    taken = os.fdopen(os.dup(_OUT), "wb")
    os.dup2(_ERROR, _OUT)
    return taken


def printing(put: Callable[[str], object]) -> TextIO:
    """A stream for `contextlib.redirect_stdout` that hands on what is printed, line by line."""
    return io.TextIOWrapper(io.BufferedWriter(_Sink(put)), encoding="utf-8", line_buffering=True)


class _Sink(io.RawIOBase):
    """The bytes that are written, handed on as text."""

    def __init__(self, put: Callable[[str], object]) -> None:
        self._put = put

    def writable(self) -> bool:
        """See `io.RawIOBase`."""
        return True

    def write(self, data: ReadableBuffer, /) -> int:
        """See `io.RawIOBase`."""
        written = bytes(data)
        self._put(written.decode(errors="replace"))
        return len(written)
