"""Preloads modules and words in a spare process, which then opens the room at once."""

from __future__ import annotations

import contextlib
import importlib

from sidepot.words import catalogue, languages

_LATE = (
    "psycopg",
    "sidepot.room.web.delivery",
    "sidepot.room.web.socket_protocol",
    "sqlalchemy.dialects.postgresql.psycopg",
)
"""Modules that are otherwise imported when the room opens."""
_IF_INSTALLED = ("uvicorn.protocols.http.h11_impl", "uvloop")
"""The same, of modules that some platforms and some versions do not have."""


def import_all() -> None:
    """Import all that opening the room would import, and read the catalogues of words."""
    for name in _LATE:
        importlib.import_module(name)
    for name in _IF_INSTALLED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for language in languages():
        catalogue(language)
