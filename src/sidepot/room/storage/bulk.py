"""Statements that insert or update all their rows in one step.

Python's SQLite releases the interpreter lock at every step, usually one per row, and waits long to
get it back while the event loop is busy; PostgreSQL would answer every row. So the rows are passed
as one JSON document, which the database takes apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Column, LargeBinary, Table
from sqlalchemy.dialects import postgresql

_POSTGRESQL = postgresql.psycopg.dialect()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Bulk:
    """A statement whose one parameter holds all its rows, as JSON objects by column name."""

    sqlite: str
    postgresql: str

    def text(self, dialect: str) -> str:
        """The statement for a kind of database, by the name of its dialect."""
        return self.postgresql if dialect == "postgresql" else self.sqlite

    def parameter(self, rows: Iterable[Mapping[str, Any]]) -> str:
        """The rows as the statement's parameter; bytes in them must be UTF-8, as JSON is."""
        return msgspec.json.encode([_as_text(row) for row in rows]).decode()


def _as_text(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value.decode() if isinstance(value, bytes) else value for name, value in row.items()
    }


def bulk_insert(table: Table, *, replacing: bool = False) -> Bulk:
    """An insert into a table; with `replacing`, a row with the same key is overwritten.

    A key that the database numbers by itself is left to it.
    """
    columns = [column for column in table.columns if column is not _numbered(table)]
    names = ", ".join(column.name for column in columns)
    insert = f"INSERT INTO {table.name} ({names}) SELECT "
    update = _replacing(table) if replacing else ""
    return Bulk(
        f"{insert}{', '.join(map(_of_sqlite, columns))} FROM json_each(?) AS row{update}",
        f"{insert}{', '.join(map(_of_server, columns))} FROM {_records(columns)}{update}",
    )


def _numbered(table: Table) -> Column[Any] | None:
    """The key of a table whose rows the database numbers; they never name it."""
    return table.autoincrement_column if table.dialect_options["sqlite"]["autoincrement"] else None


def _replacing(table: Table) -> str:
    keys = ", ".join(column.name for column in table.primary_key)
    others = [c.name for c in table.columns if not c.primary_key]
    update = ", ".join(f"{name} = excluded.{name}" for name in others)
    return f" WHERE true ON CONFLICT ({keys}) DO UPDATE SET {update}"


def bulk_update(table: Table, key: str, names: Sequence[str]) -> Bulk:
    """An update of the columns `names` in the rows with the given keys; each key once."""
    c = table.columns
    columns = [c[key], *(c[name] for name in names)]

    def statement(source: str, value: Any) -> str:
        update = ", ".join(f"{name} = {value(c[name])}" for name in names)
        same_key = f"{table.name}.{key} = {value(c[key])}"
        return f"UPDATE {table.name} SET {update} FROM {source} WHERE {same_key}"

    return Bulk(
        statement("json_each(?) AS row", _of_sqlite),
        statement(_records(columns), _of_server),
    )


def _of_sqlite(column: Column[Any]) -> str:
    value = f"json_extract(row.value, '$.{column.name}')"
    return f"CAST({value} AS BLOB)" if isinstance(column.type, LargeBinary) else value


def _of_server(column: Column[Any]) -> str:
    value = f'row."{column.name}"'
    return f"convert_to({value}, 'UTF8')" if isinstance(column.type, LargeBinary) else value


def _records(columns: Sequence[Column[Any]]) -> str:
    """The rows of PostgreSQL's parameter, with the types of their columns; bytes come as text."""
    shape = ", ".join(f'"{column.name}" {_type(column)}' for column in columns)
    return f"json_to_recordset(%s::json) AS row({shape})"


def _type(column: Column[Any]) -> str:
    is_raw = isinstance(column.type, LargeBinary)
    return "text" if is_raw else column.type.compile(dialect=_POSTGRESQL)
