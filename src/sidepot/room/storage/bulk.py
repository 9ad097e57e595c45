"""Statements that insert or update all their rows in one step.

Python's SQLite releases the interpreter lock at every step, usually one per row, and waits long to
get it back while the event loop is busy. So the rows are passed as one JSON document, which SQLite
takes apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Column, LargeBinary, Table


@dataclass(frozen=True)
class Bulk:
    """A statement whose one parameter holds all its rows, as JSON objects by column name."""

    sql: str

    def parameter(self, rows: Iterable[Mapping[str, Any]]) -> str:
        """The rows as the statement's parameter; bytes in them must be UTF-8, as JSON is."""
        return msgspec.json.encode([_as_text(row) for row in rows]).decode()


def _as_text(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.decode() if isinstance(value, bytes) else value for name, value in row.items()
    }


def bulk_insert(table: Table, *, replacing: bool = False) -> Bulk:
    """An insert into a table; with `replacing`, a row with the same key is overwritten."""
    names = ", ".join(column.name for column in table.columns)
    values = ", ".join(map(_value, table.columns))
    insert = f"INSERT INTO {table.name} ({names}) SELECT {values} FROM json_each(?) AS row"
    if not replacing:
        return Bulk(insert)
    keys = ", ".join(column.name for column in table.primary_key)
    others = [c.name for c in table.columns if not c.primary_key]
    update = ", ".join(f"{name} = excluded.{name}" for name in others)
    return Bulk(f"{insert} WHERE true ON CONFLICT ({keys}) DO UPDATE SET {update}")


def bulk_update(table: Table, key: str, names: Sequence[str]) -> Bulk:
    """An update of the columns `names` in the rows with the given keys; each key once."""
    c = table.columns
    update = ", ".join(f"{name} = {_value(c[name])}" for name in names)
    same_key = f"{table.name}.{key} = {_value(c[key])}"
    return Bulk(f"UPDATE {table.name} SET {update} FROM json_each(?) AS row WHERE {same_key}")


def _value(column: Column[Any]) -> str:
    value = f"json_extract(row.value, '$.{column.name}')"
    return f"CAST({value} AS BLOB)" if isinstance(column.type, LargeBinary) else value
