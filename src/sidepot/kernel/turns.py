"""Turns at compiling: of several processes that need one cache entry, one compiles it."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import IO

from sidepot import file_locks

_PATIENCE = 120.0
"""Seconds to wait for another process. If that process dies, its lock is gone at once."""
_PAUSE = 0.02
"""Seconds between two attempts to take the lock."""


class Turn:
    """The right to make one file. The process that had it before may have made the file."""

    def __init__(self, file: Path) -> None:
        """Wait until no other process makes the file; do not wait where files cannot be locked.

        Functions call one another in one direction, so two processes never wait for each other.
        """
        self._path = file.with_name(f".{file.name}.lock")
        self._lock: IO[bytes] | None = None
        self._is_held = False
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = self._path.open("wb")
            self._is_held = self._wait(self._lock)

    def _wait(self, lock: IO[bytes]) -> bool:
        """Wait for the lock; was it got before the patience ended?"""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            if file_locks.lock(lock.fileno()):
                return True
            time.sleep(_PAUSE)
        return False

    def end(self) -> None:
        """Let the next process in. It checks for the file, so unlinking its lock is safe."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                if self._is_held:
                    self._path.unlink(missing_ok=True)  # not on Windows, while it is open
            with contextlib.suppress(OSError):
                if self._is_held:
                    file_locks.unlock(self._lock.fileno())  # a forked child holds the same file
            self._lock.close()
