"""Statements as the text that a database's own driver takes, each made once.

SQLAlchemy's connections cost more than the statements themselves where every action is a commit.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Executable, Insert
from sqlalchemy.engine import Dialect

from sidepot.room.storage.bulk import Bulk

Statement = Executable | Bulk


class Texts:
    """The texts of statements for one kind of database."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = copy.copy(dialect)
        if dialect.name == "sqlite":
            self._dialect.paramstyle, self._dialect.positional = "named", False
        self._known: dict[int, tuple[Statement, str, Mapping[str, Any]]] = {}
        """By the identity of the statement, which is kept: its text, and values that are in it."""

    def execute(self, cursor: Any, statement: Statement, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute a statement with all of its rows."""
        if isinstance(statement, Bulk):
            cursor.execute(statement.text(self._dialect.name), (statement.parameter(rows),))
            return
        known = self._known.get(id(statement)) or self._learn(statement, rows[0])
        _, text, own = known
        if len(rows) == 1:
            cursor.execute(text, {**own, **rows[0]})
        else:
            cursor.executemany(text, [{**own, **row} for row in rows])

    def _learn(
        self, statement: Executable, row: Mapping[str, Any]
    ) -> tuple[Statement, str, Mapping[str, Any]]:
        keys = list(row) if isinstance(statement, Insert) else None
        made = statement.compile(dialect=self._dialect, column_keys=keys)  # type: ignore[attr-defined]
        own = {name: value for name, value in made.params.items() if name not in row}
        known = self._known[id(statement)] = (statement, str(made), own)
        return known
