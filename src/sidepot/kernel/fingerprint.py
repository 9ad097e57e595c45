"""A hash of everything that a function's machine code is made from, in any file."""

from __future__ import annotations

import dis
import functools
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from enum import EnumMeta
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

Function = Callable[..., Any]
CONTENT = "#"
"""Separates a compiled function's qualified name from the fingerprint appended to it."""
_UNSTEADY = re.compile(rf" at 0x[0-9A-Fa-f]+|{CONTENT}[0-9a-f]{{64}}")
"""Text that differs between processes: the address in an object's default `repr`, and the
fingerprint that a function's name has only after it was compiled."""
_RAISE = dis.opmap["RAISE_VARARGS"]


def fingerprint(function: Function) -> str:
    """A hash of a function and of every compiled function that it reaches: code and values."""
    digest = hashlib.sha256()
    waiting, seen = [function], set[FunctionType]()
    while waiting:
        python = _python(waiting.pop())
        if python not in seen:
            seen.add(python)
            digest.update(python.__module__.encode() + b"\0")  # an entry names its module
            for piece in _code(python.__code__):
                digest.update(piece)
            for name, value in _values(python):
                digest.update(f"{name}={_written(value)}".encode())
                if hasattr(value, "py_func"):
                    waiting.append(value)
    return digest.hexdigest()


@functools.cache
def joint_fingerprint(functions: Iterable[Function]) -> str:
    """One hash of several functions."""
    return hashlib.sha256("".join(map(fingerprint, functions)).encode()).hexdigest()


def values_reached(function: Function) -> Iterator[tuple[str, Any]]:
    """The names and values that a function, and every rule that it reaches, takes from outside."""
    for python in _reached(function):
        yield from _values(python)


def names_reached(function: Function) -> set[str]:
    """Every name and text in the code of a function, and of every rule that it reaches.

    Whatever field of a record such code reads or writes, the field's name is among these.
    """
    found = set[str]()
    for python in _reached(function):
        found |= names_in(python.__code__) | _texts(python.__code__)
        found |= {value for _, value in _values(python) if isinstance(value, str)}
    return found


def _reached(function: Function) -> Iterator[FunctionType]:
    """A function and every rule that it reaches, each once."""
    waiting, seen = [function], set[FunctionType]()
    while waiting:
        python = _python(waiting.pop())
        if python not in seen:
            seen.add(python)
            yield python
            for _, value in _values(python):
                if hasattr(value, "py_func") or isinstance(value, FunctionType):
                    waiting.append(value)


def _texts(code: CodeType) -> set[str]:
    """The texts that a function names, those of functions inside it too."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    own = {constant for constant in code.co_consts if isinstance(constant, str)}
    return own.union(*map(_texts, inner))


def _python(function: Any) -> FunctionType:
    """The Python function behind a compiled one."""
    python: FunctionType = getattr(function, "py_func", function)
    return python


def _code(code: CodeType) -> Iterator[bytes]:
    """Byte code, names and constants of a function, without its position in the file.

    Machine code that raises an error names file and line, so there the position counts.
    """
    yield code.co_name.encode() + code.co_code
    if _RAISE in code.co_code[::2]:
        yield repr((code.co_filename, [*code.co_lines()])).encode()
    yield repr((code.co_varnames, code.co_names, code.co_freevars, code.co_argcount)).encode()
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code(constant)
        else:
            yield repr(constant).encode()


def _values(python: FunctionType) -> Iterator[tuple[str, Any]]:
    """The values that a function takes from its closure, its module and modules that it names."""
    names = sorted(names_in(python.__code__))
    yield "defaults", python.__defaults__
    for name, cell in zip(python.__code__.co_freevars, python.__closure__ or (), strict=True):
        yield from _named(name, cell.cell_contents, names)
    for name in names:
        if name in python.__globals__:
            yield from _named(name, python.__globals__[name], names)


def names_in(code: CodeType) -> set[str]:
    """The names of globals and attributes in the code of a function and of those inside it."""
    inner = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {*code.co_names}.union(*map(names_in, inner))


def _named(
    name: str, value: Any, names: list[str], above: tuple[ModuleType, ...] = ()
) -> Iterator[tuple[str, Any]]:
    """A value; for a module, all of its attributes that the function may refer to."""
    if not isinstance(value, ModuleType):
        yield name, value
    elif value not in above:
        for inner in names:
            if inner in vars(value):
                found = vars(value)[inner]
                yield from _named(f"{name}.{inner}", found, names, (*above, value))


def _written(value: Any) -> str:
    """A value as text: the same in every process, and different for different values."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, EnumMeta):
        members: dict[str, Any] = dict(value.__members__)
        return repr([(name, member.value) for name, member in members.items()])
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_written, value))})"
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(_written, value)))}}}"
    if callable(value):
        name = str(getattr(value, "__qualname__", value))
        return f"{getattr(value, '__module__', '')}.{_UNSTEADY.sub('', name)}"
    return _UNSTEADY.sub("", repr(value))
