"""Bets far above the largest trained size: the answers to that size and to all-in, mixed.

A bet of x pots between A, the largest trained size, and B, all-in, is answered as A with the
probability (B - x)(1 + A) / ((B - A)(1 + x)), and else as B: the pseudo-harmonic mapping of
Ganzfried and Sandholm (2013). Between two as many hands fold as it says, the weakest first. With
more, the two strategies are mixed, which is the same as to draw one; with two or three more, in the
first round, the weakest hands fold first there too.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.buckets import place_of_round
from sidepot.bots.trained.folding import fold_in_order, fold_the_weakest, part_folded
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.locating import key_of
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.situation import (
    FARTHEST_OWED,
    LIKE,
    Bets,
    behind_class_of,
    behind_of,
    classes_of,
    hash_classes,
    owed,
    owed_class_of,
    pot_of,
)
from sidepot.bots.trained.slots import staying_slot
from sidepot.bots.trained.table import NOWHERE, find, meant_strategy
from sidepot.kernel import Array, compiled, without_refcounts
from sidepot.rules import actions
from sidepot.rules.actions import CALL, FOLD, RAISE_TO, Menu
from sidepot.rules.seats import count

_MIXED = 1
"""The row of shares for the strategy that is mixed in."""
_LEAST_CLASS = FARTHEST_OWED - 1
"""The least class of what is owed to such a bet, among three and more: from 2.3 pots on."""
_ROUNDED = 1
"""The classes by which the trained bet may differ, as bets are whole chips."""
_BETWEEN = 2
FEW = 4
"""Up to so many live players the weakest hands fold first in the first round. Among more nearly all
hands fold, and how many is no measure."""
_NEARLY = 0.1
"""The part of the lower bet below which a bet is answered the more as all-in, hand by hand."""
_SURE = 2
"""The slots of who may fold or call."""
_WHOLE = 100


class _Sets(NamedTuple):
    """The sets around a bet: of the largest trained size, and of all-in."""

    lower: int
    slots: int
    of_lower: int
    """The situation of the lower bet."""
    all_in: int


def overbet_looker(abstraction: Abstraction, bets: Bets) -> Callable[..., int]:
    """The compiled function that writes the answer to a bet far above all trained sizes.

    `(view, m, memory, n, bucket) -> place` of the set of an all-in bet; `NOWHERE`, and
    nothing written, if it was not learned, or the bet is not so large or is all-in itself.
    """
    place_of_class, round_of = placer(abstraction, bets), abstraction.round
    find_smaller = smaller_finder(abstraction, bets)

    @compiled
    def look(view: Any, m: Menu, memory: Memory, n: int, bucket: int) -> int:
        price, pot, behind = owed(m), pot_of(view), behind_of(view, m)
        sizes = memory.ground.sizes
        if behind <= 0 or len(sizes) == 0:
            return NOWHERE
        largest = sizes[len(sizes) - 1]
        least = _LEAST_CLASS
        if count(view.seats) == _BETWEEN:
            least = owed_class_of(largest, _WHOLE + largest) + 1
        if owed_class_of(price, pot) < least:
            return NOWHERE
        most = owed_class_of(price + behind, pot + behind)
        at, all_in = place_of_class(view, m, memory, all_in_kinds(), bucket, most, 0)
        if at == NOWHERE:
            return NOWHERE
        before, now = pot - price, place_of_round(round_of(view), memory.ground.rounds)
        lower, of_lower, slots = find_smaller(view, m, memory, largest, bucket)
        part = part_of_size(largest / _WHOLE, (price + behind) / before, price / before)
        found = _Sets(lower, slots, of_lower, all_in)
        if lower != NOWHERE and count(view.seats) == _BETWEEN:
            center = memory.ground.centers[now]
            _write_weakest(memory, n, found, part, price / pot, now, center, bucket)
        else:
            part = 0.0 if lower == NOWHERE else part
            _write_mixture(memory, n, lower, slots, at, part)
            if now == 0 and count(view.seats) <= FEW:
                _order_folds(memory, n, found, part, memory.ground.centers[now], bucket)
        return at

    return look


@compiled
def all_in_kinds() -> int:
    """The kinds of choice of a player who has to call all-in or fold, as one number."""
    return mix(mix(1, FOLD << 8), CALL << 8)


@compiled
def _raising(sizes: Array, pot: int, behind: int) -> tuple[int, int]:
    """The slots and the kinds of choice of a player who has so much behind after a call."""
    slots, kinds = _SURE, all_in_kinds()
    for k in range(len(sizes)):
        if pot * sizes[k] // _WHOLE < behind:
            slots, kinds = slots + 1, mix(kinds, RAISE_TO << 8 | k)
    if behind > 0:
        slots, kinds = slots + 1, mix(kinds, RAISE_TO << 8 | len(sizes))
    return slots, kinds


@functools.cache
def placer(abstraction: Abstraction, bets: Bets) -> Callable[..., tuple[int, int]]:
    """The compiled function that finds the set of a bet of another class, or one near it.

    `(view, m, memory, kinds, bucket, owed_class, behind_class) -> place, situation`; the place is
    `NOWHERE` if there is none. The class of what is behind is 0 for an all-in bet alone.
    """
    round_of, depth_of = abstraction.round, abstraction.depth

    @compiled
    def place_of_class(
        view: Any,
        m: Menu,
        memory: Memory,
        kinds: int,
        bucket: int,
        owed_class: int,
        behind_class: int,
    ) -> tuple[int, int]:
        p = view.seats.actor
        now, depth = round_of(view), depth_of(view, p)
        _, known = bets(view, p)
        who, _, _ = classes_of(view, m, p)
        for like in range(len(LIKE)):
            is_same = LIKE[like, 0] == 0 and LIKE[like, 1] == 0
            if is_same or (behind_class > 0 and abs(LIKE[like, 0]) <= _ROUNDED):
                hashed = hash_classes(who, owed_class, behind_class, known, depth, like)
                situation = mix(mix(hashed, kinds), now)
                at = find(memory.keys, key_of(situation, bucket))
                if at != NOWHERE:
                    return at, situation
        return NOWHERE, 0

    return place_of_class


@functools.cache
def smaller_finder(abstraction: Abstraction, bets: Bets) -> Callable[..., tuple[int, int, int]]:
    """The compiled function that finds the set of a bet of a trained size that is smaller.

    `(view, m, memory, size, bucket) -> place, situation, slots`; the place is `NOWHERE` if there is
    none. Among three and four it is that with what would be left behind after the smaller bet, if
    that was learned; else with what is left now.
    """
    place_of_class = placer(abstraction, bets)

    @compiled
    def find_smaller(
        view: Any, m: Menu, memory: Memory, size: int, bucket: int
    ) -> tuple[int, int, int]:
        price, behind = owed(m), behind_of(view, m)
        before = pot_of(view) - price
        bet = before * size // _WHOLE
        whole, left = before + 2 * bet, price + behind - bet
        slots, kinds = _raising(memory.ground.sizes, whole, left)
        if not _BETWEEN < count(view.seats) <= FEW:
            whole, left = before + 2 * price, behind
        low, behind_class = owed_class_of(size, _WHOLE + size), behind_class_of(left, whole)
        at, situation = place_of_class(view, m, memory, kinds, bucket, low, behind_class)
        return at, situation, slots

    return find_smaller


@without_refcounts
def _order_folds(
    memory: Memory, n: int, found: _Sets, part: float, center: Array, bucket: int
) -> None:
    """Let as many hands fold as mixed, and no fewer than to the lower bet: the weakest first."""
    folded = part_folded(memory, found.all_in, _SURE, 0, len(center))
    if part > 0.0:
        fewer = part_folded(memory, found.of_lower, found.slots, 0, len(center))
        folded = part * fewer + (1.0 - part) * max(folded, fewer)
    calls = staying_slot(memory.notes.chosen, n)
    fold_in_order(memory, found.all_in, n, 0, calls, center, bucket, folded)


@without_refcounts
def _write_mixture(
    memory: Memory, n: int, lower: int, slots: int, all_in: int, part: float
) -> None:
    """Write the strategies of the sets of the lower bet, by its part, and of all-in.

    The lower one may have more slots: its largest raises are then the largest of these.
    """
    chosen, shares = memory.notes.chosen, memory.shares
    meant_strategy(memory.total, all_in, _SURE, shares, _MIXED)
    folded, called = shares[_MIXED, 0], shares[_MIXED, 1]
    if part > 0.0:
        meant_strategy(memory.total, lower, slots, shares, 0)
        for k in range(n, slots):
            shares[0, n - 1] += shares[0, k]
    for k in range(n):
        share = part * shares[0, k] if part > 0.0 else 0.0
        is_fold = actions.kind(chosen[k]) == FOLD
        shares[0, k] = share + (1.0 - part) * folded if is_fold else share
    shares[0, staying_slot(chosen, n)] += (1.0 - part) * called


@without_refcounts
def _write_weakest(
    memory: Memory,
    n: int,
    found: _Sets,
    part: float,
    asked: float,
    now: int,
    center: Array,
    bucket: int,
) -> None:
    """Write the strategy of the lower bet, with so many of the weakest hands folded as mixed."""
    shares, buckets = memory.shares, len(center)
    lower, slots, of_lower, all_in = found
    meant_strategy(memory.total, lower, slots, shares, 0)
    folded = part_folded(memory, of_lower, slots, 0, buckets)
    more = more_folded(memory, all_in, part, folded, buckets)
    more = most_folded(more, folded, asked, now)
    fold_the_weakest(memory, of_lower, slots, 0, 1, part, center, bucket, more)
    for k in range(n, slots):
        shares[0, n - 1] += shares[0, k]
    meant_strategy(memory.total, find(memory.keys, key_of(all_in, bucket)), _SURE, shares, _MIXED)
    learned = max(1.0 - part / _NEARLY, 0.0)
    for k in range(n):
        shares[0, k] *= 1.0 - learned
    for k in range(_SURE):
        shares[0, k] += learned * shares[_MIXED, k]


@compiled
def more_folded(memory: Memory, all_in: int, part: float, folded: float, buckets: int) -> float:
    """The hands that fold besides those that fold to the lower bet, which has this part."""
    return (1.0 - part) * max(part_folded(memory, all_in, _SURE, 0, buckets) - folded, 0.0)


@compiled
def most_folded(more: float, folded: float, asked: float, now: int) -> float:
    """No more hands than make a bluff break even, or than fold to the lower bet.

    After the first round: there a bet is followed by many cards and more bets.
    """
    return min(more, max(asked - folded, 0.0)) if now > 0 else more


@compiled
def part_of_size(low: float, high: float, size: float) -> float:
    """The probability by which a size between two trained ones is answered as the lower one."""
    if low >= high:
        return 0.0
    part = (high - size) * (1.0 + low) / ((high - low) * (1.0 + size))
    return min(max(part, 0.0), 1.0)
