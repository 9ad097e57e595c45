"""The plan of an observation: which number of the record goes where, seen from each seat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, get_type_hints

import numpy as np

from sidepot.engine.game import Game
from sidepot.envs.offers import picks
from sidepot.envs.parts import How, how_of
from sidepot.kernel import Array, Part, readable

CODES = 54
"""Different cards of one deck; a physical card is a code and a multiple of it."""
RANKS, SUITS = 13, 4
SIZE = RANKS * SUITS
PLACE = RANKS + SUITS + 1
"""Numbers for a card at a place: a rank, a suit, or that it is a joker."""
NUMBER, CARD, SEAT, PLACED = range(4)
"""What becomes of a single number: it is written times its factor; one is written in a row of cards
or of seats; rank and suit are written."""
PILE, DOWN, OWN, FLAGS = range(4)
"""What becomes of a list of cards, of all seats together: each counts for its seat; the observer's
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
    """What they are, a word of `ABOUT`."""

    @property
    def size(self) -> int:
        """How many there are."""
        return math.prod(self.shape)


class _Entry(NamedTuple):
    """A number of the record: its 64-bit word, its bits there, and where it goes."""

    word: int
    left: int
    right: int
    """By how many bits the word is shifted to the left, and then to the right."""
    to: int


class _List(NamedTuple):
    """A list of cards of the record: the first byte of each of its columns, and where it goes."""

    what: int
    card: int
    seat: int
    down: int
    length: int
    to: int
    places: int


class _Field(NamedTuple):
    """A number or an array of a record."""

    name: str
    how: How
    byte: int
    """Where it begins."""
    width: int
    """Bytes of a number."""
    lead: int
    """How many rows of seats there are."""
    seats: int
    """How many seats have a place in the record; 0 for a field that is not by seat."""
    inner: int
    """How many numbers each seat has, or the field."""
    shape: tuple[int, ...]
    beside: dict[str, int]
    """Where the fields of the same part begin."""


class _Piece(NamedTuple):
    """A field, or one view of it, as a range will show it."""

    what: int
    is_list: bool
    field: _Field
    name: str
    shape: tuple[int, ...]
    about: str


def _fields_of(part: type[Part], dtype: Any, path: str = "", byte: int = 0) -> Iterator[_Field]:
    """Every number and array of a record that an agent is shown, in the record's order."""
    beside = {name: byte + found[1] for name, found in dtype.fields.items()}
    for name, hint in get_type_hints(part, include_extras=True).items():
        kind, how = dtype.fields[name][0], how_of(part, name, hint)
        if how is How.LEFT_OUT:
            continue
        if kind.names:
            yield from _fields_of(hint, kind, f"{path}{name}.", beside[name])
            continue
        given = getattr(hint, "__metadata__", ("",))[1:]
        axis = given.index(_SEATS) if _SEATS in given else None
        before, after = ((), kind.shape) if axis is None else _around(kind.shape, axis)
        sizes = math.prod(before), 0 if axis is None else kind.shape[axis], math.prod(after)
        yield _Field(path + name, how, beside[name], kind.base.itemsize, *sizes, kind.shape, beside)


