"""JSON that comes in: whatever is wrong with its form, it is refused."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from sidepot.errors import BadMessage

T = TypeVar("T")


def read(decoder: msgspec.json.Decoder[T], raw: str | bytes | bytearray) -> T:
    """A message. Raises `BadMessage`."""
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage("web.form", reason=str(error)) from error
