"""Slots: a seat's actions as numbers, made from the kinds of action that a game offers.

A kind without an amount has one slot; a card to pick has one for each place, and a set of cards one
for each set of places; a number of cards has one for each up to the game's reach; chips have five,
or with `full` one for each amount. Of the actions that a game declares a word has a slot for each,
and a number five over its range. One compiled function reads the menu of any game by the plan of
its slots.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.engine.action import Action, Legal, set_of
from sidepot.engine.game import Game, Hand
from sidepot.engine.options import whole
from sidepot.errors import BadSetup, EngineError, IllegalAction
from sidepot.kernel import Array, Records, compiled, index, readable, without_refcounts
from sidepot.lab.envs.encoder import words_of
from sidepot.lab.envs.offers import kinds_of, places_in
from sidepot.rules import actions
from sidepot.rules.actions import BUY, CALL, LEVELS, PAY, ROWS, Menu, encode

_BIN_NAMES = ("lowest", "half pot", "pot", "twice pot", "all")
"""The amounts of chips. The second to fourth are legal only between the first and the last, and
only if they differ from the one before; the last only if it differs from the first."""
_MOST = 1 << 16
"""The most slots of a table."""
_HALVES = readable(np.array([0, 1, 2, 4, 0], np.int64))
"""The amounts that the bins add, in half pots."""
_LEVELS = readable(np.array([kind in LEVELS for kind in range(len(actions.NAMES))], np.int64))
_NAME, _AMOUNTS, _BINS, _PARTS = range(4)
_BITS = 32
"""The slots in one number of what is allowed."""
ILLEGAL = -1
"""Stands for an action that is not legal."""


class _Row(NamedTuple):
    """The slots of one kind of action."""

    form: int
    first: int
    size: int
    """0 for a kind that the game does not offer."""
    lowest: int
    """The amount of the first slot."""


class _Places(NamedTuple):
    """Offsets of the fields that bets are measured by, in eight-byte numbers; -1: none."""

    seats: int
    n: int
    actor: int
    paid: int
    won: int
    dead: int
    bet: int
    """The bet of each seat in this round."""


class Slots:
    """The actions of a game as numbers from 0 to `n` - 1."""

    def __init__(self, game: Game, players: int, stack: int, full: bool = False) -> None:
        """`stack`: the largest starting stack. Raises `BadSetup` for more than `_MOST` slots."""
        self.game = game
        self.full = full
        self.kinds = kinds_of(game)
        rows = list(_rows(game, self.kinds, players, stack, full=full))
        self.n = sum(row.size for row in rows)
        if self.n > _MOST:
            raise BadSetup("error.slots", n=self.n, most=_MOST)
        self.names = tuple(_names(rows, game))
        self.rows = readable(np.array(rows, np.int64))
        of = [kind for kind, row in enumerate(rows) for _ in range(row.size)]
        self.kind_of = readable(np.array(of, np.int64))
        fixed = [_fixed(kind, slot, rows[kind]) for slot, kind in enumerate(of)]
        self.fixed = readable(np.array(fixed, np.int64))
        """The action of each slot, `ILLEGAL` where its amount is not the same in every hand."""
        self._named: dict[bytes, tuple[str, ...]] = {}
        """The names by mask: few masks come again and again."""
        self._no_numbers = readable(np.zeros((0, 0), np.int64))

    def mask(self, hand: Hand) -> Array:
        """bool[n]: what the player to act may do; nothing when the hand is over."""
        out = np.zeros((1, self.n), np.bool_)
        if not hand.over:
            self._read(hand, out)
        allowed: Array = out[0]
        return allowed

    def action_of(self, hand: Hand, slot: int) -> Action:
        """The action of a slot. Raises `IllegalAction`, which says what is legal."""
        number = ILLEGAL if hand.over else self._number(hand, slot)
        if number == ILLEGAL:
            raise self.refused(slot, hand.legal)
        return hand.legal.check(Action.decode(number))

    def slot_of(self, hand: Hand, action: Action | str) -> int:
        """The slot of a legal action, or the one nearest in amount. Raises `IllegalAction`."""
        checked = hand.legal.check(action)
        kind = checked.kind_number
        legal = np.flatnonzero(self.mask(hand) & (self.kind_of == kind)).tolist()
        amounts = {slot: actions.amount(self._number(hand, slot)) for slot in legal}
        return min(legal, key=lambda slot: (abs(amounts[slot] - checked.amount), slot))

    def legal_names(self, mask: Array) -> tuple[str, ...]:
        """The names of the slots that a mask allows."""
        key = mask.tobytes()
        if key not in self._named:
            self._named[key] = tuple(self.names[slot] for slot in np.flatnonzero(mask).tolist())
        return self._named[key]

    def slot(self, given: object) -> int:
        """The number of a slot as a learner gives it, also as NumPy's. Raises `BadSetup`."""
        try:
            found = whole(given)
        except TypeError:  # an array of several numbers, or of fractions
            found = None
        if found is None:
            raise BadSetup("error.env_action", given=str(given), last=self.n - 1)
        return found

    def refused(self, slot: int, legal: Legal, place: int = 0) -> IllegalAction:
        """The error for a slot that is not legal, in a place of a batch."""
        name = self.names[slot] if 0 <= slot < self.n else "-"
        last = self.n - 1
        return IllegalAction(
            "error.slot", place=place, slot=slot, name=name, last=last, legal=legal.message
        )

    def missing(self, problem: int) -> EngineError:
        """The error for a menu that no slot fits, from what `write_mask` returned."""
        kind = self.game.name_of(problem - 1) if problem <= len(actions.NAMES) else "?"
        return EngineError("law.slot", game=self.game.name, action=kind)

    def places(self, layout: np.dtype[np.void]) -> Array:
        """The `_Places` of a layout."""
        return readable(np.array(_places(layout), np.int64))

    def bits(self, n: int) -> Array:
        """Space for what is allowed in each of n hands (`is_allowed`)."""
        return readable(np.zeros((n, -(-self.n // _BITS)), np.int64))

    def _read(self, hand: Hand, out: Array) -> None:
        rows, menus = _menu(hand)
        self.write(self.places(rows.dtype), menus, words_of(rows), out, self.bits(1))

    def write(self, where: Array, menus: Records, words: Array, out: Array, allowed: Array) -> None:
        """Write the mask of the first record from its menu. Raises `EngineError`: no slot fits."""
        problem = _mask_first(self.rows, where, menus, words, out, allowed, self._no_numbers)
        if problem:
            raise self.missing(problem)

    def _number(self, hand: Hand, slot: int) -> int:
        rows, menus = _menu(hand)
        where, words = self.places(rows.dtype), words_of(rows)
        return int(_number_first(self.rows, self.kind_of, where, menus, words, int(slot)))


def slots_of(
    game: Game,
    players: int | None = None,
    stack: int | Sequence[int] | None = None,
    *,
    full: bool = False,
) -> Slots:
    """The slots of a table, with the defaults of `Game.deal`."""
    stacks = game.stacks(players, stack)
    return Slots(game, len(stacks), max(stacks), full)


def _menu(hand: Hand) -> tuple[Records, Records]:
    """A copy of what the player to act may know, and the menu."""
    rows = hand.record(hand.actor or 0)
    menus = kernel.batch(kernel.record(Menu))
    hand.game.entry.menu(rows, menus)
    return rows, menus


def _rows(
    game: Game, kinds: Sequence[int], players: int, stack: int, *, full: bool
) -> Iterator[_Row]:
    """The slots of every kind of action, one kind after another."""
    first = 0
    for kind in range(len(actions.NAMES)):
        form, count, lowest = _NAME, 1, 0
        if kind in actions.SETS:
            form, count = _AMOUNTS, 1 << places_in(game)
        elif kind in actions.PICKED:
            form, count = _AMOUNTS, min(game.reach, len(game.cards_for(players)))
        elif kind == BUY:
            form, count, lowest = _AMOUNTS, game.reach, 1
        elif kind in actions.WORDED:
            form, count = _AMOUNTS, _words(game, kind, players)
        elif kind in actions.NUMBERED:
            form, count = (_AMOUNTS, stack + 1) if full else (_PARTS, len(_BIN_NAMES))
        elif kind in actions.COUNTED:
            form, count, lowest = (_AMOUNTS, stack, 1) if full else (_BINS, len(_BIN_NAMES), 0)
        count *= kind in kinds
        yield _Row(form, first, count, lowest)
        first += count


def _words(game: Game, kind: int, players: int) -> int:
    """The number of words from which a declared action takes one: of players, if of no others."""
    if kind not in game.acts.kinds:
        return 0
    return len(game.acts.acts[game.acts.kinds.index(kind)].takes.words) or players - 1


def _size(count: int) -> int:
    """The number of places of which there are so many sets."""
    return count.bit_length() - 1


def _fixed(kind: int, slot: int, row: _Row) -> int:
    """The action of a slot, `ILLEGAL` if its amount is not the same in every hand."""
    is_fixed = row.form == _AMOUNTS
    return encode(kind, row.lowest + slot - row.first) if is_fixed else ILLEGAL


def _names(rows: Sequence[_Row], game: Game) -> Iterator[str]:
    """The name of every slot."""
    own = dict(zip(game.acts.kinds, game.acts.acts, strict=True))
    for kind, (form, _, count, lowest) in enumerate(rows):
        name = own[kind].spoken if kind in own else actions.NAMES[kind].replace("_", " ")
        for k in range(count):
            if form == _NAME:
                yield name
            elif form == _PARTS:
                yield f"{name}: {k}/{count - 1}"
            elif kind in own and own[kind].takes.words:
                yield f"{name} {own[kind].takes.words[k]}"
            elif kind in own and kind in actions.WORDED:
                yield f"{name}: player {k + 1} on the left"
            elif form == _BINS:
                yield f"{name}: {_BIN_NAMES[k]}"
            elif kind in actions.SETS:
                places = set_of(_size(count), k)
                yield f"{name} cards {' '.join(str(place + 1) for place in places)}".rstrip()
            elif kind in actions.PICKED:
                yield f"{name} card {k + 1}"
            else:
                yield f"{name} {lowest + k}"


def _places(layout: Any) -> _Places:
    """The offsets, in a layout, of the fields that bets are measured by."""

    def at(part: str, name: str) -> int:
        if part not in layout.fields or name not in (layout.fields[part][0].fields or {}):
            return -1
        return int(layout.fields[part][1] + layout.fields[part][0].fields[name][1]) // 8

    seats = layout.fields["chips"][0].fields["paid"][0].shape[0]
    return _Places(
        seats,
        at("seats", "n"),
        at("seats", "actor"),
        at("chips", "paid"),
        at("chips", "won"),
        at("chips", "dead"),
        at("betting", "bet"),
    )


@without_refcounts
def write_mask(
    rows: Array,
    where: Array,
    m: Menu,
    words: Array,
    w: int,
    out: Array,
    allowed: Array,
    numbers: Array,
    i: int,
) -> int:
    """Write row i of the masks from a menu and record w; returns 0, or what no slot fits.

    That is the number of a kind of action and 1, or one more than all of them for a menu too long.
    `allowed` gets the same as bits (`is_allowed`), and `numbers`, if it has rows, the actions of
    the legal slots whose amount is not the same in every hand (`Slots.fixed`).
    """
    if m.n > ROWS:
        return len(actions.NAMES) + 1
    for k in range(allowed.shape[1]):
        bits, before = 0, k * _BITS
        for r in range(m.n):
            kind, low, high = m.kind[r], m.lowest[r], m.highest[r]
            form, first, count, base = rows[kind, 0], rows[kind, 1], rows[kind, 2], rows[kind, 3]
            if count == 0 or (form == _AMOUNTS and (low < base or high >= base + count)):
                missing: int = kind + 1
                return missing
            first -= before
            if form == _AMOUNTS:
                bits |= _span(first + low - base, first + high - base)
            elif form == _NAME:
                bits |= _span(first, first)
                if len(numbers) > 0:
                    numbers[i, index(before + first)] = encode(kind, low)
            else:
                pot, level = _measures(where, m, words, w)
                for j in range(count):
                    amount = _amount(form, j, low, high, pot, level * _LEVELS[kind])
                    if amount != ILLEGAL:
                        bits |= _span(first + j, first + j)
                        if len(numbers) > 0:
                            numbers[i, index(before + first + j)] = encode(kind, amount)
        allowed[i, k] = bits
        for j in range(min(_BITS, out.shape[1] - before)):
            out[i, index(before + j)] = bits >> j & 1 != 0
    return 0


@compiled
def _span(first: int, last: int) -> int:
    """The bits of slots `first` to `last`, as far as they lie in one number."""
    low, high = max(first, 0), min(last, _BITS - 1)
    return (2 << high) - (1 << low) if low <= high else 0


@without_refcounts
def is_allowed(allowed: Array, i: int, slot: int) -> bool:
    """Whether a slot, from 0 to the last, is legal in row i."""
    bits: int = allowed[i, index(slot // _BITS)]
    return bits >> slot % _BITS & 1 != 0


@without_refcounts
def number_of(
    rows: Array, kinds: Array, where: Array, m: Menu, words: Array, w: int, slot: int
) -> int:
    """The action of a slot as the verbs take it, or `ILLEGAL`."""
    if slot < 0 or slot >= len(kinds):
        return ILLEGAL
    kind = kinds[slot]
    for r in range(min(m.n, ROWS)):
        if m.kind[r] == kind:
            low, high, k = m.lowest[r], m.highest[r], slot - rows[kind, 1]
            amount = low
            if rows[kind, 0] == _AMOUNTS:
                amount = rows[kind, 3] + k
            elif rows[kind, 0] != _NAME:
                pot, level = _measures(where, m, words, w)
                amount = _amount(rows[kind, 0], k, low, high, pot, level * _LEVELS[kind])
            if amount < low or amount > high:
                return ILLEGAL
            return encode(kind, amount)
    return ILLEGAL


@without_refcounts
def _measures(where: Array, m: Menu, words: Array, w: int) -> tuple[int, int]:
    """The pot after a call, and the level that a call reaches, of record w."""
    pot, owed = 0, 0
    for p in range(words[w, where[1]]):
        pot += words[w, where[3] + p] - words[w, where[4] + p]
    if where[5] >= 0:
        pot += words[w, where[5]]
    for r in range(min(m.n, ROWS)):
        if m.kind[r] == CALL or m.kind[r] == PAY:
            owed = m.lowest[r]
    level = owed
    if where[6] >= 0:
        level += words[w, where[6] + words[w, where[2]]]
    return pot + owed, level


@compiled
def _bin_amount(k: int, low: int, high: int, pot: int, level: int) -> int:
    """The amount of bin k of a range of chips, or `ILLEGAL` where it is one before or outside."""
    if k == 0:
        return low
    if k == len(_BIN_NAMES) - 1:
        return high if high > low else ILLEGAL
    amount = level + pot * _HALVES[k] // 2
    before = level + pot * _HALVES[k - 1] // 2
    return amount if low < amount < high and (k == 1 or amount > before) else ILLEGAL


@compiled
def _amount(form: int, k: int, low: int, high: int, pot: int, level: int) -> int:
    """The amount of a slot that stands for a part of a range, or `ILLEGAL`."""
    if form == _PARTS:
        return _part(k, low, high)
    found: int = _bin_amount(k, low, high, pot, level)
    return found


@compiled
def _part(k: int, low: int, high: int) -> int:
    """The amount of part k of a range, or `ILLEGAL` where it is the one before."""
    last = len(_BIN_NAMES) - 1
    amount = low + (high - low) * k // last
    return amount if k == 0 or amount > low + (high - low) * (k - 1) // last else ILLEGAL


@compiled
def _mask_first(
    rows: Array,
    where: Array,
    menus: Records,
    words: Array,
    out: Array,
    allowed: Array,
    numbers: Array,
) -> int:
    """`write_mask` for one record, for callers in Python."""
    problem: int = write_mask(rows, where, menus[0], words, 0, out, allowed, numbers, 0)
    return problem


@compiled
def _number_first(
    rows: Array, kinds: Array, where: Array, menus: Records, words: Array, slot: int
) -> int:
    """`number_of` for one record, for callers in Python."""
    number: int = number_of(rows, kinds, where, menus[0], words, 0, slot)
    return number
