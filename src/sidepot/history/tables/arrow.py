"""Tables by the Arrow PyCapsule interface, without a library.

pandas, polars, pyarrow, DuckDB and others take any object that has `__arrow_c_stream__`. It gives
structs of Arrow's C data interface, whose layout is fixed: https://arrow.apache.org/docs/format.
Each struct has a function that its reader calls when it needs it no longer; until then `_alive`
holds what it points to.
"""

from __future__ import annotations

import ctypes
import itertools
from collections.abc import Sequence
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from typing import Any

import numpy as np

from sidepot.history.tables.columns import NUMBER, TEXT, TRUTH, WHOLE, Column

_FORMATS = {TEXT: b"U", WHOLE: b"l", NUMBER: b"g", TRUTH: b"b"}
_STRUCT = b"+s"
_NULLABLE = 2
_STREAM, _SCHEMA = b"arrow_array_stream", b"arrow_schema"
"""The names of the capsules."""
_NOT_SUPPORTED = 38

_alive: dict[int, Any] = {}
"""The objects that structs point to, by their `private_data`."""
_numbers = itertools.count(1)


class _Schema(ctypes.Structure):
    """`ArrowSchema`: the type of a column, or of a table with its columns as children."""


class _Array(ctypes.Structure):
    """`ArrowArray`: the buffers of a column, or a table with its columns as children."""


class _Stream(ctypes.Structure):
    """`ArrowArrayStream`: a schema, and tables that follow each other."""


_Release = CFUNCTYPE(None, c_void_p)
_Get = CFUNCTYPE(c_int, c_void_p, c_void_p)
_Error = CFUNCTYPE(c_void_p, c_void_p)

_Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(_Schema))),
    ("dictionary", c_void_p),
    ("release", _Release),
    ("private_data", c_void_p),
]
_Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(_Array))),
    ("dictionary", c_void_p),
    ("release", _Release),
    ("private_data", c_void_p),
]
_Stream._fields_ = [
    ("get_schema", _Get),
    ("get_next", _Get),
    ("get_last_error", _Error),
    ("release", _Release),
    ("private_data", c_void_p),
]


def stream(columns: Sequence[Column], values: Sequence[Sequence[Any]]) -> Any:
    """A capsule of a stream with one table: `values` has a sequence for each column."""
    made = _Stream(_get_schema, _get_next, _get_last_error, _release_stream, next(_numbers))
    _alive[made.private_data] = [columns, values]
    return _capsule(made, _STREAM)


def schema(columns: Sequence[Column]) -> Any:
    """A capsule of the types of some columns."""
    made = _Schema()
    _fill_schema(made, columns)
    return _capsule(made, _SCHEMA)


def _fill_schema(table: _Schema, columns: Sequence[Column]) -> None:
    """Write the types of a table into a struct."""
    children = [_Schema() for _ in columns]
    for child, column in zip(children, columns, strict=True):
        child.format, child.name = _FORMATS[column.type], column.name.encode()
        child.flags = _NULLABLE if column.is_nullable else 0
        child.release, child.private_data = _release_schema, _keep(child.name)
    table.format, table.name = _STRUCT, b""
    _adopt(table, children, _Schema)
    table.release = _release_schema


def _fill_array(table: _Array, columns: Sequence[Column], values: Sequence[Sequence[Any]]) -> None:
    """Write the values of a table into a struct."""
    children = [_Array() for _ in columns]
    for child, column, each in zip(children, columns, values, strict=True):
        buffers = [_validity(each), *_buffers(column.type, each)]
        child.length, child.null_count = len(each), sum(value is None for value in each)
        child.n_buffers, child.release = len(buffers), _release_array
        addresses = [None if buffer is None else buffer.ctypes.data for buffer in buffers]
        child.buffers = (c_void_p * len(buffers))(*addresses)
        child.private_data = _keep((buffers, child.buffers))
    table.length = len(values[0]) if values else 0
    table.n_buffers, table.buffers = 1, (c_void_p * 1)(None)
    _adopt(table, children, _Array)
    table.release = _release_array


