"""Machine code on disk, named by all the source it was made from.

numba's own disk cache looks at one file only and goes on playing an old rule when a *called*
function in another file has changed. Here an entry's name is a hash of the function's module and of
every module that it imports (but the standard library, NumPy and numba, whose versions are in the
name), so an entry is never stale, nothing has to be invalidated, and processes cannot race for an
index.

This uses numba's private cache interface: the version is pinned, and `tests/kernel/test_cache.py`
tells when it changes.
"""

import contextlib
import functools
import hashlib
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba.core import caching, compiler, serialize

from sidepot import places, progress

VERSIONED = {*sys.stdlib_module_names, "numba", "numpy", "llvmlite"}
"""Packages whose sources are not hashed: their versions are part of every key."""


class SourceCache(caching.NullCache):  # type: ignore[misc]
    """The compiled forms of one function: one file a signature."""

    def __init__(self, function: Callable[..., Any], flags: dict[str, Any]) -> None:
        self._function = function
        self._flags = repr(sorted(flags.items()))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature, or None."""
        target_context.refresh()
        path = self._path(sig, target_context)
        try:
            reduced = pickle.loads(path.read_bytes())
        except (OSError, EOFError, pickle.UnpicklingError):
            progress.compiling(self._function.__name__)
            return None
        return compiler.CompileResult._rebuild(target_context, *reduced)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled form, whole or not at all."""
        path = self._path(sig, data.target_context)
        with contextlib.suppress(
            OSError
        ):  # a cache that cannot be written costs time, nothing else
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(f".{os.getpid()}")
            draft.write_bytes(serialize.dumps(data._reduce()))
            draft.replace(path)

    def _path(self, sig: Any, target_context: Any) -> Path:
        key = (
            numba.__version__,
            np.__version__,
            sys.version,
            target_context.codegen().magic_tuple(),
            self._flags,
            fingerprint(self._function),
            str(sig),
        )
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        return places.cache() / "compiled" / f"{self._function.__name__}-{digest}"


def fingerprint(function: Callable[..., Any]) -> str:
    """A hash of all that a function's machine code is made from: its sources and its closure."""
    python = getattr(function, "py_func", function)
    cells = (cell.cell_contents for cell in python.__closure__ or ())
    parts = [python.__qualname__, _sources(python.__module__)]
    parts += [fingerprint(cell) if callable(cell) else repr(cell) for cell in cells]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


@functools.cache
def _sources(module: str) -> str:
    """A hash of the source of a module and of all that it imports."""
    digest = hashlib.sha256()
    for name, file in sorted(_reach(sys.modules[module]).items()):
        digest.update(name.encode() + b"\0" + Path(file).read_bytes())
    return digest.hexdigest()


def _reach(start: ModuleType) -> dict[str, str]:
    """Name and file of every module of ours that can be reached from one, itself included."""
    found: dict[str, str] = {}
    waiting = [start]
    while waiting:
        module = waiting.pop()
        file = getattr(module, "__file__", None)
        if module.__name__ in found or file is None or _is_versioned(module.__name__):
            continue
        found[module.__name__] = file
        waiting += _imported(module)
    return found


def _imported(module: ModuleType) -> Iterator[ModuleType]:
    for value in list(vars(module).values()):
        if isinstance(value, ModuleType):
            yield value
        elif (home := getattr(value, "__module__", None)) in sys.modules:
            yield sys.modules[home]


def _is_versioned(name: str) -> bool:
    return name.partition(".")[0] in VERSIONED
