"""Files of tables: CSV, or Parquet by pyarrow. A file appears when it is whole."""

from __future__ import annotations

import contextlib
import importlib
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from sidepot.errors import BadTable, NotSaved
from sidepot.history.tables.columns import TABLES
from sidepot.history.tables.frame import Frame
from sidepot.history.tables.rows import Row
from sidepot.paths import atomic_write

_CSV, _PARQUET = ".csv", ".parquet"
_QUOTED = re.compile(r'[",\r\n]')
"""Characters for which a text is quoted."""


def check_ending(file: Path) -> None:
    """Raise `BadTable` for a file of another kind, `ModuleNotFoundError` without pyarrow."""
    if file.suffix not in (_CSV, _PARQUET):
        raise BadTable("error.table_ending", file=str(file), legal=[_CSV, _PARQUET])
    if file.suffix == _PARQUET:
        importlib.import_module("pyarrow.parquet")


def names(file: Path, tables: Sequence[str]) -> dict[str, Path]:
    """The file of each table: the one that is named, or several with the table's name in theirs."""
    if len(tables) == 1:
        return {tables[0]: file}
    return {table: file.with_name(f"{file.stem}.{table}{file.suffix}") for table in tables}


def write_part(file: Path, table: str, rows: Sequence[Row]) -> None:
    """Write some rows of a table to a file of their own. Raises `NotSaved`."""
    with replacing(file) as new:
        if file.suffix == _CSV:
            with new.open("w", encoding="utf-8", newline="") as stream:
                _write_csv(stream, rows)
        else:
            parquet: Any = importlib.import_module("pyarrow.parquet")
            arrow: Any = importlib.import_module("pyarrow")
            with new.open("wb") as raw:  # pyarrow takes no path whose bytes are no text
                parquet.write_table(arrow.table(Frame(TABLES[table], rows)), raw)


def _write_csv(stream: IO[str], rows: Sequence[Row]) -> None:
    """Rows without a header. An empty text is quoted, and nothing stands for what is missing."""
    for row in rows:
        stream.write(",".join(map(_field, row)) + "\n")


def _field(value: object) -> str:
    """A value as a field of a row."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    if isinstance(value, str) and (not value or _QUOTED.search(value)):
        return '"{}"'.format(text.replace('"', '""'))
    return text


def join(file: Path, table: str, parts: Sequence[Path]) -> None:
    """Write a whole table from its parts. Raises `NotSaved`."""
    with replacing(file) as new:
        if file.suffix == _CSV:
            _join_csv(new, table, parts)
        else:
            _join_parquet(new, table, parts)


def _join_csv(new: Path, table: str, parts: Sequence[Path]) -> None:
    header = ",".join(column.name for column in TABLES[table])
    with new.open("wb") as stream:
        stream.write(f"{header}\n".encode())
        for part in parts:
            with part.open("rb") as source:
                shutil.copyfileobj(source, stream)


def _join_parquet(new: Path, table: str, parts: Sequence[Path]) -> None:
    parquet: Any = importlib.import_module("pyarrow.parquet")
    arrow: Any = importlib.import_module("pyarrow")
    schema = arrow.schema(Frame(TABLES[table], ()))
    with new.open("wb") as stream, parquet.ParquetWriter(stream, schema) as writer:
        for part in parts:
            with part.open("rb") as source:
                writer.write_table(parquet.read_table(source))


@contextlib.contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """A new file to write, which takes the place of another one at the end.

    Where the block is left by an error it is removed. Raises `NotSaved`.
    """
    try:
        with atomic_write(file) as draft:
            yield draft
    except OSError as error:
        reason = error.strerror or str(error)
        raise NotSaved("error.not_written", file=str(file), reason=reason) from error
