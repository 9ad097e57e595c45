"""Refusals that no part of the program raises by itself: of single hands, and of the system."""

from __future__ import annotations

import errno
import sys
from typing import TextIO

from sidepot.errors import NotSaved, UserError, printable
from sidepot.words import Message

_OF_SYSTEM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EMFILE)
"""Errors of the system that may name no file."""


def of_system(error: Exception) -> UserError | None:
    """The refusal for an error of the system that a user can put right; None for another one."""
    if not isinstance(error, OSError):
        return None
    reason = error.strerror or str(error)
    if error.filename is not None:
        return NotSaved("cli.system_file", file=str(error.filename), reason=reason)
    return NotSaved("cli.system", reason=reason) if error.errno in _OF_SYSTEM else None


def print_refused(file: str, label: str, reason: Message, out: TextIO) -> None:
    """Name a hand that is refused, or a file, whose label is empty.

    It comes after everything that was written to `out` before.
    """
    said = Message("error.history_unread", {"file": file, "reason": reason})
    if label:
        said = Message("error.history_refusal", {"file": file, "hand": label, "reason": reason})
    tell(said, out)


def tell(message: Message, out: TextIO) -> None:
    """Print what does not end the command, after everything that was written to `out` before."""
    out.flush()
    print(f"sidepot: {printable(message)}", file=sys.stderr, flush=True)
