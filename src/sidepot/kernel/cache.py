"""Machine code on disk, named by all that it was made from.

numba's own disk cache looks at one file only and goes on playing an old rule when a *called*
function in another file has changed. Here an entry's name is a hash of the function's byte code, of
the values that it takes from its module, from other modules and from its closure, and of the same
for every compiled function that it calls; with the versions of Python, NumPy and numba, the
processor, and what the environment tells the compiler. So an entry is never stale, nothing has to
be invalidated, and processes cannot race for an index. Of several processes that want an entry at
once, one compiles it (`kernel.turns`).

This uses numba's private cache interface; `kernel.private` looks whether it is the one we know.
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
from sidepot.kernel import private
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
"""What the environment tells numba's compiler, and numba's own cache does not notice either."""


def attach(dispatcher: Any, function: Callable[..., Any], flags: dict[str, Any]) -> None:
    """Give a function that numba is about to compile this cache."""
    if isinstance(getattr(dispatcher, "_cache", None), caching.NullCache):
        dispatcher._cache = _CodeCache(function, flags)
    else:
        private.give_up("Dispatcher._cache")


class _CodeCache(caching.NullCache):  # type: ignore[misc]
    """The compiled forms of one function: one file a signature, its checksum first."""

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
        if found := _rebuilt(path, target_context):  # made by whoever had the turn before
            self.end_turn()
            return found
        self._name_by_content()
        return None

    def end_turn(self) -> None:
        """What was to be compiled is there, or cannot be compiled."""
        if self._turns:
            self._turns.pop().end()

    def _name_by_content(self) -> None:
        """Before a function is compiled: what it is made from goes into its name in machine code.

        numba tells functions of one name apart by counting them, and a count starts anew with every
        process. Two policies from one closure, compiled in two processes, would in a third be one.
        """
        if CONTENT not in self._function.__qualname__:
            self._function.__qualname__ += CONTENT + fingerprint(self._function)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled form, whole or not at all.

        A cache that cannot be written costs time, nothing else; nor does one that numba's private
        parts do not let us write.
        """
        if private.is_caching():
            try:
                reduced = serialize.dumps(data._reduce())
            except Exception as error:
                private.give_up(repr(error))
            else:
                with contextlib.suppress(OSError):
                    _write(self._path(sig, data.target_context), reduced)
        self.end_turn()

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
    """Lets the next process try where a function could not be compiled."""

    def on_start(self, event: Any) -> None:
        """Nothing: turns begin where the cache is asked."""

    def on_end(self, event: Any) -> None:
        """Called for every function before its machine code is saved."""
        dispatcher = event.data["dispatcher"]
        has_failed = tuple(event.data["args"]) not in dispatcher.overloads
        if has_failed and isinstance(dispatcher._cache, _CodeCache):
            dispatcher._cache.end_turn()


event.register("numba:compile", _Failures())


def _rebuilt(path: Path, target_context: Any) -> Any:
    """The compiled form that a file holds, or None."""
    reduced = _read(path)
    with contextlib.suppress(Exception):  # whatever is wrong with it: compile anew
        if reduced is not None:
            return compiler.CompileResult._rebuild(target_context, *pickle.loads(reduced))
    return None


def _read(path: Path) -> bytes | None:
    """What a file of the cache holds, or None if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, reduced = data[:_CHECKSUM], data[_CHECKSUM:]
    return reduced if hashlib.sha256(reduced).digest() == checksum else None