def _adopt(table: Any, children: Sequence[Any], kind: type[Any]) -> None:
    """Let a struct have others as its children, and keep them with it."""
    table.n_children = len(children)
    table.children = (POINTER(kind) * len(children))(*map(ctypes.pointer, children))
    table.private_data = _keep((children, table.children, getattr(table, "buffers", None)))


def _keep(value: Any) -> int:
    """Keep a value alive until a struct with this number is released."""
    number = next(_numbers)
    _alive[number] = value
    return number


def _validity(values: Sequence[Any]) -> Any:
    """A bit for each value, 1 unless it is missing; None if all are there."""
    there = np.fromiter((value is not None for value in values), np.bool_, len(values))
    return None if there.all() else np.packbits(there, bitorder="little")


def _buffers(kind: str, values: Sequence[Any]) -> list[Any]:
    """The values of a column as Arrow lays them out."""
    if kind == TEXT:
        texts = [b"" if value is None else value.encode("utf-8", "replace") for value in values]
        offsets = np.zeros(len(texts) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)), out=offsets[1:])
        return [offsets, np.frombuffer(b"".join(texts) or b"\0", np.uint8)]
    bare = [0 if value is None else value for value in values]
    if kind == TRUTH:
        return [np.packbits(np.array(bare, np.bool_), bitorder="little")]
    return [np.array(bare, np.int64 if kind == WHOLE else np.float64)]


def _released(address: int, kind: type[Any]) -> None:
    """Release a struct with its children, those that nobody has moved away."""
    struct = kind.from_address(address)
    for i in range(struct.n_children):
        child = struct.children[i]
        if child.contents.release:
            child.contents.release(ctypes.addressof(child.contents))
    _end(struct)


def _end(struct: Any) -> None:
    """Mark a struct as released, and drop what it points to."""
    number, struct.release = struct.private_data, _Release()
    _alive.pop(number, None)


@_Release  # type: ignore[untyped-decorator]
def _release_schema(address: int) -> None:
    _released(address, _Schema)


@_Release  # type: ignore[untyped-decorator]
def _release_array(address: int) -> None:
    _released(address, _Array)


@_Release  # type: ignore[untyped-decorator]
def _release_stream(address: int) -> None:
    _end(_Stream.from_address(address))


@_Get  # type: ignore[untyped-decorator]
def _get_schema(address: int, out: int) -> int:
    columns, _ = _alive[_Stream.from_address(address).private_data]
    _fill_schema(_blank(_Schema, out), columns)
    return 0


@_Get  # type: ignore[untyped-decorator]
def _get_next(address: int, out: int) -> int:
    """Write the table at the first call; at later ones a released struct: the end."""
    state = _alive[_Stream.from_address(address).private_data]
    table = _blank(_Array, out)
    if state[1] is not None:
        _fill_array(table, *state)
        state[1] = None
    return 0


@_Error  # type: ignore[untyped-decorator]
def _get_last_error(_: int) -> None:
    return None


def _blank(kind: type[Any], address: int) -> Any:
    """The struct at an address, filled with zeros."""
    ctypes.memset(address, 0, ctypes.sizeof(kind))
    return kind.from_address(address)


_new = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)
_pointer = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
_name_of = ctypes.PYFUNCTYPE(c_void_p, c_void_p)(("PyCapsule_GetName", ctypes.pythonapi))


def _capsule(struct: Any, name: bytes) -> Any:
    """A capsule of a struct, which releases it unless its reader has moved it away."""
    address = ctypes.addressof(struct)
    _alive[-address] = struct
    return _new(address, name, ctypes.cast(_destroy, c_void_p))


@_Release  # type: ignore[untyped-decorator]
def _destroy(capsule: int) -> None:
    """Release the struct of a capsule that nobody holds any longer."""
    name: bytes = ctypes.string_at(_name_of(capsule))
    address = _pointer(capsule, name)
    struct = _alive.pop(-address)
    if struct.release:
        struct.release(address)
