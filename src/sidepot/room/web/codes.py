"""QR codes of links, for the phones around the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import segno
from msgspec import Struct

_QUIET_ZONE = 4
"""Width in modules of the white border that readers need."""


class Code(Struct, frozen=True):
    """A QR code: the path of its dark modules in an SVG whose square is `side` modules wide."""

    side: int
    path: str


def qr_code(text: str) -> Code:
    """The QR code of a text, with its white border."""
    rows = list(segno.make_qr(text).matrix_iter(border=_QUIET_ZONE))
    return Code(len(rows), "".join(_row(y, row) for y, row in enumerate(rows)))


def _row(y: int, row: Iterable[int]) -> str:
    """The SVG path of a row's dark modules."""
    path, x = "", 0
    for is_dark, modules in itertools.groupby(row, bool):
        width = len(list(modules))
        if is_dark:
            path += f"M{x} {y}h{width}v1h-{width}z"
        x += width
    return path
