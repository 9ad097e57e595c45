"""Where records live: aligned tables, copies as bytes, and the plain form's view of both."""

import functools
from typing import Any

import numpy as np

from sidepot.kernel.compiling import PLAIN
from sidepot.kernel.parts import CACHE_LINE, Array

Records = Any
"""A one-dimensional table of records, as `table` makes it. `fields` reads a row by names."""


class PlainArray(np.ndarray[Any, Any]):
    """An array whose elements read as Python integers, which do not wrap."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return value if isinstance(value, np.ndarray) else int(value)


class Fields:
    """A record by reference, its parts and numbers under their names, for Python to read and write.

    A compiled rule takes it too: numba asks it for its type and its bytes. Handing over a table of
    one record is thirty times quicker, which is what `Game.entry` does.
    """

    __slots__ = ("_void",)

    def __init__(self, void: Any) -> None:
        object.__setattr__(self, "_void", void)

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._void[name]
        except ValueError:
            raise AttributeError(f"the record has no field {name!r}") from None
        if isinstance(value, np.void):
            return Fields(value)
        return value.view(PlainArray) if isinstance(value, np.ndarray) else int(value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._void.dtype.names:
            raise AttributeError(f"the record has no field {name!r}")
        self._void[name] = value

    @property
    def _numba_type_(self) -> Any:
        return _numba_type(self._void.dtype)

    @property
    def data(self) -> memoryview:
        """The record's bytes, as numba fetches them."""
        return self._void.data  # type: ignore[no-any-return]


@functools.cache
def _numba_type(dtype: np.dtype[Any]) -> Any:
    import numba

    return numba.from_dtype(dtype)


class PlainTable(np.ndarray[Any, Any]):
    """Plain form: a table whose rows read as `Fields`."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return Fields(value) if isinstance(value, np.void) else value

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value._void if isinstance(value, Fields) else value)


def table(dtype: np.dtype[Any], count: int = 1) -> Records:
    """`count` zeroed records, aligned to a cache line."""
    raw = np.zeros(count * dtype.itemsize + CACHE_LINE, "u1")
    start = -raw.ctypes.data % CACHE_LINE
    rows: Array = raw[start : start + count * dtype.itemsize].view(dtype)
    return rows.view(PlainTable) if PLAIN else rows


def fields(rows: Records, i: int = 0) -> Fields:
    """Row i of a table, by names: `fields(rows).seats.actor`."""
    return Fields(rows.view(np.ndarray)[i])


def readable(array: Array) -> Array:
    """An array as rules read it: in the plain form its elements become Python integers."""
    return array.view(PlainArray) if PLAIN else array


def to_bytes(rows: Records) -> bytes:
    """The bytes of a table, the same in both forms."""
    return bytes(memoryview(rows.view(np.ndarray).view("u1")))


def from_bytes(dtype: np.dtype[Any], data: bytes) -> Records:
    """The table that `to_bytes` wrote."""
    rows = table(dtype, len(data) // dtype.itemsize)
    rows.view(np.ndarray).view("u1")[:] = np.frombuffer(data, "u1")
    return rows


def copy(rows: Records) -> Records:
    """An independent copy of a table. Bytes copy thirty times faster than fields."""
    twin = table(rows.dtype, len(rows))
    twin.view(np.ndarray).view("u1")[:] = rows.view(np.ndarray).view("u1")
    return twin
