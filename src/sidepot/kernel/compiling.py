"""The one decorator that makes rules: compiled by numba where it can be, plain Python where not."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

from sidepot.kernel import private

F = TypeVar("F", bound=Callable[..., Any])

try:
    import numba
except ImportError:  # a platform that numba has no wheel for
    HAS_NUMBA = False
else:
    HAS_NUMBA = True

PLAIN = not HAS_NUMBA or bool(numba.config.DISABLE_JIT)
"""Do rules run as plain Python here?"""

_FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "nogil": True,
    "forceinline": True,
    "boundscheck": os.environ.get("SIDEPOT_BOUNDSCHECK") == "1",
}
"""How every rule is compiled. Inlining everything is worth 23 to 60 % in play."""

if not PLAIN:
    private.look(numba.__version__)

lane: Callable[[Any], int] = int if PLAIN else numba.int32
"""Keep a number in 32 bits, so that the compiler can work on eight or sixteen at once."""


def compiled(function: F) -> F:
    """Compile a rule on its first call and keep the machine code for the next start.

    In the plain form (`NUMBA_DISABLE_JIT=1`, or no numba) the function itself is returned. Rules
    are written for both: whole numbers, no exceptions, no recursion, no generators.
    """
    return _kept(function, _FLAGS)


def without_refcounts(function: F) -> F:
    """The same for loops over tuples of arrays: no references to these are counted.

    Counting them takes ten times as long as such a loop's work. The function, and all that it
    calls, can make no array, nor copy one into another by a slice.
    """
    return _kept(function, {**_FLAGS, "_nrt": False})


def _kept(function: F, flags: dict[str, Any]) -> F:
    if PLAIN:
        return function
    dispatcher = numba.njit(**flags)(function)
    if private.is_caching():
        from sidepot.kernel.cache import attach

        attach(dispatcher, function, flags)
    return dispatcher  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """A rule that is compiled as a piece of its callers only, and never by itself.

    For what is large and has few callers: each level of `compiled` functions compiles all below it
    once more.
    """
    return function if PLAIN else numba.njit(**_FLAGS, inline="always")(function)
