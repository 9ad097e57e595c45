"""A channel from a child process to its parent that a game's own prints cannot disturb."""

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
    """The standard output of this process, reserved for the caller from now on.

    Anything else written to it, from Python or not, goes to the standard error.
    """
    sys.stdout.flush()
    taken = os.fdopen(os.dup(_OUT), "wb")
    os.dup2(_ERROR, _OUT)
    return taken


def printing(put: Callable[[str], object]) -> TextIO:
    """A stream for `contextlib.redirect_stdout` that passes on what is printed, line by line."""
    return io.TextIOWrapper(io.BufferedWriter(_Sink(put)), encoding="utf-8", line_buffering=True)


class _Sink(io.RawIOBase):
    """A raw stream that passes on the bytes written to it as text."""

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
