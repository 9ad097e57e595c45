"""JSON from elsewhere, read within bounds: its bytes, its depth, and the form of what it says."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from sidepot.words.wire import decode_hook

__all__ = ["ROW", "JsonReader"]

T = TypeVar("T")
ROW = 16 * 1024 * 1024
"""The most bytes of a text that a database or a file of one's own keeps."""


class JsonReader(Generic[T]):
    """Reads JSON of at most `most` bytes as a value of `type`.

    Its depth is bounded by the type where it has no `Any`, and by Python's stack everywhere.
    """

    def __init__(self, type: Any, most: int) -> None:
        self.most = most
        self._decoder: msgspec.json.Decoder[T] = msgspec.json.Decoder(type, dec_hook=decode_hook)

    def read(self, raw: str | bytes | bytearray) -> T:
        """The value. Raises `msgspec.DecodeError` for all that cannot be read, whatever it is."""
        if len(raw) > self.most:
            raise msgspec.DecodeError(f"{len(raw)} bytes, {self.most} at most")
        try:
            return self._decoder.decode(raw)
        except UnicodeError as error:
            raise msgspec.DecodeError(str(error)) from error
        except RecursionError as error:
            raise msgspec.DecodeError("nested too deeply") from error
