"""A cache of machine code on disk, keyed by everything that the code was made from.

numba's own disk cache checks one file only and keeps running an old rule when a *called* function
in another file has changed. Here an entry's name is a hash of the function's byte code, of the
values that it takes from its module, from other modules and from its closure, and of the same for
every compiled function that it calls; also of the versions of Python, NumPy and numba, the
processor, and the compiler's settings from the environment. So an entry is never stale, nothing has
to be invalidated, and processes cannot race for an index. When several processes want an entry at
once, one compiles it (`kernel.turns`).

This uses numba's private cache interface; `kernel.private` checks that it is the known one.
"""

import contextlib
import hashlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, compiler, event, serialize

from sidepot import paths, progress
from sidepot.kernel import called, private
from sidepot.kernel.fingerprint import CONTENT, fingerprint
from sidepot.kernel.turns import Turn

_CHECKSUM = hashlib.sha256().digest_size
_SETTINGS = (
    "OPT",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
    "LLVM_REFPRUNE_PASS",
    "LLVM_REFPRUNE_FLAGS",
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
)
"""Compiler settings from the environment, which numba's own cache ignores."""


def attach(dispatcher: Any, function: Callable[..., Any], flags: dict[str, Any]) -> None:
    """Give a function that numba is about to compile this cache."""
    if isinstance(getattr(dispatcher, "_cache", None), caching.NullCache):
        dispatcher._cache = _CodeCache(function, flags)
    else:
        private.give_up("Dispatcher._cache")


class _CodeCache(caching.NullCache):  # type: ignore[misc]
    """The compiled forms of one function: one file per signature, beginning with its checksum."""

    def __init__(self, function: Callable[..., Any], flags: dict[str, Any]) -> None:
        self._function = function
        self._flags = repr(sorted(flags.items()))
        self._turns: list[Turn] = []

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature, or None."""
        if not private.is_caching():
            return None
        target_context.refresh()
        path = self._path(sig, target_context)
        if found := _rebuilt(path, target_context):
            return found
        progress.compiling(self._function.__name__)
        self._turns.append(Turn(path))
        try:
            if found := _rebuilt(path, target_context):  # made by who had the turn before
                self.end_turn()
                return found
            self._name_by_content()
        except BaseException:  # nothing is compiled: the next process need not wait for it
            self.end_turn()
            raise
        return None

    def end_turn(self) -> None:
        """End the turn: the compiled form is saved, or the function cannot be compiled."""
        if self._turns:
            self._turns.pop().end()

    def _name_by_content(self) -> None:
        """Append the fingerprint to the function's name in machine code, before it is compiled.

        numba numbers functions that have the same name, and starts from 0 in every process. So two
        policies from one closure, compiled in two processes, would be mistaken for one in a third.
        """
        if CONTENT not in self._function.__qualname__:
            self._function.__qualname__ += CONTENT + fingerprint(self._function)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled form, atomically.

        Failing to write costs time and nothing else, whether the cause is the file system or a
        change in numba's private parts.
        """
        try:
            if private.is_caching():
                self._save(sig, data)
        finally:
            self.end_turn()

    def _save(self, sig: Any, data: Any) -> None:
        try:
            reduced = serialize.dumps(data._reduce())
            called.set_environments(data)
        except Exception as error:
            private.give_up(repr(error))
        else:
            with contextlib.suppress(OSError):
                _write(self._path(sig, data.target_context), reduced)

    def _path(self, sig: Any, target_context: Any) -> Path:
        key = (
            numba.__version__,
            np.__version__,
            sys.version,
            target_context.codegen().magic_tuple(),
            self._flags,
            [(name, repr(getattr(numba.config, name, None))) for name in _SETTINGS],
            CONTENT,
            fingerprint(self._function),
            str(sig),
        )
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        return paths.cache() / "compiled" / f"{self._function.__name__}-{digest}"


def _write(path: Path, reduced: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with paths.atomic_write(path) as draft:
        draft.write_bytes(hashlib.sha256(reduced).digest() + reduced)


class _Failures(event.Listener):  # type: ignore[misc]
    """Ends the turn when compiling has failed, so that the next process can try."""

    def on_start(self, event: Any) -> None:
        """Do nothing: a turn begins in `load_overload`."""

    def on_end(self, event: Any) -> None:
        """End the turn after a failure; numba calls this before machine code is saved."""
        dispatcher = event.data["dispatcher"]
        has_failed = tuple(event.data["args"]) not in dispatcher.overloads
        if has_failed and isinstance(dispatcher._cache, _CodeCache):
            dispatcher._cache.end_turn()


event.register("numba:compile", _Failures())


def _rebuilt(path: Path, target_context: Any) -> Any:
    """The compiled form in a file, or None."""
    reduced = _read(path)
    with contextlib.suppress(Exception):  # an unusable entry is compiled again
        if reduced is not None:
            parts = pickle.loads(reduced)
            if called.holds(parts):
                return called.rebuilt(target_context, parts)
            return compiler.CompileResult._rebuild(target_context, *parts)
    return None


def _read(path: Path) -> bytes | None:
    """The contents of a cache file, or None if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, reduced = data[:_CHECKSUM], data[_CHECKSUM:]
    return reduced if hashlib.sha256(reduced).digest() == checksum else None
