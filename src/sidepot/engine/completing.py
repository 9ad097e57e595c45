"""Whether a raise completes a bet: front ends ask it at every decision that offers one."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.rules import betting

completes: Callable[[Any, int], bool] = getattr(betting.completes, "py_func", betting.completes)
"""The rule in Python: calling a compiled one takes longer than it."""
_CACHED = 1 << 12
"""Size of the cache of a game: random hands of fixed-limit hold'em between two need 200."""


def reader(layout: np.dtype[Any]) -> Callable[[memoryview, int], bool]:
    """A function that tells from a record's bytes whether a raise to a level completes a bet.

    It remembers its answers by the bytes of the part `betting`; without that, none does.
    """
    fields: Any = layout.fields
    part, at, *_ = fields.get("betting", (np.dtype([]), 0))
    place = slice(at, at + part.itemsize)

    @functools.lru_cache(_CACHED)
    def found(data: bytes, level: int) -> bool:
        return bool(completes(kernel.fields(kernel.filled(part, data)), level))

    return lambda record, level: found(bytes(record[place]), level)
