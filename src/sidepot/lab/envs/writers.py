"""The compiled encoder of a table, assembled from one small function per piece of its plan.

Places and sizes are constants of the functions, so that the compiler lays the loops out and reads
every field by its own address: three times as fast as following a table of entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sidepot.cards import NONE
from sidepot.kernel import PLAIN, Array, Records, compiled, index, inlined
from sidepot.lab.envs.plan import (
    CARD,
    CODES,
    DOWN,
    FLAGS,
    OWN,
    PILE,
    PLACE,
    PLACED,
    RANKS,
    SEAT,
    SIZE,
    SUITS,
    Piece,
    Plan,
)

_Writer = Callable[[Any, int, Array, int], None]
"""Writes a piece into a row of observations: `(record, seat, observations, row)`."""
Encode = Callable[[Records, int, int, Array, int], int]
"""Fills row `i` from record `w`, which is concealed for seat `me`: `(rows, w, me, out, i)`.

It returns 0, as what is called by its address has to return a number.
"""
_AT_ONCE = 8
"""Writers that one function calls."""


def encode_of(plan: Plan) -> Encode:
    """The encoder of a plan.

    What is no card is added to the first number, which is written last. Numbers come first in the
    observation.
    """
    numbers = sum(piece.size for piece in plan.pieces if piece.is_number)
    write = _all_of([_writer(plan, piece) for piece in reversed(plan.pieces)])
    size = plan.size

    @compiled
    def encode(rows: Records, w: int, me: int, out: Array, i: int) -> int:
        for k in range(numbers, size):
            out[i, k] = 0.0
        write(rows[w], me, out, i)
        return 0

    return encode


def _all_of(writers: Sequence[_Writer]) -> _Writer:
    """One writer that calls some others in turn."""
    if len(writers) > _AT_ONCE:
        parts = [writers[k : k + _AT_ONCE] for k in range(0, len(writers), _AT_ONCE)]
        return _all_of([_all_of(part) for part in parts])
    if len(writers) == 1:
        return writers[0]
    padded = [*writers, *[_nothing] * (_AT_ONCE - len(writers))]
    a, b, c, d = padded[:4]
    e, f, g, h = padded[4:]

    @compiled
    def write(s: Any, me: int, out: Array, i: int) -> None:
        a(s, me, out, i)
        b(s, me, out, i)
        c(s, me, out, i)
        d(s, me, out, i)
        e(s, me, out, i)
        f(s, me, out, i)
        g(s, me, out, i)
        h(s, me, out, i)

    return write


@compiled
def _nothing(s: Any, me: int, out: Array, i: int) -> None:
    """Write nothing."""


def _writer(plan: Plan, piece: Piece) -> _Writer:
    """The writer of a piece."""
    field, first = piece.field, piece.first
    if piece.is_list:
        return _list_writer(plan, piece)
    if piece.what == SEAT:
        return _seat_writer(_getter(field.path), plan.seats, first)
    if piece.what == PLACED:
        return _place_writer(_flat(field.path), field.inner, piece.shape[0], first)
    if piece.what == CARD:
        return _card_writer(plan, piece)
    return _number_writer(plan, piece)


def _getter(path: Sequence[str]) -> Callable[[Any], Any]:
    """The function that reads a field of a record, of a part, or of a part of a part."""
    *above, name = path
    if not above:

        @inlined
        def read(s: Any) -> Any:
            return getattr(s, name)

        return read
    *above, part = above
    if not above:

        @inlined
        def read_of_part(s: Any) -> Any:
            return getattr(getattr(s, part), name)

        return read_of_part
    holder = _getter((*above, part))

    @inlined
    def read_deeper(s: Any) -> Any:
        return getattr(holder(s), name)

    return read_deeper


def _flat(path: Sequence[str]) -> Callable[[Any], Any]:
    """The function that reads an array's numbers, row after row.

    In the plain form they are Python's numbers: NumPy's small ones would overflow.
    """
    read = _getter(path)
    if PLAIN:
        return lambda s: read(s).reshape(-1)

    @inlined
    def flat(s: Any) -> Any:
        return read(s).flat

    return flat


def _number_writer(plan: Plan, piece: Piece) -> _Writer:
    """Writes numbers times a factor, those of the observer first."""
    field, first, factor = piece.field, piece.first, piece.factor
    read, flat, n = _getter(field.path), _flat(field.path), plan.seats
    lead, seats, inner = field.lead, field.seats, field.inner

    @compiled
    def write_one(s: Any, me: int, out: Array, i: int) -> None:
        out[i, first] = read(s) * factor

    @compiled
    def write_row(s: Any, me: int, out: Array, i: int) -> None:
        numbers = flat(s)
        for k in range(inner):
            out[i, index(first + k)] = numbers[k] * factor

    @compiled
    def write_turned(s: Any, me: int, out: Array, i: int) -> None:
        numbers = flat(s)
        for a in range(lead):
            for q in range(n):
                p = a * seats + _turned(me, q, n)
                for k in range(inner):
                    to = first + (a * n + q) * inner + k
                    out[i, index(to)] = numbers[p * inner + k] * factor

    if not field.shape:
        return write_one
    return write_turned if seats else write_row


@compiled
def _turned(me: int, q: int, n: int) -> int:
    """The seat that is q places to the left of one."""
    p = me + q
    return p - n if p >= n else p


def _seat_writer(read: Callable[[Any], int], n: int, first: int) -> _Writer:
    """Writes 1 for a seat, if it is one."""

    @compiled
    def write(s: Any, me: int, out: Array, i: int) -> None:
        seat = read(s)
        if 0 <= seat < n:
            out[i, index(first + (seat - me + n) % n)] = 1.0

    return write


def _card_writer(plan: Plan, piece: Piece) -> _Writer:
    """Writes 1 in the row of cards of a seat, or of all, or counts those that are there twice."""
    field, first, codes, n = piece.field, piece.first, plan.codes, plan.seats
    read, flat, inner = _getter(field.path), _flat(field.path), field.inner * max(field.lead, 1)
    shown = n if field.seats and piece.about != "own" else 1
    is_turned = field.seats > 0

    @compiled
    def write(s: Any, me: int, out: Array, i: int) -> None:
        cards = flat(s)
        for q in range(shown):
            at = _turned(me, q, n) * inner if is_turned else 0
            for k in range(inner):
                card = cards[at + k]
                out[i, index(first + q * codes + card if card >= 0 else 0)] = 1.0

    @compiled
    def count(s: Any, me: int, out: Array, i: int) -> None:
        cards = flat(s)
        for q in range(shown):
            at = _turned(me, q, n) * inner if is_turned else 0
            for k in range(inner):
                card = cards[at + k]
                out[i, index(first + q * codes + card % CODES if card >= 0 else 0)] += 1.0

    @compiled
    def count_one(s: Any, me: int, out: Array, i: int) -> None:
        card = read(s)
        out[i, index(first + card % CODES if card >= 0 else 0)] += 1.0

    if not field.shape:
        return count_one
    return count if plan.cards > CODES else write


def _place_writer(flat: Callable[[Any], Any], inner: int, places: int, first: int) -> _Writer:
    """Writes the observer's cards by place."""

    @compiled
    def write(s: Any, me: int, out: Array, i: int) -> None:
        cards = flat(s)
        for k in range(places):
            _place(cards[me * inner + k], out, i, first + k * PLACE)

    return write


