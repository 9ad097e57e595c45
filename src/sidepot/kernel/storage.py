"""The memory of records: aligned batches, copies as bytes, and the plain form's view of both."""

import ctypes
import functools
import operator
import struct
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from sidepot.kernel.compiling import PLAIN
from sidepot.kernel.parts import CACHE_LINE, Array

_BYTE = np.dtype("u1")
Records = Any
"""A batch: a one-dimensional array of records, as `batch` makes it; `fields` reads its rows."""


class _PlainArray(np.ndarray[Any, Any]):
    """An array whose elements read as Python integers, which do not wrap."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and self.ndim == 1:
            return self.item(key)  # ten times faster than the lines below
        value = super().__getitem__(key)
        return value if isinstance(value, np.ndarray) else int(value)


class _CachedProperty:
    """A property that is read once (`functools.cached_property` without its lock)."""

    def __init__(self, name: str, read: Callable[[Any], Any]) -> None:
        self.name = name
        self.read = read

    def __get__(self, record: Any, kind: type[Any]) -> Any:
        if record is None:
            return self  # callers ask the class only whether it has the field
        value = record.__dict__[self.name] = self.read(record)
        return value


class _PartProperty:
    """The part of a record at an offset, as a reference that is made once."""

    def __init__(self, name: str, kind: type["Fields"], offset: int) -> None:
        self.name, self.kind, self.offset = name, kind, offset

    def __get__(self, record: Any, kind: type[Any]) -> Any:
        if record is None:
            return self
        own = record.__dict__
        part = own[self.name] = self.kind(own["_memory"], own["_at"] + self.offset)
        return part


@functools.cache
def _numba_type(dtype: np.dtype[Any]) -> Any:
    import numba

    return numba.from_dtype(dtype)


class _Readers(dict[int, Callable[..., tuple[int, ...]]]):
    """Readers of so many numbers of one type from bytes, each made at its first use."""

    def __init__(self, letter: str) -> None:
        self._letter = letter

    def __missing__(self, n: int) -> Callable[..., tuple[int, ...]]:
        found = self[n] = struct.Struct(f"{n}{self._letter}").unpack_from
        return found


_readers = functools.cache(_Readers)
"""The readers by the letter that `struct` has for a type of number."""


class Fields:
    """A record by reference: its parts and numbers by name, for Python to read and write.

    A compiled rule takes it too: numba asks it for its type and its bytes. Passing a batch of one
    record is thirty times faster, which is what `Game.entry` does.
    """

    _dtype: np.dtype[Any]
    _columns: dict[str, tuple[_Readers, int, int]]
    """Arrays: the readers of their numbers, the offset in bytes, and the last dimension."""
    _numbers: dict[str, tuple[int, struct.Struct]]
    """Numbers: the offset in bytes, and the form."""

    def __init__(self, memory: Any, at: int = 0) -> None:
        """The record that begins at byte `at` of some memory."""
        own = self.__dict__
        own["_memory"], own["_at"] = memory, at

    def __getattr__(self, name: str) -> Any:
        """Raise `AttributeError`: every field has a property (`_kind`)."""
        raise AttributeError(self._unknown(name))

    def _unknown(self, name: str) -> str:
        known = ", ".join(each for each in self._dtype.names or () if each != "pad")
        return f"the record has no field {name!r}, only {known}"

    def __setattr__(self, name: str, value: Any) -> None:
        if type(value) is int and name in self._numbers:
            offset, number = self._numbers[name]
            try:
                number.pack_into(self._memory, self._at + offset, value)
            except (struct.error, TypeError):
                pass  # too large, or not to be written: numpy says so below
            else:
                return
        if name not in (self._dtype.names or ()):
            raise AttributeError(self._unknown(name))
        self._void[name] = value

    def __bytes__(self) -> bytes:
        """A copy of the record's bytes."""
        return bytes(self._memory[self._at : self._at + self._dtype.itemsize])

    _void = _CachedProperty("_void", lambda r: np.ndarray((), r._dtype, r._memory, r._at)[()])
    _numba_type_ = _CachedProperty("_numba_type_", lambda record: _numba_type(record._dtype))
    data = _CachedProperty("data", lambda record: record._void.data)
    """The record's bytes, as numba fetches them."""


