"""Classifies database errors by their reach: the whole room, one table, or one write."""

from __future__ import annotations

import sqlite3
from enum import Enum

from sidepot.errors import CannotWrite, DatabaseDamaged

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_KIND = 0xFF
"""The part of an error's code that says its kind; the rest are details."""
_DAMAGED_THERE = ("XX001", "XX002")
"""PostgreSQL's states for a page or an index that is damaged."""
_BUSY = ("40001", "40P01", "55P03")
"""Its states for a transaction that lost to another one, and may be tried again."""

_TOO_LATE = "25P03"
"""Its state for a transaction that stood still for so long that it was ended."""


class Kind(Enum):
    """Kinds of errors of a commit.

    `TAKEN`: a key is taken. `BUSY`: another transaction was in the way, and the same may go well
    now. `VALUE`: a value of this one write is none for the database. `FAULT`: all else; nothing can
    be written.
    """

    TAKEN = "taken"
    BUSY = "busy"
    VALUE = "value"
    FAULT = "fault"


def kind_of(error: Exception) -> Kind:
    """The kind of a commit's error."""
    state = _state(error)
    if state in _BUSY:
        return Kind.BUSY
    names = {one.__name__ for one in type(_original(error)).__mro__}
    if "IntegrityError" in names:
        return Kind.TAKEN
    return Kind.VALUE if names & {"DataError", "UnicodeError"} else Kind.FAULT


def is_undone(error: Exception) -> bool:
    """Does a failed commit say that nothing of it was stored, because it came too late?"""
    return _state(error) == _TOO_LATE


def fault(error: Exception) -> CannotWrite:
    """The room's error for one of the database."""
    kind = DatabaseDamaged if is_damage(error) else CannotWrite
    return kind("room.cannot_write", reason=reason(error))


def is_damage(error: Exception) -> bool:
    """Does the error say that what is stored is wrong?"""
    code = getattr(_original(error), "sqlite_errorcode", None)
    is_of_file = code is not None and code & _KIND in _DAMAGED
    return is_of_file or _state(error) in _DAMAGED_THERE


def reason(error: Exception) -> str:
    """The system's or the database's own message, in one line."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return " ".join(str(_original(error)).split())


def _state(error: Exception) -> str | None:
    """PostgreSQL's five letters for an error; None for any other one."""
    return getattr(_original(error), "sqlstate", None)


def _original(error: Exception) -> object:
    return getattr(error, "orig", None) or error
