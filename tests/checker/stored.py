"""The database as the checker reads it, with none of the room's code in between."""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class Stored:
    """A reader of a room's database. It sees what is committed, and nothing else."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        if self._connection is None:
            self._connection = sqlite3.connect(self._path, timeout=1, isolation_level=None)
        return self._connection.execute(query, values).fetchall()

    def version(self, table: str) -> int | None:
        """The last committed version of a table; None if it cannot be read now."""
        with contextlib.suppress(sqlite3.Error):
            return int(self._rows("SELECT max(version) FROM log WHERE table_id = ?", table)[0][0])
        return None

    def chat_number(self, table: str) -> int | None:
        """The number of the last committed line of chat; None if it cannot be read now."""
        with contextlib.suppress(sqlite3.Error):
            [(number,)] = self._rows("SELECT max(number) FROM chat WHERE table_id = ?", table)
            return int(number or 0)
        return None

    def log(self, table: str) -> list[tuple[int, Json]]:
        """The log of a table: versions and events."""
        query = "SELECT version, event FROM log WHERE table_id = ? ORDER BY version"
        return [(version, json.loads(event)) for version, event in self._rows(query, table)]

    def chat(self, table: str) -> list[tuple[int, str, str]]:
        """The chat of a table: number, guest, and the command's id."""
        query = "SELECT number, guest, command FROM chat WHERE table_id = ? ORDER BY number"
        return [(number, guest, id) for number, guest, id in self._rows(query, table)]

    def is_sound(self) -> bool:
        """Does SQLite find the file in order?"""
        return self._rows("PRAGMA integrity_check") == [("ok",)]

    def close(self) -> None:
        """Close the connection."""
        if self._connection:
            self._connection.close()
            self._connection = None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """A context in which this process holds the only lock for writing."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
    finally:
        connection.close()
