"""Threads and processes that are still there when a test is over."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 60.0
"""Seconds in which what a test has told to end must have ended."""
_SHORT = 0.1
"""Seconds in which most threads end that were told to, before garbage is searched for bots."""
SHARED = ("multiprocessing.resource_tracker", "multiprocessing.forkserver", "sidepot-pg-")
"""Helpers of Python itself, and the tests' PostgreSQL: one a process, until that ends."""


def running() -> set[tuple[str, int]]:
    """Threads of this process, and its children where the system has /proc: names and numbers."""
    threads = {(thread.name, thread.ident or 0) for thread in threading.enumerate()}
    return threads | set(_children())


def _children() -> Iterator[tuple[str, int]]:
    for file in Path("/proc/self/task").glob("*/children"):
        for number in _read(file).split():
            command = _read(Path("/proc") / number / "cmdline").replace("\0", " ").strip()
            if command and not any(name in command for name in SHARED):
                yield command, int(number)


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:  # it has ended meanwhile
        return ""


def left_since(before: set[tuple[str, int]]) -> list[str]:
    """Names of what was started since and does not end."""
    if not running() - before:
        return []
    gc.collect(1)  # a bot's thread ends with the bot, which is young: a whole search takes .2 s
    began = time.monotonic()
    is_searched = False
    while (left := running() - before) and time.monotonic() < began + PATIENCE:
        time.sleep(0.01)
        if not is_searched and time.monotonic() > began + _SHORT:
            gc.collect()
            is_searched = True
    return sorted(name for name, _ in left)
