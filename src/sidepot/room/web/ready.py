"""The modules and words that a spare process reads early, so that it opens the room at once."""

from __future__ import annotations

import importlib

from sidepot.words import catalogue, languages

_LATE = (
    "alembic.runtime.migration",
    "psycopg",
    "sidepot.room.storage.migrating",
    "sidepot.room.web.http_protocol",
    "sidepot.room.web.socket_protocol",
    "sqlalchemy.dialects.postgresql.psycopg",
    "uvicorn.lifespan.off",
    "uvicorn.loops.auto",
)
"""Modules that are otherwise imported when the room opens."""


def import_all() -> None:
    """Import all that opening the room would import, and read the catalogues of words."""
    for name in _LATE:
        importlib.import_module(name)
    for language in languages():
        catalogue(language)
