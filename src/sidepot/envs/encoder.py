"""What a seat sees as a row of numbers, made from its concealed record, part by part.

One compiled function follows the plan of any game (`envs.plan`).
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.cards import NONE
from sidepot.engine.game import Game
from sidepot.envs.plan import (
    CARD,
    CODES,
    DOWN,
    FLAGS,
    NUMBER,
    OWN,
    PILE,
    PLACE,
    PLACED,
    RANKS,
    SEAT,
    SIZE,
    SUITS,
    Plan,
    Range,
)
from sidepot.errors import BadSeat, BadSetup
from sidepot.kernel import PLAIN, Array, Records, compiled, index, readable

_Tables = tuple[Array, Array, Array, Array]


class Encoder:
    """How a seat's concealed record becomes `size` float32.

    `stack`: the largest starting stack, by which chips are divided. Two records that look different
    to a seat have different observations, unless they differ by less than float32 can hold, or only
    in what is left out: the order in which cards came, and what follows from the rest
    (`envs.parts`).
    """

    def __init__(self, game: Game, players: int, stack: int) -> None:
        self.game = game
        self.players = players
        self._plan = Plan(game, players, stack)
        self.seats = self._plan.seats
        self.size = self._plan.size
        self.codes = self._plan.codes
        self.many = self._plan.cards > CODES
        self.ranges: tuple[Range, ...] = self._plan.ranges
        self.tables: _Tables = self._plan.tables(journal=False)

    def encode(self, rows: Records, seat: int, out: Array) -> None:
        """Fill `out` from a record that is concealed for `seat`, a batch of one.

        Raises `BadSeat`, and `BadSetup` for an array of another size or type.
        """
        if not 0 <= seat < self.seats:
            raise BadSeat("error.seat", seat=seat, highest=self.seats - 1)
        if out.shape != (self.size,) or out.dtype != np.float32:
            form = f"{out.dtype}{list(out.shape)}"
            raise BadSetup("error.observation", size=self.size, form=form)
        is_bare = rows.dtype is self.game.layout(journal=False)
        tables = self.tables if is_bare else self._journal_tables
        _encode_first(
            words_of(rows), *tables, self.codes, self.many, self.seats, seat, out.reshape(1, -1)
        )

    @functools.cached_property
    def _journal_tables(self) -> _Tables:
        return self._plan.tables(journal=True)


def encoder_of(
    game: Game, players: int | None = None, stack: int | Sequence[int] | None = None
) -> Encoder:
    """The encoder of a table, with the defaults of `Game.deal`."""
    stacks = game.stacks(players, stack)
    return Encoder(game, len(stacks), max(stacks))


def words_of(rows: Records) -> Any:
    """A batch as 64-bit words, a row for each record."""
    return readable(np.ndarray((len(rows), rows.itemsize // 8), np.int64, kernel.raw(rows)))


@compiled
def encode_into(
    words: Array,
    w: int,
    entries: Array,
    begins: Array,
    factors: Array,
    lists: Array,
    codes: int,
    many: bool,
    n: int,
    me: int,
    out: Array,
    i: int,
) -> None:
    """Fill row i of the observations from record w, concealed for seat `me` of n.

    What is no card is added to the first number, which is written last. Numbers come first in the
    plan and in the observation, in the same order.
    """
    for k in range(out.shape[1]):
        out[i, k] = 0.0
    for k in range(index(begins[CARD]), index(begins[CARD + 1])):
        card, to = _read(words, w, entries, me, k), entries[me, 3, k]
        if many:
            out[i, to + index(card % CODES) if card >= 0 else index(0)] += 1.0
        else:
            out[i, to + index(card) if card >= 0 else index(0)] = 1.0
    for k in range(index(begins[SEAT]), index(begins[SEAT + 1])):
        seat = _read(words, w, entries, me, k)
        if 0 <= seat < n:
            out[i, entries[me, 3, k] + index((seat - me + n) % n)] = 1.0
    for k in range(index(begins[PLACED]), index(begins[PLACED + 1])):
        _place(_read(words, w, entries, me, k), out, i, int(entries[me, 3, k]))
    for r in range(len(lists)):
        _list(words, w, lists, r, n, me, codes, out, i)
    for k in range(index(begins[NUMBER + 1])):
        out[i, k] = _read(words, w, entries, me, k) * factors[k]


@compiled
def _encode_first(
    words: Array,
    entries: Array,
    begins: Array,
    factors: Array,
    lists: Array,
    codes: int,
    many: bool,
    n: int,
    me: int,
    out: Array,
) -> None:
    """`encode_into` for one record, for callers in Python."""
    encode_into(words, 0, entries, begins, factors, lists, codes, many, n, me, out, 0)


def _shifted_plain(word: int, left: int, right: int) -> int:
    """The shifts of `_shifted`, within 64 bits, in the plain form."""
    bits = word << left & (1 << 64) - 1
    return (bits - (bits >> 63 << 64)) >> right


@compiled
def _shifted_compiled(word: int, left: int, right: int) -> int:
    """The shifts of `_shifted`, where numbers have 64 bits."""
    return word << left >> right


_shifted = _shifted_plain if PLAIN else _shifted_compiled
"""The number in some bits of a word, with its sign."""


@compiled
def _read(words: Array, w: int, entries: Array, me: int, k: int) -> int:
    """A number of the record."""
    return _shifted(words[w, entries[me, 0, k]], entries[me, 1, k], entries[me, 2, k])


@compiled
def _number(words: Array, w: int, byte: int, width: int) -> int:
    """The number of `width` bytes, at most 4, at a byte of the record."""
    half = 1 << (8 * width - 1)
    bits = words[w, byte >> 3] >> ((byte & 7) * 8) & (2 * half - 1)
    number: int = (bits ^ half) - half
    return number


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


@compiled
def _list(
    words: Array, w: int, lists: Array, r: int, n: int, me: int, codes: int, out: Array, i: int
) -> None:
    """Show a list of cards of all seats together, or of flags."""
    what, at, to, place = lists[r, 0], lists[r, 1], lists[r, 5], 0
    for k in range(lists[r, 4]):
        if what == FLAGS:
            out[i, to + k % CODES] += _number(words, w, at + k, 1)
            continue
        card = _number(words, w, at + 2 * k, 2)
        if card == NONE:
            break
        seat = _number(words, w, lists[r, 2] + k, 1)
        if what == PILE and card >= 0:
            out[i, to + (seat - me if seat >= me else seat - me + n) * codes + card % CODES] += 1.0
        elif what == DOWN and card >= 0 and seat == me:
            out[i, to + card % CODES] += _number(words, w, lists[r, 3] + k, 1)
        elif what == OWN and seat == me and place < lists[r, 6]:
            _place(card, out, i, to + place * PLACE)
            place += 1
