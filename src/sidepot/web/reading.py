"""Decoding of incoming JSON."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from sidepot.errors import BadMessage

T = TypeVar("T")


def read(decoder: msgspec.json.Decoder[T], raw: str | bytes | bytearray) -> T:
    """The decoded message. Raises `BadMessage` for anything malformed."""
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadMessage("web.form", reason=str(error)) from error
