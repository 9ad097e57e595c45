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
import functools
import hashlib
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm
from numba.core import caching, compiler, event

from sidepot import paths, progress
from sidepot.kernel import called, postponed, private
from sidepot.kernel.entries import content, sealed
from sidepot.kernel.fingerprint import CONTENT, fingerprint
from sidepot.kernel.turns import Turn

_SETTINGS = (
    "OPT",
    "LOOP_VECTORIZE",
    "SLP_VECTORIZE",
    "LLVM_REFPRUNE_PASS",
    "LLVM_REFPRUNE_FLAGS",
    "BOUNDSCHECK",
    "DEBUGINFO_DEFAULT",
    "CPU_NAME",
    "CPU_FEATURES",
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
        self._turns: list[tuple[Turn, Path]] = []

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled form for a signature, or None."""
        if not private.is_caching():
            return None
        target_context.refresh()
        path = self._path(sig)
        if found := _rebuilt(path, target_context):
            return found
        postponed.check_may_compile()
        progress.compiling(self._function.__name__)
        self._turns.append((Turn(path), path))
        try:
            if found := _rebuilt(path, target_context):  # made by the process before
                self.settle(None)
                return found
            self._name_by_content()
        except BaseException:  # nothing is compiled: the next process need not wait for it
            self.settle(None)
            raise
        return None

    def settle(self, compiled: Any) -> None:
        """Store what was compiled, None if it has failed, and end the turn."""
        if not self._turns:
            return
        turn, path = self._turns.pop()
        try:
            if compiled is not None and private.is_caching():
                _save(path, compiled)
        finally:
            turn.end()

    def _name_by_content(self) -> None:
        """Append the fingerprint to the function's name in machine code, before it is compiled.

        numba numbers functions that have the same name, and starts from 0 in every process. So two
        policies from one closure, compiled in two processes, would be mistaken for one in a third.
        """
        if CONTENT not in self._function.__qualname__:
            self._function.__qualname__ += CONTENT + fingerprint(self._function)

    def _path(self, sig: Any) -> Path:
        key = (
            numba.__version__,
            np.__version__,
            sys.version,
            *_processor(),
            self._flags,
            [(name, repr(getattr(numba.config, name, None))) for name in _SETTINGS],
            CONTENT,
            fingerprint(self._function),
            str(sig),
        )
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        return paths.cache() / "compiled" / f"{self._function.__name__}-{digest}"


@functools.cache
def _processor() -> tuple[str, ...]:
    """The processor that machine code is made for."""
    features = llvm.get_host_cpu_features().flatten()
    return llvm.get_process_triple(), llvm.get_host_cpu_name(), features


def _reduced(compiled: Any) -> tuple[Any, ...]:
    """The parts of a compiled function, for the cache.

    numba sets the environment of a function with its own machine code, and those of all that was
    linked into it only for code from its cache; here they are set at once.
    """
    reduced: tuple[Any, ...] = compiled._reduce()
    for environment in reduced[-1]:
        compiled.library.codegen.set_env(environment.env_name, environment)
    return reduced


def _save(path: Path, compiled: Any) -> None:
    """Store a compiled form, atomically.

    Failing to write costs time and nothing else, whether the cause is the file system or a change
    in numba's private parts.
    """
    try:
        reduced = pickle.dumps(called.reduced(compiled) or _reduced(compiled))
    except Exception as error:
        private.give_up(repr(error))
    else:
        with contextlib.suppress(OSError):
            paths.write_whole(path, sealed(reduced))


class _Endings(event.Listener):  # type: ignore[misc]
    """Stores each function that numba has compiled, and ends the turn, after a failure too."""

    def on_start(self, event: Any) -> None:
        """Do nothing: a turn begins in `load_overload`."""

    def on_end(self, event: Any) -> None:
        """Store the compiled form, if there is one, and end the turn."""
        dispatcher = event.data["dispatcher"]
        if isinstance(dispatcher._cache, _CodeCache):
            dispatcher._cache.settle(dispatcher.overloads.get(tuple(event.data["args"])))


event.register("numba:compile", _Endings())


def _rebuilt(path: Path, target_context: Any) -> Any:
    """The compiled form in a file, or None."""
    reduced = content(path)
    with contextlib.suppress(Exception):  # an unusable entry is compiled again
        if reduced is not None:
            parts = pickle.loads(reduced)
            if len(parts) == called.PARTS:
                return called.rebuilt(target_context, parts)
            return compiler.CompileResult._rebuild(target_context, *parts)
    return None
