"""Where records live: aligned tables, copies as bytes, and the plain form's view of both."""

import functools
import struct
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

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


class _Kept:
    """A property that is read once (`functools.cached_property` without its lock)."""

    def __init__(self, name: str, read: Callable[[Any], Any]) -> None:
        self.name = name
        self.read = read

    def __get__(self, record: Any, kind: type[Any]) -> Any:
        value = record.__dict__[self.name] = self.read(record)
        return value


@functools.cache
def _numba_type(dtype: np.dtype[Any]) -> Any:
    import numba

    return numba.from_dtype(dtype)


class Fields:
    """A record by reference, its parts and numbers under their names, for Python to read and write.

    A compiled rule takes it too: numba asks it for its type and its bytes. Handing over a table of
    one record is thirty times quicker, which is what `Game.entry` does.
    """

    def __init__(self, void: Any) -> None:
        self.__dict__["_void"] = void

    def __getattr__(self, name: str) -> Any:
        """Whatever has no property of its own: see `_kind`."""
        raise AttributeError(f"the record has no field {name!r}")

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self._void.dtype.names:
            raise AttributeError(f"the record has no field {name!r}")
        self._void[name] = value

    _numba_type_ = _Kept("_numba_type_", lambda record: _numba_type(record._void.dtype))
    data = _Kept("data", lambda record: record._void.data)
    """The record's bytes, as numba fetches them."""


def _kind(dtype: np.dtype[Any]) -> type[Fields]:
    """The class of a layout's records: a property a field, which costs a third of a lookup by name.

    One layout is one dtype object (`parts.record`), by which its class is found.
    """
    if id(dtype) not in _kinds:
        found: Any = (dtype.fields or {}).items()
        members = {name: _member(name, field, offset) for name, (field, offset, *_) in found}
        _kinds[id(dtype)] = dtype, type("Fields", (Fields,), members)
    return _kinds[id(dtype)][1]


_kinds: dict[int, tuple[np.dtype[Any], type[Fields]]] = {}


def _member(name: str, field: np.dtype[Any], offset: int) -> Any:
    """A number as it is now; a part or an array, which are references and stay."""
    if field.names:
        kind = _kind(field)
        return _Kept(name, lambda record: kind(record._void[name]))
    if field.subdtype:
        return _Kept(name, lambda record: record._void[name].view(PlainArray))
    number = struct.Struct(field.char)

    def read(record: Fields) -> int:
        found: int = number.unpack_from(record._void, offset)[0]
        return found

    return property(read)


class PlainTable(np.ndarray[Any, Any]):
    """Plain form: a table whose rows read as `Fields`."""

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(key)
        return _kind(self.dtype)(value) if isinstance(value, np.void) else value

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value._void if isinstance(value, Fields) else value)


def table(dtype: np.dtype[Any], count: int = 1) -> Records:
    """`count` zeroed records, aligned to a cache line."""
    return _aligned(np.zeros(count * dtype.itemsize + CACHE_LINE, "u1"), dtype)


def _aligned(raw: Array, dtype: np.dtype[Any]) -> Records:
    """The records in some bytes, of which there is a cache line too many."""
    start = -raw.ctypes.data % CACHE_LINE
    rows: Array = raw[start : start + len(raw) - CACHE_LINE].view(dtype)
    return rows.view(PlainTable) if PLAIN else rows


def fields(rows: Records, i: int = 0) -> Fields:
    """Row i of a table, by names: `fields(rows).seats.actor`."""
    void = rows.view(np.ndarray)[i]
    return _kind(void.dtype)(void)


def readable(array: Array) -> Array:
    """An array as rules read it: in the plain form its elements become Python integers."""
    return array.view(PlainArray) if PLAIN else array


class Scratch(NamedTuple):
    """A table of one to write over: its rows, the same as fields, and as bytes."""

    rows: Records
    fields: Fields
    raw: memoryview


def scratch(dtype: np.dtype[Any]) -> Scratch:
    """The scratch of a layout: the same one at every call of a thread."""
    kept: dict[Any, Scratch] = _scratch.__dict__
    found = kept.get(id(dtype))
    if found is None:
        rows = table(dtype)
        found = kept[id(dtype)] = Scratch(rows, fields(rows), raw(rows))
    return found


_scratch = threading.local()


def raw(rows: Records) -> memoryview:
    """A table's bytes, for reading and writing, the same in both forms."""
    return memoryview(rows.view(np.ndarray).view("u1"))


def to_bytes(rows: Records) -> bytes:
    """A copy of the bytes of a table."""
    return bytes(raw(rows))


def from_bytes(dtype: np.dtype[Any], data: bytes) -> Records:
    """The table that `to_bytes` wrote."""
    rows = _aligned(np.empty(len(data) + CACHE_LINE, "u1"), dtype)
    raw(rows)[:] = data
    return rows


def copy(rows: Records) -> Records:
    """An independent copy of a table. Bytes copy thirty times faster than fields."""
    twin = _aligned(np.empty(rows.nbytes + CACHE_LINE, "u1"), rows.dtype)
    raw(twin)[:] = raw(rows)
    return twin