@compiled
def _place(card: int, out: Array, i: int, to: int) -> None:
    """Write a card at a place: its rank and its suit, or that it is a joker."""
    if card >= 0:
        code = card % CODES
        if code >= SIZE:
            out[i, to + RANKS + SUITS] = 1.0
        else:
            out[i, to + code // SUITS] = 1.0
            out[i, to + RANKS + code % SUITS] = 1.0


def _list_writer(plan: Plan, piece: Piece) -> _Writer:
    """Shows a list of cards of all seats together, or of flags."""
    makers = {FLAGS: _flag_writer, PILE: _pile_writer, DOWN: _down_writer, OWN: _own_writer}
    return makers[piece.what](plan, piece)


def _flag_writer(plan: Plan, piece: Piece) -> _Writer:
    """Shows which of a list's flags are set, by card."""
    read, length, to = _getter(piece.field.path), piece.field.inner, piece.first

    @compiled
    def flags(s: Any, me: int, out: Array, i: int) -> None:
        lies = read(s)
        for k in range(length):
            out[i, index(to + k % CODES)] += lies[k]

    return flags


def _pile_writer(plan: Plan, piece: Piece) -> _Writer:
    """Counts the cards of each seat, the observer's first."""
    read, length, to = _getter(piece.field.path), piece.field.inner, piece.first
    seat_of, codes, n = _beside(piece, "seat"), plan.codes, plan.seats

    @compiled
    def pile(s: Any, me: int, out: Array, i: int) -> None:
        cards, seats = read(s), seat_of(s)
        for k in range(length):
            card = cards[k]
            if card == NONE:
                break
            if card >= 0:
                q = (seats[k] - me + n) % n
                out[i, index(to + q * codes + card % CODES)] += 1.0

    return pile


def _down_writer(plan: Plan, piece: Piece) -> _Writer:
    """Shows which of the observer's cards lie face down."""
    read, length, to = _getter(piece.field.path), piece.field.inner, piece.first
    seat_of, down_of = _beside(piece, "seat"), _beside(piece, "down")

    @compiled
    def down(s: Any, me: int, out: Array, i: int) -> None:
        cards, seats, flag = read(s), seat_of(s), down_of(s)
        for k in range(length):
            card = cards[k]
            if card == NONE:
                break
            if card >= 0 and seats[k] == me:
                out[i, index(to + card % CODES)] += flag[k]

    return down


def _own_writer(plan: Plan, piece: Piece) -> _Writer:
    """Writes the observer's cards of a list by place."""
    read, length, to = _getter(piece.field.path), piece.field.inner, piece.first
    seat_of, places = _beside(piece, "seat"), piece.shape[0]

    @compiled
    def own(s: Any, me: int, out: Array, i: int) -> None:
        cards, seats, place = read(s), seat_of(s), 0
        for k in range(length):
            if cards[k] == NONE or place == places:
                break
            if seats[k] == me:
                _place(cards[k], out, i, to + place * PLACE)
                place += 1

    return own


def _beside(piece: Piece, name: str) -> Callable[[Any], Any]:
    """Reads the field of this name in the part that a piece's field is in."""
    return _getter((*piece.field.path[:-1], name))
