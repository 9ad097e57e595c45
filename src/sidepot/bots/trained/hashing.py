"""Keys of information sets: 62 bits mixed from numbers, the same in both forms of the rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.kernel import Array, Records, compiled
from sidepot.kernel.random import MASK

_WORD = 8
"""The bytes of a number in a record's memory, as hashes read it."""
_UNSEEN = ("journal", "pad")
"""Fields left out of hashes: they record the past, and the rest of a hand does not use them."""
CHIPS = ("options", "seats", "chips", "betting")
"""Parts that have no cards."""
FREE = 0
"""No key: a free place in a table."""
_MORE, _LESS = 0x85EBCA6B, 0xC2B2AE35
_LAST = 0x7FFFFFFF


def words_of(rows: Records) -> Array:
    """The memory of a batch as numbers of eight bytes, a row for each record."""
    raw: Any = np.frombuffer(kernel.raw(rows), np.int64)
    return kernel.readable(raw.reshape(len(rows), rows.itemsize // _WORD))


def mask_of(layout: np.dtype[Any], without: tuple[str, ...] = ()) -> Array:
    """Which bits of a record count: all but padding, the journal, and the parts named."""
    held = np.zeros(layout.itemsize, np.uint8)
    for name in layout.names or ():
        if name not in (*_UNSEEN, *without):
            _mark(held, *layout.fields[name][:2])  # type: ignore[index]
    return kernel.readable(held.view(np.int64))


def _mark(held: Array, field: np.dtype[Any], offset: int) -> None:
    """Mark the bytes of a field; gaps between the fields of a part stay out."""
    if field.names:
        for name in field.names:
            inner, at = field.fields[name][:2]  # type: ignore[index]
            _mark(held, inner, offset + at)
    else:
        held[offset : offset + field.itemsize] = 0xFF


@compiled
def mix(h: int, number: int) -> int:
    """A hash with one more number in it, of which 64 bits count."""
    high, low = h >> 32, h & MASK
    high, low = _mixed(high, low, number & MASK)
    high, low = _mixed(high, low, (number >> 32) & MASK)
    return (high & _LAST) << 32 | low


@compiled
def _mixed(high: int, low: int, number: int) -> tuple[int, int]:
    """Both halves of a hash with 32 bits more in them."""
    low = ((low ^ number) * _MORE) & MASK
    low ^= low >> 15
    high = ((high ^ number ^ (low >> 3)) * _LESS) & MASK
    high ^= high >> 13
    return high, low


@compiled
def hash_words(words: Array, row: int, mask: Array) -> int:
    """A hash of the bits of a record that count."""
    h = 1
    for k in range(len(mask)):
        word = words[row, k] & mask[k]
        if word != 0:
            h = mix(h, word)
            h = mix(h, k)
    return h
