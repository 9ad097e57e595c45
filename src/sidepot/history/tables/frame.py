"""`Frame`: a table in memory, which other libraries read as Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sidepot.errors import BadTable
from sidepot.history.recorded import Recorded
from sidepot.history.replaying import replay
from sidepot.history.tables import arrow
from sidepot.history.tables.columns import HANDS, TABLES, Column
from sidepot.history.tables.rows import Row, rows_of


class Frame:
    """One of the tables, by columns: `polars.DataFrame(frame)`, `pyarrow.table(frame)`.

    `frame[name]` is a column as a tuple, None for what is missing, and `dict(frame)` all of them:
    `pandas.DataFrame(dict(frame))`.
    """

    def __init__(self, columns: Sequence[Column], rows: Sequence[Row]) -> None:
        self.columns = tuple(columns)
        """The columns: names, types, what they say."""
        values = zip(*rows, strict=True) if rows else ((),) * len(columns)
        self._values = dict(zip((column.name for column in columns), values, strict=True))
        self._length = len(rows)

    def keys(self) -> Sequence[str]:
        """The names of the columns."""
        return list(self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __getitem__(self, name: str) -> tuple[Any, ...]:
        return self._values[name]

    def __len__(self) -> int:
        """The number of rows."""
        return self._length

    def __repr__(self) -> str:
        return f"<Frame: {self._length} rows, {len(self.columns)} columns>"

    def __arrow_c_schema__(self) -> Any:
        """The types of the columns, by the Arrow PyCapsule interface."""
        return arrow.schema(self.columns)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The table, by the Arrow PyCapsule interface; other types than its own are not made."""
        return arrow.stream(self.columns, list(self._values.values()))


def frame(histories: Iterable[Recorded], rows: str = HANDS) -> Frame:
    """A table of some histories: `rows` is `hands`, `seats` or `decisions`.

    They are numbered from 1. Raises `BadTable`, and what `History.replay` raises.
    """
    check_name(rows)
    found: list[Row] = []
    for number, history in enumerate(histories, 1):
        found += rows_of(replay(history), None, str(number), [rows])[rows]
    return Frame(TABLES[rows], found)


def check_name(rows: str) -> None:
    """Raise `BadTable` unless there is a table of this name."""
    if not isinstance(rows, str) or rows not in TABLES:
        raise BadTable("error.table_rows", rows=str(rows)[:40], legal=list(TABLES))
