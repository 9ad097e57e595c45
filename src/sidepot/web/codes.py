"""A link as a QR code, for the phones around the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import segno
from msgspec import Struct

_QUIET = 4
"""Modules of white around a code; readers want them."""


class Code(Struct, frozen=True):
    """A QR code: the path of its dark modules in an SVG whose square is `side` modules wide."""

    side: int
    path: str


def code_of(text: str) -> Code:
    """A text as a QR code, with its white edge."""
    rows = list(segno.make_qr(text).matrix_iter(border=_QUIET))
    return Code(len(rows), "".join(_row(y, row) for y, row in enumerate(rows)))


def _row(y: int, row: Iterable[int]) -> str:
    """The dark stretches of a row."""
    path, x = "", 0
    for is_dark, modules in itertools.groupby(row, bool):
        width = len(list(modules))
        if is_dark:
            path += f"M{x} {y}h{width}v1h-{width}z"
        x += width
    return path