def _around(shape: tuple[int, ...], axis: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dimensions before and after one."""
    return shape[:axis], shape[axis + 1 :]


class Plan:
    """The plan of a table: its ranges, and for each layout of the record the numbers to read."""

    def __init__(self, game: Game, players: int, stack: int) -> None:
        """`stack`: the largest starting stack, by which chips are divided."""
        self.game = game
        self.seats = players + game.banked
        self.codes = min(len(game.deck), CODES)
        self.cards = len(game.cards_for(players))
        self._places = min(game.reach, self.cards) if picks(game) else 0
        self._stack = stack
        pieces = self._pieces(journal=False)
        firsts = np.cumsum([0, *(math.prod(piece.shape) for piece in pieces)]).tolist()
        self.ranges = tuple(
            Range(piece.name, first, piece.shape, piece.about)
            for piece, first in zip(pieces, firsts, strict=False)
        )
        self.size = int(firsts[-1])

    def tables(self, *, journal: bool) -> tuple[Array, Array, Array, Array]:
        """Entries seen from each seat, where each kind of them begins, factors, and lists."""
        pieces, seats = self._pieces(journal=journal), range(self.seats)
        kinds: list[list[list[_Entry]]] = [[[] for _ in seats] for _ in range(PLACED + 1)]
        factors, lists = list[float](), list[_List]()
        for piece, shown in zip(pieces, self.ranges, strict=True):
            if piece.is_list:
                lists.append(self._list(piece, shown.first))
                continue
            for me in seats:
                kinds[piece.what][me] += self._entries(piece, me, shown.first)
            if piece.what == NUMBER:
                factors += [self._factor(piece.field.how)] * shown.size
        begins = np.cumsum([0, *(len(kind[0]) for kind in kinds)])
        for numbers in kinds[NUMBER]:
            numbers.sort(key=lambda entry: entry.to)
        entries = [[entry for kind in kinds for entry in kind[me]] for me in seats]
        columns = np.array(entries, np.uint32).transpose(0, 2, 1)
        return (
            readable(np.ascontiguousarray(columns)),
            readable(begins),
            readable(np.array(factors, np.float64)),
            readable(np.array(lists, np.int64).reshape(-1, len(_List._fields))),
        )

    def _pieces(self, *, journal: bool) -> list[_Piece]:
        """What is shown: first the numbers that are always written."""
        layout = self.game.layout(journal=journal)
        found = [p for f in _fields_of(self.game.record, layout) for p in self._pieces_of(f)]
        return sorted(found, key=lambda piece: not _is_number(piece))

    def _pieces_of(self, field: _Field) -> Iterator[_Piece]:
        """The views of a field."""
        how, name, codes = field.how, field.name, self.codes
        rows = (self.seats,) if field.seats else ()
        if how is How.SEAT:
            yield _Piece(SEAT, False, field, name, (self.seats,), "seat")
        elif how is How.OWN:
            yield _Piece(CARD, False, field, name, (codes,), "own")
        elif how is How.LYING:
            yield _Piece(FLAGS, True, field, name, (codes,), "lying")
        elif how in (How.PLANES, How.PLACED):
            yield _Piece(CARD, False, field, name, (*rows, codes), "cards")
            if how is How.PLACED and self._places:
                shape = min(self._places, field.inner), PLACE
                yield _Piece(PLACED, False, field, f"{name} by place", shape, "places")
        elif how is How.PILES:
            yield _Piece(PILE, True, field, name, (self.seats, codes), "cards")
            yield _Piece(DOWN, True, field, f"{name} face down", (codes,), "down")
            if self._places:
                shape = self._places, PLACE
                yield _Piece(OWN, True, field, f"{name} by place", shape, "places")
        else:
            axis = field.shape.index(field.seats) if field.seats else 0
            before, after = _around(field.shape, axis) if field.seats else ((), field.shape)
            about = _ABOUT.get(how, "number")
            yield _Piece(NUMBER, False, field, name, (*before, *rows, *after) or (1,), about)

    def _entries(self, piece: _Piece, me: int, first: int) -> Iterator[_Entry]:
        """The numbers of a piece, seen from a seat."""
        field, n = piece.field, self.seats
        for a in range(field.lead):
            for q in range(n if field.seats else 1):
                turned = (q - me) % n if field.seats else 0
                for k in range(field.inner):
                    at = field.byte + ((a * field.seats + q) * field.inner + k) * field.width
                    if piece.what == NUMBER:
                        to = first + (a * n + turned) * field.inner + k
                    elif piece.what == PLACED:
                        to = first + k * PLACE
                    else:
                        to = first + turned * self.codes * (piece.about != "own")
                    is_own = piece.what != PLACED and piece.about != "own"
                    if is_own or (turned == 0 and k < max(self._places, field.inner)):
                        yield _entry(at, field.width, to)

    def _list(self, piece: _Piece, first: int) -> _List:
        """A list of cards."""
        field = piece.field
        seat, down = field.beside.get("seat", 0), field.beside.get("down", 0)
        return _List(piece.what, field.byte, seat, down, field.inner, first, self._places)

    def _factor(self, how: How) -> float:
        """The factor of a field's numbers."""
        if how is How.CHIPS:
            return 1 / self._stack
        if how is How.COUNT:
            return 1 / max(self.game.reach, 1)
        return 1 / self.cards if how is How.DEALT else 1.0


_ABOUT = {How.CHIPS: "chips", How.COUNT: "count", How.DEALT: "dealt"}


def _is_number(piece: _Piece) -> bool:
    """Whether all numbers of a piece are written in every observation."""
    return piece.what == NUMBER and not piece.is_list


def _entry(byte: int, width: int, to: int) -> _Entry:
    """The entry for a number of some width at a byte of the record."""
    right = 64 - 8 * width
    return _Entry(byte // 8, right - byte % 8 * 8, right, to)
