"""Locks on open files, which the system frees when the process that holds them ends."""

from __future__ import annotations

import sys

_PLACE = 1 << 30
"""The byte locked on Windows, where a lock keeps others from reading: far behind the text."""

if sys.platform == "win32":
    import msvcrt
    import os

    def lock(handle: int) -> bool:
        """Lock a file without waiting; False if another process has locked it."""
        os.lseek(handle, _PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(handle, 0, os.SEEK_SET)
        return True

    def unlock(handle: int) -> None:
        """Free the lock, for a file that other processes may hold too."""
        os.lseek(handle, _PLACE, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(handle: int) -> bool:
        """Lock a file without waiting; False if another process has locked it."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def unlock(handle: int) -> None:
        """Free the lock, for a file that other processes may hold too."""
        fcntl.flock(handle, fcntl.LOCK_UN)
