"""Records, compiled functions and random numbers: the base of every game. It knows no rules."""

from sidepot.kernel.compiling import (
    HAS_NUMBA,
    PLAIN,
    compiled,
    index,
    inlined,
    lane,
    without_refcounts,
)
from sidepot.kernel.parts import Array, Flags, Part, Row, layout, record
from sidepot.kernel.pointers import by_pointers, direct, pointer
from sidepot.kernel.private import is_caching
from sidepot.kernel.random import Random, below, generator, seed
from sidepot.kernel.storage import (
    Fields,
    Records,
    Single,
    batch,
    clone,
    column,
    copy,
    fields,
    from_bytes,
    raw,
    readable,
    scratch,
    single,
    to_bytes,
)

__all__ = [
    "HAS_NUMBA",
    "PLAIN",
    "Array",
    "Fields",
    "Flags",
    "Part",
    "Random",
    "Records",
    "Row",
    "Single",
    "batch",
    "below",
    "by_pointers",
    "clone",
    "column",
    "compiled",
    "copy",
    "direct",
    "fields",
    "from_bytes",
    "generator",
    "index",
    "inlined",
    "is_caching",
    "lane",
    "layout",
    "pointer",
    "raw",
    "readable",
    "record",
    "scratch",
    "seed",
    "single",
    "to_bytes",
    "without_refcounts",
]
