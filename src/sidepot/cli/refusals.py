"""Hands that are refused, on standard error: the file, the hand, the reason."""

from __future__ import annotations

import sys
from typing import TextIO

from sidepot.words import Message


def print_refused(file: str, label: str, reason: Message, out: TextIO) -> None:
    """Name a hand that is refused, or a file, whose label is empty.

    It comes after everything that was written to `out` before.
    """
    said = Message("error.history_unread", {"file": file, "reason": reason})
    if label:
        said = Message("error.history_refusal", {"file": file, "hand": label, "reason": reason})
    out.flush()
    print(f"sidepot: {said}", file=sys.stderr, flush=True)