def _kind(dtype: np.dtype[Any]) -> type[Fields]:
    """The class of a layout's records: one property per field, three times faster than by name.

    One layout is one dtype object (`parts.record`), by which its class is found.
    """
    known = _kinds.get(id(dtype))
    if known is None:
        found: Any = (dtype.fields or {}).items()
        members = {name: _member(name, field, offset) for name, (field, offset, *_) in found}
        columns = {
            name: (_readers(f.base.char), offset, int(f.shape[-1]))
            for name, (f, offset, *_) in found
            if f.subdtype
        }
        numbers = {
            name: (offset, struct.Struct(field.char))
            for name, (field, offset, *_) in found
            if not field.names and not field.subdtype
        }
        own = {"_dtype": dtype, "_columns": columns, "_numbers": numbers}
        known = _kinds[id(dtype)] = dtype, type("Fields", (Fields,), {**own, **members})
    return known[1]


_kinds: dict[int, tuple[np.dtype[Any], type[Fields]]] = {}


def _member(name: str, field: np.dtype[Any], offset: int) -> Any:
    """The property of a field: a number is read anew, a part or array is a reference."""
    if field.names:
        kind = _kind(field)
        return _PartProperty(name, kind, offset)
    if field.subdtype:
        each, shape = field.subdtype
        return _CachedProperty(name, lambda r: _PlainArray(shape, each, r._memory, r._at + offset))
    number = struct.Struct(field.char)

    def read(record: Any) -> int:
        found: int = number.unpack_from(record._memory, record._at + offset)[0]
        return found

    return property(read)


def column(part: Any, name: str, n: int) -> tuple[int, ...]:
    """The first n numbers of an array, row after row; five times faster than a slice."""
    readers, offset, _ = part._columns[name]
    found: tuple[int, ...] = readers[n](part._memory, part._at + offset)
    return found


def width(part: Any, name: str) -> int:
    """The size of an array's last dimension: of `seats` rows of cards, the cards of a row."""
    found: int = part._columns[name][2]
    return found


def reader(dtype: np.dtype[Any], *paths: str) -> Callable[[bytes | memoryview], tuple[int, ...]]:
    """Reads some numbers from a record's bytes, all at once; a path is like `chips.stack`.

    Of an array come all numbers: then it must be the only path.
    """
    places = [_place(dtype, path) for path in paths]
    order = sorted(range(len(places)), key=lambda i: places[i][1])
    form, at = "=", 0
    for letters, offset, size in (places[i] for i in order):
        form, at = f"{form}{offset - at}x{letters}", offset + size
    unpack = struct.Struct(form).unpack_from
    if order == sorted(order):
        return unpack
    pick = operator.itemgetter(*map(order.index, range(len(order))))
    return lambda data: pick(unpack(data))


def _place(dtype: np.dtype[Any], path: str) -> tuple[str, int, int]:
    """The numbers of a field as `struct` calls them, its offset in a record, and its bytes."""
    at = 0
    for name in path.split("."):
        found: Any = dtype.fields
        dtype, offset, *_ = found[name]
        at += offset
    letter = {1: "b", 2: "h", 4: "i", 8: "q"}[dtype.base.itemsize]
    return f"{dtype.itemsize // dtype.base.itemsize}{letter}", at, dtype.itemsize


