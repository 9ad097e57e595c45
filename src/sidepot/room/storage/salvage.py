"""Reads what can be read of a damaged database, row by row, into a new one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_BATCH = 1_000
"""Rows between two calls of `progress`."""
_BLIND = 10_000
"""Rows that are looked for behind the last readable one, where no index says how many there are."""

_RANGE = "WHERE rowid > ? AND rowid <= ? ORDER BY rowid"

_Rows = Iterator[tuple[object, ...] | None]


@dataclass(frozen=True)
class Salvaged:
    """How many rows of a table were read, and how many were not.

    `is_guess`: some could not be read, and no index says how many.
    """

    table: str
    read: int
    lost: int
    is_guess: bool


def salvage(
    damaged: sqlite3.Connection,
    new: sqlite3.Connection,
    table: str,
    progress: Callable[[int], None],
) -> Salvaged:
    """Copy the readable rows of a table; those whose key is there already are left out.

    The columns of the new table that the old one has are copied. Raises `sqlite3.Error` if the new
    database cannot be written.
    """
    columns = _common_columns(damaged, new, table)
    if not columns:
        return Salvaged(table, 0, 0, is_guess=True)
    names = ", ".join(columns)
    insert = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({', '.join('?' * len(columns))})"
    if key := _key_without_rowid(new, table):
        found, has_holes = _from_both_ends(damaged, f"SELECT {names} FROM {table}", key), False
    else:
        last, has_holes = _last_row(damaged, table)
        found = _rows(damaged, f"SELECT rowid, {names} FROM {table} NOT INDEXED", 0, last)
    read = 0
    for row in found:
        if row is None:
            has_holes = True
            continue
        try:
            read += new.execute(insert, row).rowcount
        except sqlite3.IntegrityError:  # a value that no good row has
            continue
        if read % _BATCH == 0:
            progress(read)
    expected = _count(damaged, table)
    lost = max(0, expected - read) if expected is not None else 0
    return Salvaged(table, read, lost, is_guess=has_holes and expected is None)


def _key_without_rowid(new: sqlite3.Connection, table: str) -> list[str]:
    """The key of a table whose rows have no id beside it; nothing for all others."""
    try:
        new.execute(f"SELECT rowid FROM {table} LIMIT 0")
    except sqlite3.OperationalError:
        info = new.execute(f"PRAGMA table_info({table})").fetchall()
        return [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
    return []


def _from_both_ends(damaged: sqlite3.Connection, query: str, key: list[str]) -> _Rows:
    """The rows from the first one to where reading fails, then None, then those from the last."""
    for order in ("ASC", "DESC"):
        try:
            yield from damaged.execute(f"{query} ORDER BY {', '.join(f'{k} {order}' for k in key)}")
        except sqlite3.DatabaseError:
            yield None
        else:
            return


def _common_columns(damaged: sqlite3.Connection, new: sqlite3.Connection, table: str) -> list[str]:
    """The columns that both tables have; none if the damaged one cannot be asked."""
    try:
        there = {row[1] for row in damaged.execute(f"PRAGMA table_info({table})")}
    except sqlite3.DatabaseError:
        return []
    return [row[1] for row in new.execute(f"PRAGMA table_info({table})") if row[1] in there]


def _rows(damaged: sqlite3.Connection, query: str, after: int, last: int) -> _Rows:
    """The readable rows with ids above `after` up to `last`.

    Where a range fails, None is among them, and its halves are tried, down to the one row that
    cannot be read.
    """
    ranges = [(after, last)]
    while ranges:
        low, high = ranges.pop()
        done = low
        try:
            for row in damaged.execute(f"{query} {_RANGE}", (low, high)):
                done = row[0]
                yield row[1:]
        except sqlite3.DatabaseError:
            yield None
            if high - done <= 1:
                continue
            middle = (done + high) // 2
            ranges += [(middle, high), (done, middle)]


def _last_row(damaged: sqlite3.Connection, table: str) -> tuple[int, bool]:
    """The highest row id of a table, and whether it is a guess."""
    for source in (table, *(f"{table} INDEXED BY {name}" for name in _indexes(damaged, table))):
        try:
            found = damaged.execute(f"SELECT max(rowid) FROM (SELECT rowid FROM {source})")
            return found.fetchone()[0] or 0, False
        except sqlite3.DatabaseError:
            continue
    last = 0
    try:
        for row in damaged.execute(f"SELECT rowid FROM {table} NOT INDEXED ORDER BY rowid"):
            last = row[0]
    except sqlite3.DatabaseError:
        return last + _BLIND, True
    return last, False


def _count(damaged: sqlite3.Connection, table: str) -> int | None:
    """How many rows a table has, by an index that can be read, or None."""
    for name in _indexes(damaged, table):
        try:
            query = f"SELECT count(*) FROM (SELECT rowid FROM {table} INDEXED BY {name})"
            return int(damaged.execute(query).fetchone()[0])
        except sqlite3.DatabaseError:
            continue
    return None


def _indexes(damaged: sqlite3.Connection, table: str) -> list[str]:
    try:
        return [row[1] for row in damaged.execute(f"PRAGMA index_list({table})")]
    except sqlite3.DatabaseError:
        return []
