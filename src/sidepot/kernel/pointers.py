"""Compiled functions as values: a loop calls them by address, compiled once for all of them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from sidepot.kernel import private
from sidepot.kernel.compiling import PLAIN, callback


def pointer(function: Any, table: np.dtype[Any], *records: np.dtype[Any]) -> Any:
    """The address of a compiled function, which a loop takes as an argument; it returns an int.

    Its arguments are a batch of one layout and records of the others. In the plain form it is the
    function itself.
    """
    if PLAIN:
        return function
    import numba

    rows, *others = map(numba.from_dtype, (table, *records))
    return _address(function, (numba.types.Array(rows, 1, "C"), *others))


def address(function: Any, *arguments: Any) -> Any:
    """`pointer` of a function for arguments of the types of these; a layout stands for a record."""
    if PLAIN:
        return function
    import numba

    forms = (
        numba.from_dtype(argument) if isinstance(argument, np.dtype) else numba.typeof(argument)
        for argument in arguments
    )
    return _address(function, tuple(forms))


def _address(function: Any, types: tuple[Any, ...]) -> Any:
    """The address of a compiled function for some types of numba's."""
    import numba

    if not hasattr(function, "forms"):
        return callback(function, types)
    from sidepot.kernel.functions import FunctionPointer

    form = function.forms.by_address
    form.compile(numba.types.int64(*types))
    return FunctionPointer(form.overloads[types])


def direct(function: Any, *arguments: Any) -> Any:
    """A compiled function for arguments of the types of these, called without looking at types.

    Call the function itself first. For loops that Python enters often with many arguments, which
    take ten times as long to look at as to pass. The types of later arguments must be the same.
    """
    if PLAIN:
        return function
    with by_pointers():
        return private.entry_point(function, tuple(map(_type_of, arguments)))


def _type_of(argument: Any) -> Any:
    """The type that an argument has for numba; that of a batch is worked out once for a layout."""
    import numba

    if not (isinstance(argument, np.ndarray) and argument.dtype.names):
        return numba.typeof(argument)
    # One layout is one dtype object (`parts.record`), and is as slow to compare as to look at.
    key = id(argument.dtype), argument.flags.num
    if key not in _types:
        _types[key] = argument.dtype, numba.typeof(argument)
    return _types[key][1]


_types: dict[tuple[int, int], tuple[np.dtype[Any], Any]] = {}


@contextmanager
def by_pointers() -> Iterator[None]:
    """Silence numba's warning that function pointers are experimental, inside this block.

    The tests compare such loops with the plain form.
    """
    with warnings.catch_warnings():
        if not PLAIN:
            from numba.core.errors import NumbaExperimentalFeatureWarning

            warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)
        yield
