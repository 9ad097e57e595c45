"""Collection in a fresh checkout: one worker compiles the tests, and the others read its files."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent
LAST = ROOT / "words"
"""The folder that is collected last."""


def is_fresh() -> bool:
    """Will files be written that are not there yet?"""
    return not sys.dont_write_bytecode and not any(LAST.glob("__pycache__/test_*"))


@contextmanager
def first_alone(place: Path) -> Iterator[None]:
    """Let the first process that comes work alone, and the others together after it."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(file, fcntl.LOCK_SH)
        yield
