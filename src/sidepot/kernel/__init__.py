"""How records, compiled functions and random numbers are made here. Nothing in it knows a rule."""

from sidepot.kernel.compiling import HAS_NUMBA, PLAIN, compiled, lane, lean, woven
from sidepot.kernel.parts import Array, Flags, Part, Row, layout, record
from sidepot.kernel.pointers import by_pointers, pointer
from sidepot.kernel.private import is_caching
from sidepot.kernel.random import Random, below, generator, seed
from sidepot.kernel.storage import (
    Fields,
    Records,
    Single,
    column,
    copy,
    fields,
    from_bytes,
    raw,
    readable,
    scratch,
    single,
    table,
    to_bytes,
    twin,
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
    "below",
    "by_pointers",
    "column",
    "compiled",
    "copy",
    "fields",
    "from_bytes",
    "generator",
    "is_caching",
    "lane",
    "layout",
    "lean",
    "pointer",
    "raw",
    "readable",
    "record",
    "scratch",
    "seed",
    "single",
    "table",
    "to_bytes",
    "twin",
    "woven",
]
