"""The fields that a game keeps from hand to hand, read from its record.

Chips in the pot are one of them, in a game with a part `carried` (`rules.carried`); the others are
those of the parts `kept` and `keeps` (`rules.kept`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

import numpy as np

from sidepot import cards
from sidepot.cards import NONE
from sidepot.errors import EngineError
from sidepot.kernel import Part
from sidepot.rules.carried import Carried
from sidepot.rules.kept import Cards, Kept

POT = "pot"
"""The name of the chips that stay in the pot, among what a game keeps."""
_CARRIED = "carried"
"""The part of a record for them."""
_PARTS = ("kept", "keeps")
"""The parts for the rest: what the hand before has left, and what this one leaves."""
_MOST = 10**12
"""The largest number that is kept: as for stacks, far below what could overflow."""


@dataclass(frozen=True, slots=True)
class Field:
    """A kept field. `size`: its number of values, 0 for one that is no list."""

    name: str
    is_card: bool
    is_each: bool
    """Has it a value for each player?"""
    size: int
    highest: int
    is_pot: bool = False
    """Is it the chips that stay in the pot?"""

    @property
    def none(self) -> int | str:
        """The value of an empty field."""
        return "" if self.is_card else 0

    def blank(self, players: int) -> Any:
        """The value before the first of several hands."""
        n = players if self.is_each else self.size
        return [self.none] * n if n else self.none

    def text(self, number: int) -> int | str:
        """A number of a record as a host has it. Raises `BadCards` for what is no card."""
        if not self.is_card:
            return number
        return "" if number == NONE else cards.text(number)


def fields_of(game: str, record: type[Part]) -> tuple[Field, ...]:
    """The fields of what a game keeps, none if it keeps nothing: by its name and its record.

    Raises `EngineError` for parts that no host finds, and for a field that cannot be kept.
    """
    hints = get_type_hints(record)
    pot = _pot_of(game, hints)
    found = {name: kind for name, kind in hints.items() if _is_kept(kind)}
    if not found:
        return pot
    if {*found} != {*_PARTS} or len({*found.values()}) > 1:
        names = [f"{name}: {kind.__name__}" for name, kind in found.items()]
        raise EngineError("law.kept_name", game=game, names=names)
    part = found[_PARTS[0]]
    declared = get_type_hints(part, include_extras=True).items()
    fields = tuple(_field(game, part, name, hint) for name, hint in declared)
    if pot and any(field.name == POT for field in fields):
        raise EngineError("law.kept_pot", game=game, part=part.__name__, name=POT)
    return pot + fields


def _pot_of(game: str, hints: Mapping[str, Any]) -> tuple[Field, ...]:
    """The field of the chips in the pot, if they may stay. Raises `EngineError`."""
    found = [name for name, kind in hints.items() if kind is Carried]
    if {*found} - {_CARRIED}:
        raise EngineError("law.carried_name", game=game, name=found[0])
    pot = Field(POT, is_card=False, is_each=False, size=0, highest=_MOST, is_pot=True)
    return (pot,) * len(found)


def _is_kept(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Kept)


def _field(game: str, part: type[Kept], name: str, hint: Any) -> Field:
    """A field as it is declared. Raises `EngineError`."""
    metadata = list(getattr(hint, "__metadata__", ()))
    is_card = any(isinstance(mark, Cards) for mark in metadata)
    kind = getattr(hint, "__origin__", hint)
    if kind is int:
        return Field(name, is_card, is_each=False, size=0, highest=_MOST)
    sizes = [size for size in metadata[1:] if isinstance(size, (int, str))]
    is_row = (getattr(kind, "__origin__", kind) is np.ndarray) and len(sizes) == 1
    is_each = is_row and sizes[0] == "seats"
    if not (is_each or (is_row and isinstance(sizes[0], int))) or not _is_whole(metadata[0]):
        raise EngineError("law.kept_field", game=game, part=part.__name__, name=name)
    highest = min(int(np.iinfo(metadata[0]).max), _MOST)
    return Field(name, is_card, is_each, 0 if is_each else int(sizes[0]), highest)


def _is_whole(kind: Any) -> bool:
    """Is it a type of whole numbers that may be less than 0, as `NONE` is?"""
    return bool(np.issubdtype(np.dtype(kind), np.signedinteger))
