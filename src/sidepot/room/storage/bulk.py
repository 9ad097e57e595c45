"""Statements of which the database does all rows in one step.

Python's SQLite lets go of the interpreter at every step, a row each, and beside a busy event loop
it is long until it has it back. So the rows go as one JSON document, which SQLite takes apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Column, LargeBinary, Table


@dataclass(frozen=True)
class Bulk:
    """A statement that takes its rows, by the names of the columns, from its one parameter."""

    sql: str

    def parameter(self, rows: Iterable[Mapping[str, Any]]) -> str:
        """The rows as the statement takes them; bytes must be UTF-8, as JSON is."""
        return msgspec.json.encode([_readable(row) for row in rows]).decode()


def _readable(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.decode() if isinstance(value, bytes) else value for name, value in row.items()
    }


def adding(table: Table, *, replacing: bool = False) -> Bulk:
    """An insert; with `replacing` it takes the place of what is there under the same key."""
    names = ", ".join(column.name for column in table.columns)
    values = ", ".join(map(_value, table.columns))
    insert = f"INSERT INTO {table.name} ({names}) SELECT {values} FROM json_each(?) AS row"
    if not replacing:
        return Bulk(insert)
    keys = ", ".join(column.name for column in table.primary_key)
    others = [c.name for c in table.columns if not c.primary_key]
    update = ", ".join(f"{name} = excluded.{name}" for name in others)
    return Bulk(f"{insert} WHERE true ON CONFLICT ({keys}) DO UPDATE SET {update}")


def setting(table: Table, key: str, names: Sequence[str]) -> Bulk:
    """An update of some columns of the rows that have a key; each row once."""
    c = table.columns
    update = ", ".join(f"{name} = {_value(c[name])}" for name in names)
    found = f"{table.name}.{key} = {_value(c[key])}"
    return Bulk(f"UPDATE {table.name} SET {update} FROM json_each(?) AS row WHERE {found}")


def _value(column: Column[Any]) -> str:
    value = f"json_extract(row.value, '$.{column.name}')"
    return f"CAST({value} AS BLOB)" if isinstance(column.type, LargeBinary) else value
