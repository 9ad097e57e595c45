"""The log of a hand dealt with real cards: what people told, in order, as JSON."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from sidepot.decoding import JsonReader
from sidepot.errors import BadEntry

_VERSION = 1
"""The version of the log; it grows when a field changes its meaning."""
_MOST = 1 << 16
"""The most bytes of a log that is read; the longest hands have a few kB."""


class Card(Struct, frozen=True, tag="card"):
    """A card that lies open: for a seat, the middle (-1), or by None for the next place."""

    card: str
    seat: int | None = None


class Choice(Struct, frozen=True, tag="choice"):
    """A seat's action as text; `??` in it stands for a card that nobody else has seen."""

    seat: int
    action: str


class Mucked(Struct, frozen=True, tag="muck"):
    """A seat that throws its hand away at the showdown, unseen."""

    seat: int


class Best(Struct, frozen=True, tag="best"):
    """The seats with the best of the hands that players compare and nobody shows."""

    seats: tuple[int, ...]


class Misdeal(Struct, frozen=True, tag="misdeal"):
    """The hand is called off: everybody gets their chips back."""


Entry: TypeAlias = Card | Choice | Mucked | Best | Misdeal


class Log(Struct, frozen=True, kw_only=True):
    """A hand by its beginning and its entries: everything that has to be stored of it."""

    version: int = _VERSION
    game: str
    options: dict[str, Any] = {}
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    number: int = 0
    kept: dict[str, Any] = {}
    entries: tuple[Entry, ...] = ()
    cut: tuple[Entry, ...] = ()
    """Entries that a change has cut off, until another entry: changing it back restores them."""

    def dumps(self) -> str:
        """The log as JSON."""
        return msgspec.json.encode(self).decode()


_reader: JsonReader[Log] = JsonReader(Log, _MOST)


def loads(text: str) -> Log:
    """The log in JSON. Raises `BadEntry` for anything else, and for other versions."""
    try:
        found = _reader.read(text)
    except msgspec.DecodeError as error:
        raise BadEntry("real.log", reason=str(error)) from None
    if found.version != _VERSION:
        raise BadEntry("real.log_version", version=found.version, known=_VERSION)
    return found
