"""Decoding of incoming JSON."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from sidepot.decoding import JsonReader
from sidepot.errors import BadMessage

T = TypeVar("T")


def read(reader: JsonReader[T], raw: str | bytes | bytearray) -> T:
    """The decoded message. Raises `BadMessage` for anything malformed."""
    try:
        return reader.read(raw)
    except msgspec.DecodeError as error:
        raise BadMessage("web.form", reason=str(error)) from error
