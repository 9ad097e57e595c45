"""The owner of a database: one process at a time, held by a lock that dies with the process."""

from __future__ import annotations

import json
import os
import time
import weakref
from pathlib import Path

import msgspec
from msgspec import Struct

from sidepot import file_locks
from sidepot.decoding import ROW, JsonReader
from sidepot.errors import BadDatabase, DatabaseInUse
from sidepot.room.storage.files import OWN_FILE, beside
from sidepot.words import Message

_PATIENCE = 2.0
"""Seconds in which an owner that has just come writes down who it is."""


class _Owner(Struct):
    """The content of the lock file: the process that owns the database."""

    pid: int
    address: str


_owner = JsonReader[_Owner](_Owner, ROW)


class Owner:
    """Holds a database for this process, and tells other processes its address.

    The lock lies in a file next to the database, under its real name, so that a link to the
    database or another spelling of its path leads to the same lock. The system frees it when the
    process ends, however it ends; the file stays.
    """

    def __init__(self, database: Path, address: str = "") -> None:
        """Raises `DatabaseInUse` if another process has it, `BadDatabase` if there is no place.

        `address`: where the room is served; "" for a command that works on the file.
        """
        path = _lock_of(database)
        _check_name(database)
        try:
            handle = _locked(path)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadDatabase("room.database", file=str(path), reason=reason) from error
        if handle is None:
            raise _in_use(database, path)
        self._close = weakref.finalize(self, os.close, handle)
        os.write(handle, json.dumps({"pid": os.getpid(), "address": address}).encode())

    def release(self) -> None:
        """Let others have the database."""
        self._close()


def check_free(database: Path) -> None:
    """Raise `DatabaseInUse` if another process has the database. Makes no file."""
    path = _lock_of(database)
    if path.exists():
        Owner(database).release()


def _check_name(database: Path) -> None:
    """Raise `BadDatabase` for a file with two names: each would have its own lock and log.

    A symbolic link is no second name: it leads to the first.
    """
    if database.exists() and database.stat().st_nlink > 1:
        why = Message("room.database_two_names")
        raise BadDatabase("room.database", file=str(database), reason=why)


def _lock_of(database: Path) -> Path:
    return beside(Path(os.path.realpath(database)), ".lock")


def _locked(path: Path) -> int | None:
    """The lock's file, open, locked and empty; None if another process has locked it."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, OWN_FILE)
        if not file_locks.lock(handle):
            os.close(handle)
            return None
        if _is_there(path, handle):
            os.ftruncate(handle, 0)
            return handle
        os.close(handle)  # the file was deleted: only the one that others find counts


def _is_there(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _in_use(database: Path, lock: Path) -> DatabaseInUse:
    """The error that names the owner of the database."""
    end = time.monotonic() + _PATIENCE
    while not (raw := lock.read_bytes()) and time.monotonic() < end:
        time.sleep(0.02)
    try:
        owner = _owner.read(raw)
        pid, address = owner.pid, owner.address
    except msgspec.DecodeError:
        pid, address = 0, ""
    values = {"file": str(database), "pid": pid, "address": address}
    if address:
        return DatabaseInUse("room.database_in_use", **values)
    return DatabaseInUse("room.database_busy", **values)