class _PlainBatch(np.ndarray[Any, Any]):
    """The plain form of a batch: its rows read as `Fields`."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is int and self.ndim == 1:
            return fields(self, key)
        value = super().__getitem__(key)
        return fields(self, key) if isinstance(value, np.void) else value

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value._void if isinstance(value, Fields) else value)


def batch(dtype: np.dtype[Any], count: int = 1) -> Records:
    """`count` zeroed records, aligned to a cache line."""
    return _aligned(np.zeros(count * dtype.itemsize + CACHE_LINE, _BYTE), dtype)


def _aligned(raw: Any, dtype: np.dtype[Any]) -> Records:
    """The records in some bytes, which have a cache line to spare for the alignment."""
    return _Batch((len(raw) - CACHE_LINE) // dtype.itemsize, dtype, raw, _start(raw))


def _start(raw: Any) -> int:
    """The number of bytes before the first cache line begins."""
    return -ctypes.addressof(ctypes.c_char.from_buffer(raw)) % CACHE_LINE


_Batch: Any = _PlainBatch if PLAIN else np.ndarray


def fields(rows: Records, i: int = 0) -> Fields:
    """Row i of a batch, its fields by name: `fields(rows).seats.actor`."""
    if i == 0 and isinstance(rows, _PlainBatch):
        known: dict[str, Fields] = rows.__dict__  # rules in Python ask for it at every verb
        if "_first" not in known and len(rows):
            known["_first"] = _kind(rows.dtype)(raw(rows))
        if "_first" in known:
            return known["_first"]
    memory = rows.base
    if i == 0 and type(memory) is bytearray and len(memory) == rows.nbytes:
        return _kind(rows.dtype)(memory)  # twice as fast, for what `filled` has made
    place = range(len(rows))[i]
    return _kind(rows.dtype)(raw(rows), place * rows.itemsize)


def readable(array: Array) -> Array:
    """An array as rules read it: in the plain form its elements become Python integers."""
    return array.view(_PlainArray) if PLAIN else array


_READ_PLAINLY = "iuV"
"""The kinds of arrays that rules in plain Python read by classes of ours: of numbers, records."""


def in_plain_form(value: Any) -> Any:
    """The argument of rules in plain Python for a batch, a row of one, or an array of numbers."""
    if isinstance(value, tuple):
        found = map(in_plain_form, value)
        return type(value)(*found) if hasattr(value, "_fields") else tuple(found)
    if isinstance(value, np.void) and value.dtype.names:
        return _kind(value.dtype)(value.data)
    if type(value) is not np.ndarray or value.dtype.kind not in _READ_PLAINLY:
        return value
    return value.view(_PlainBatch if value.dtype.names else _PlainArray)


class Single(NamedTuple):
    """A batch of one record in three forms: its rows, the same as fields, and as bytes."""

    rows: Records
    fields: Fields
    raw: memoryview


def single(rows: Records) -> Single:
    """A batch of one record in its three forms."""
    memory = raw(rows)
    return Single(rows, _kind(rows.dtype)(memory), memory)


def filled(dtype: np.dtype[Any], data: bytes | memoryview) -> Records:
    """A new batch of one record with these bytes, made three times as fast as by `from_bytes`.

    It is aligned as its numbers need it, and not to a cache line: two threads share no hand.
    """
    return _Batch(1, dtype, bytearray(data))


def scratch(dtype: np.dtype[Any], use: str = "") -> Single:
    """A reusable batch of one to overwrite: one per thread, layout and use."""
    batches: dict[Any, Single] = _scratch.__dict__
    key = (id(dtype), use) if use else id(dtype)
    found = batches.get(key)
    if found is None:
        found = batches[key] = single(batch(dtype))
    return found


_scratch = threading.local()


def raw(rows: Records) -> memoryview:
    """A batch's bytes, for reading and writing, the same in both forms."""
    if type(rows.base) is bytearray and len(rows.base) == rows.nbytes:
        return memoryview(rows.base)  # twice as fast, for what `filled` has made
    found: Any = np.ndarray(rows.nbytes, _BYTE, rows)
    return memoryview(found)


def beginning(rows: Records, dtype: np.dtype[Any]) -> Records:
    """A batch of one as a smaller record of another layout that it begins with: the same bytes."""
    found: Records = _Batch(1, dtype, rows)
    return found


def to_bytes(rows: Records) -> bytes:
    """A copy of the bytes of a batch."""
    found: bytes = rows.tobytes()
    return found


def from_bytes(dtype: np.dtype[Any], data: bytes) -> Records:
    """The batch that `to_bytes` wrote."""
    rows = _aligned(np.empty(len(data) + CACHE_LINE, _BYTE), dtype)
    raw(rows)[:] = data
    return rows


def copy(rows: Records) -> Records:
    """An independent copy of a batch. Bytes copy thirty times faster than fields."""
    clone = _aligned(np.empty(rows.nbytes + CACHE_LINE, _BYTE), rows.dtype)
    raw(clone)[:] = raw(rows)
    return clone
