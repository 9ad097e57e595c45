"""Parts: classes whose annotations are a record's layout, its types and its documentation."""

import functools
import itertools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

import numpy as np

Array = np.ndarray[Any, Any]
Row = Annotated[Array, "i8", "seats"]
"""One amount per seat, in chips or in cards."""
Flags = Annotated[Array, "i1", "seats"]
"""One flag or small count per seat. Narrow fields are signed: differences of unsigned ones wrap."""

CACHE_LINE = 64
Size = int | str
"""A size of a shape: a number, or the name of one."""
_NO_SIZES: Mapping[str, Size] = MappingProxyType({})


class Part:
    """A named part of a record.

    Each annotation is a field: `int` (64 bits), an `Array` annotated with a dtype and a shape
    (`Annotated[Array, "i1", "seats", 5]`), or another part. Names in shapes take their sizes from
    the keywords of `layout`, from `Sizes` where a record has the part, or else from `usual`;
    `layout` ignores anything after the shape.
    """

    usual = _NO_SIZES
    """Sizes that hold unless a record names others: `usual = sizes(most=5)`."""


class Sizes:
    """The sizes of a part of one record: `hole: Annotated[HoleCards, Sizes(most=7)]`."""

    def __init__(self, **by_name: int) -> None:
        """Raises `ValueError` for a size below 1."""
        wrong = [name for name, size in by_name.items() if size < 1]
        if wrong:
            raise ValueError(f"{wrong[0]}={by_name[wrong[0]]}: a part has room for 1 or more")
        self.by_name = sizes(**by_name)


def sizes(**by_name: Size) -> MappingProxyType[str, Size]:
    """Sizes by their names in the shapes of a part; a name as a size is that of another one."""
    return MappingProxyType(by_name)


def layout(part: type[Part], **given: Size) -> np.dtype[Any]:
    """The dtype of a part; `given` are the numbers behind the names in array shapes.

    Raises `TypeError` for a field called `data`, the name by which numba fetches a record's bytes,
    and for a size that no part has, which would be a mistake in spelling.
    """
    hints = get_type_hints(part, include_extras=True)
    if "data" in hints:
        raise TypeError(f"{part.__name__}.data: a field of a part may not be called data")
    fields = [(name, *_field(name, hint, {**part.usual, **given})) for name, hint in hints.items()]
    return np.dtype(fields, align=True)


def _field(name: str, hint: Any, known: Mapping[str, Size]) -> tuple[Any, ...]:
    metadata: list[Any] = list(getattr(hint, "__metadata__", ()))
    kind = getattr(hint, "__origin__", hint)
    if kind is int:
        return ("i8",)
    if isinstance(kind, type) and issubclass(kind, Part):
        named = {n: size for m in metadata if isinstance(m, Sizes) for n, size in m.by_name.items()}
        _check_named(name, kind, named)
        return (layout(kind, **{**known, **kind.usual, **named}),)
    shape = itertools.takewhile(lambda d: isinstance(d, (int, str)), metadata[1:])
    return (metadata[0], tuple(_number(size, known) for size in shape))


def _number(size: Size, known: Mapping[str, Size]) -> int:
    """The number behind a size."""
    return _number(known[size], known) if isinstance(size, str) else size


def _check_named(name: str, part: type[Part], named: Mapping[str, Size]) -> None:
    """Raise `TypeError` if a record names a size that the part does not have."""
    for size in named:
        if size not in part.usual:
            raise TypeError(f"{name}: {part.__name__} has no size {size!r}, only {[*part.usual]}")


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


@functools.cache
def common_spans(layout: np.dtype[Any], other: np.dtype[Any]) -> list[tuple[int, int, int]]:
    """The bytes that two layouts of a record share: first and last in one, and first in the other.

    Parts of one name and size are shared; those that follow each other in both are one span.
    """
    ours: Any = layout.fields
    theirs: Any = other.fields
    found: list[tuple[int, int, int]] = []
    for name in (name for name in theirs if name != "pad"):  # which only some layouts have
        (kind, at), (own, to) = ours[name][:2], theirs[name][:2]
        if kind.itemsize != own.itemsize:
            continue
        first, _, place = found.pop() if found and _follows(found[-1], at, to) else (at, 0, to)
        found.append((first, at + kind.itemsize, place))
    return found


def _follows(span: tuple[int, int, int], at: int, to: int) -> bool:
    """Whether a part continues where a span ends, in both layouts."""
    first, last, place = span
    return at == last and to == place + last - first
