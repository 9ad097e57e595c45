"""The decorators for rules: compiled by numba where it is available, plain Python elsewhere."""

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
"""Whether rules run as plain Python in this process."""

_FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "nogil": True,
    "forceinline": True,
    "boundscheck": os.environ.get("SIDEPOT_BOUNDSCHECK") == "1",
}
"""Compiler flags of every rule. Inlining everything makes play 23 to 60 % faster."""

if not PLAIN:
    private.look(numba.__version__)

lane: Callable[[Any], int] = int if PLAIN else numba.int32
"""Keep a number in 32 bits, so that the compiler can work on eight or sixteen at once."""


def compiled(function: F) -> F:
    """Compile a rule on its first call and keep the machine code for the next start.

    In the plain form (`NUMBA_DISABLE_JIT=1`, or no numba) the function itself is returned. Rules
    are written for both: whole numbers, no exceptions, no recursion, no generators.
    """
    return _jitted(function, _FLAGS)


def without_refcounts(function: F) -> F:
    """`compiled` for loops over tuples of arrays, without counting references to them.

    Counting takes ten times as long as the work of such a loop. Neither the function nor
    anything that it calls may make an array, or copy one into another by a slice.
    """
    return _jitted(function, {**_FLAGS, "_nrt": False})


def _jitted(function: F, flags: dict[str, Any]) -> F:
    if PLAIN:
        return function
    dispatcher = numba.njit(**flags)(function)
    if private.is_caching():
        from sidepot.kernel.cache import attach

        attach(dispatcher, function, flags)
    return dispatcher  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """A rule that is compiled only as a part of its callers, never on its own.

    For large rules with few callers: every level of `compiled` functions compiles everything
    below it again.
    """
    return function if PLAIN else numba.njit(**_FLAGS, inline="always")(function)
