"""Parts: classes whose annotations are a record's layout, its types and its documentation."""

import functools
import itertools
from typing import Annotated, Any, get_type_hints

import numpy as np

Array = np.ndarray[Any, Any]
Row = Annotated[Array, "i8", "seats"]
"""One amount per seat, in chips or in cards."""
Flags = Annotated[Array, "i1", "seats"]
"""One flag or small count per seat. Narrow fields are signed: differences of unsigned ones wrap."""

CACHE_LINE = 64


class Part:
    """A named part of a record.

    Each annotation is a field: `int` (64 bits), an `Array` annotated with a dtype and a shape
    (`Annotated[Array, "i1", "seats", 5]`), or another part. Names in shapes take their sizes from
    the keywords of `layout`; `layout` ignores anything after the shape.
    """


def layout(part: type[Part], **sizes: int) -> np.dtype[Any]:
    """The dtype of a part; `sizes` gives the numbers behind the names in array shapes.

    Raises `TypeError` for a field called `data`, the name by which numba fetches a record's bytes.
    """
    hints = get_type_hints(part, include_extras=True)
    if "data" in hints:
        raise TypeError(f"{part.__name__}.data: a field of a part may not be called data")
    fields = [(name, *_field(hint, sizes)) for name, hint in hints.items()]
    return np.dtype(fields, align=True)


def _field(hint: Any, sizes: dict[str, int]) -> tuple[Any, ...]:
    metadata: list[Any] = list(getattr(hint, "__metadata__", ()))
    kind = getattr(hint, "__origin__", hint)
    if kind is int:
        return ("i8",)
    if isinstance(kind, type) and issubclass(kind, Part):
        return (layout(kind, **sizes),)
    shape = itertools.takewhile(lambda d: isinstance(d, (int, str)), metadata[1:])
    return (metadata[0], tuple(sizes[d] if isinstance(d, str) else d for d in shape))


def record(part: Any, **sizes: int) -> np.dtype[Any]:
    """The dtype of a whole game's record: one object per layout, padded to cache lines.

    Padding keeps records used by two threads off the same line. One object per layout makes calls
    from Python fast: numba recognises it by identity.
    """
    return _record(part, **sizes)


@functools.cache
def _record(part: Any, **sizes: int) -> np.dtype[Any]:
    body = layout(part, **sizes)
    names = body.names or ()
    fields: list[tuple[Any, ...]] = [(name, body[name]) for name in names]
    pad = -body.itemsize % CACHE_LINE
    if pad:
        fields.append(("pad", "i1", (pad,)))
    return np.dtype(fields, align=True)
