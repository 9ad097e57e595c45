"""What an error of the database means: nothing can be written now, or a page is damaged."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import SQLAlchemyError

from sidepot.errors import CannotWrite, DatabaseDamaged

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_KIND = 0xFF
"""The part of an error's code that says its kind; the rest are details."""


def fault(error: SQLAlchemyError | sqlite3.Error) -> CannotWrite:
    """The room's error for one of the database."""
    kind = DatabaseDamaged if is_damage(error) else CannotWrite
    return kind("room.cannot_write", reason=reason(error))


def is_damage(error: Exception) -> bool:
    """Does the error say that the file itself is wrong?"""
    code = getattr(_original(error), "sqlite_errorcode", None)
    return code is not None and code & _KIND in _DAMAGED


def reason(error: Exception) -> str:
    """The system's or the database's own message."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return str(_original(error))


def _original(error: Exception) -> object:
    return getattr(error, "orig", None) or error
