"""The plan of an observation: which number of the record goes where, seen from each seat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, get_type_hints

from sidepot.engine.game import Game
from sidepot.kernel import Part
from sidepot.lab.envs.offers import picks
from sidepot.lab.envs.parts import How, how_of

CODES = 54
"""Different cards of one deck; a physical card is a code and a multiple of it."""
RANKS, SUITS = 13, 4
SIZE = RANKS * SUITS
PLACE = RANKS + SUITS + 1
"""Numbers for a card at a place: a rank, a suit, or that it is a joker."""
_NUMBER, CARD, SEAT, PLACED = range(4)
"""Encodings of a single number: the number times its factor; a one in a row of cards
or of seats; rank and suit are written."""
PILE, DOWN, OWN, FLAGS = range(4)
"""Encodings of a list of cards, of all seats together: each counts for its seat; the observer's
face-down ones count; the observer's are written by place; flags count."""
_SEATS = "seats"


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers of an observation that belong together."""

    name: str
    """The field that they come from: `chips.stack`."""
    first: int
    shape: tuple[int, ...]
    """Their shape; a dimension of seats begins with the observer's own and goes clockwise."""
    about: str
    """Their meaning, a word of `ABOUT`."""

    @property
    def size(self) -> int:
        """The length of the range."""
        return math.prod(self.shape)


@dataclass(frozen=True, slots=True)
class Field:
    """A number or an array of a record."""

    name: str
    how: How
    lead: int
    """The number of rows of seats."""
    seats: int
    """The number of seats in the record; 0 for a field that is not by seat."""
    inner: int
    """The count of numbers of each seat, or of the field."""
    shape: tuple[int, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The names that lead to it: the part's, and its own."""
        return tuple(self.name.split("."))


@dataclass(frozen=True, slots=True)
class Piece:
    """A field, or one view of it, as a range will show it."""

    what: int
    is_list: bool
    field: Field
    name: str
    shape: tuple[int, ...]
    about: str
    factor: float = 1.0
    """By which numbers are multiplied."""
    first: int = 0

    @property
    def size(self) -> int:
        """The length of the piece in an observation."""
        return math.prod(self.shape)

    @property
    def is_number(self) -> bool:
        """Whether all its numbers are written in every observation."""
        return self.what == _NUMBER and not self.is_list


def _fields_of(part: type[Part], dtype: Any, path: str = "") -> Iterator[Field]:
    """Every number and array of a record that an agent is shown, in the record's order."""
    for name, hint in get_type_hints(part, include_extras=True).items():
        kind, own = dtype.fields[name][0], getattr(hint, "__origin__", hint)
        how = how_of(part, name, own)
        if how is How.LEFT_OUT:
            continue
        if kind.names:
            yield from _fields_of(own, kind, f"{path}{name}.")
            continue
        given = getattr(hint, "__metadata__", ("",))[1:]
        axis = given.index(_SEATS) if _SEATS in given else None
        before, after = ((), kind.shape) if axis is None else _around(kind.shape, axis)
        seats = 0 if axis is None else kind.shape[axis]
        yield Field(path + name, how, math.prod(before), seats, math.prod(after), kind.shape)


def _around(shape: tuple[int, ...], axis: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dimensions before and after one."""
    return shape[:axis], shape[axis + 1 :]


class Plan:
    """The plan of a table: the pieces of its observations, first the numbers always written."""

    def __init__(self, game: Game, players: int, stack: int) -> None:
        """`stack`: the largest starting stack, by which chips are divided."""
        self.game = game
        self.seats = players + game.banked
        self.codes = min(max(game.deck) + 1, CODES)
        self.cards = len(game.cards_for(players))
        self._places = min(game.reach, self.cards) if picks(game) else 0
        self._stack = stack
        self.pieces = tuple(self._placed())
        self.ranges = tuple(Range(p.name, p.first, p.shape, p.about) for p in self.pieces)
        self.size = sum(piece.size for piece in self.pieces)

    def _placed(self) -> Iterator[Piece]:
        """The pieces, each with its place."""
        fields = _fields_of(self.game.record, self.game.layout(journal=False))
        found, first = [piece for field in fields for piece in self._pieces_of(field)], 0
        for piece in sorted(found, key=lambda piece: not piece.is_number):
            yield replace(piece, first=first)
            first += piece.size

    def _pieces_of(self, field: Field) -> Iterator[Piece]:
        """The views of a field."""
        how, name, codes = field.how, field.name, self.codes
        rows = (self.seats,) if field.seats else ()
        if how is How.SEAT:
            yield Piece(SEAT, False, field, name, (self.seats,), "seat")
        elif how is How.OWN:
            yield Piece(CARD, False, field, name, (codes,), "own")
        elif how is How.LYING:
            yield Piece(FLAGS, True, field, name, (codes,), "lying")
        elif how in (How.PLANES, How.PLACED):
            yield Piece(CARD, False, field, name, (*rows, codes), "cards")
            if how is How.PLACED and self._places:
                shape = min(self._places, field.inner), PLACE
                yield Piece(PLACED, False, field, f"{name} by place", shape, "places")
        elif how is How.PILES:
            yield Piece(PILE, True, field, name, (self.seats, codes), "cards")
            yield Piece(DOWN, True, field, f"{name} face down", (codes,), "down")
            if self._places:
                shape = self._places, PLACE
                yield Piece(OWN, True, field, f"{name} by place", shape, "places")
        else:
            axis = field.shape.index(field.seats) if field.seats else 0
            before, after = _around(field.shape, axis) if field.seats else ((), field.shape)
            about = _ABOUT.get(how, "number")
            shape = (*before, *rows, *after) or (1,)
            yield Piece(_NUMBER, False, field, name, shape, about, self._factor(how))

    def _factor(self, how: How) -> float:
        """The factor of a field's numbers."""
        if how is How.CHIPS:
            return 1 / self._stack
        if how is How.COUNT:
            return 1 / max(self.game.reach, 1)
        return 1 / self.cards if how is How.DEALT else 1.0


_ABOUT = {How.CHIPS: "chips", How.COUNT: "count", How.DEALT: "dealt"}
