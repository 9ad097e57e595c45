"""The owner of a database: one process at a time, held by a lock that dies with the process."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import BinaryIO

from sidepot.errors import BadDatabase, DatabaseInUse
from sidepot.room.storage.files import OWN_FILE, beside

_PLACE = 1 << 30
"""The byte that is locked where locks keep others from reading, far behind the text."""
_PATIENCE = 2.0
"""Seconds in which an owner that has just come writes down who it is."""


class Owner:
    """Holds a database for this process, and says to others where it is served.

    The lock lies in a file next to the database, under its real name, so that a link to the
    database or another spelling of its path leads to the same lock. The system frees it when the
    process ends, however it ends; the file stays.
    """

    def __init__(self, database: Path, address: str = "") -> None:
        """Raises `DatabaseInUse` if another process has it, `BadDatabase` if there is no place.

        `address`: where the room is served; "" for a command that works on the file.
        """
        path = _lock_of(database)
        try:
            self._file = _locked(path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadDatabase("room.database", file=str(path), reason=reason) from error
        if self._file is None:
            raise _in_use(database, path)
        self._file.write(json.dumps({"pid": os.getpid(), "address": address}).encode())
        self._file.flush()

    def release(self) -> None:
        """Let others have the database."""
        if self._file:
            self._file.close()
            self._file = None


def check_free(database: Path) -> None:
    """Raise `DatabaseInUse` if another process has the database. Makes no file."""
    path = _lock_of(database)
    if path.exists():
        Owner(database).release()


def _lock_of(database: Path) -> Path:
    return beside(Path(os.path.realpath(database)), ".lock")


def _locked(path: Path) -> BinaryIO | None:
    """The lock's file, locked and empty; None if another process has locked it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    while True:
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE), "r+b")
        if not _lock(file):
            file.close()
            return None
        if _is_there(path, file):
            file.truncate(0)
            return file
        file.close()  # somebody has deleted it: what counts is the one that others find


def _is_there(path: Path, file: BinaryIO) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> bool:
        file.seek(_PLACE)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        file.seek(0)
        return True

else:
    import fcntl

    def _lock(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _in_use(database: Path, lock: Path) -> DatabaseInUse:
    """The error that says who has the database."""
    end = time.monotonic() + _PATIENCE
    while not (raw := lock.read_bytes()) and time.monotonic() < end:
        time.sleep(0.02)
    try:
        owner = json.loads(raw)
        pid, address = int(owner["pid"]), str(owner["address"])
    except (ValueError, KeyError, TypeError):
        pid, address = 0, ""
    key = "room.database_in_use" if address else "room.database_busy"
    return DatabaseInUse(key, file=str(database), pid=pid, address=address)
