"""Bets far above the largest trained size: the answers to that size and to all-in, mixed.

A bet of x pots between A, the largest trained size, and B, all-in, is answered as A with the
probability (B - x)(1 + A) / ((B - A)(1 + x)), and else as B: the pseudo-harmonic mapping of
Ganzfried and Sandholm (2013). The two strategies are mixed by it, which is the same as to draw one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.locating import key_of
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.situation import (
    FARTHEST_OWED,
    LIKE,
    Bets,
    behind_of,
    classes_of,
    hash_classes,
    owed,
    owed_class_of,
    pot_of,
)
from sidepot.bots.trained.slots import staying_slot
from sidepot.bots.trained.table import NOWHERE, find, meant_strategy
from sidepot.kernel import compiled, without_refcounts
from sidepot.rules import actions
from sidepot.rules.actions import CALL, FOLD, Menu

_MIXED = 1
"""The row of shares for the strategy that is mixed in."""
_LEAST_CLASS = FARTHEST_OWED - 1
"""The least class of what is owed to such a bet: from 2.3 pots on."""
_ROUNDED = 1
"""The classes by which the trained bet may differ, as bets are whole chips."""
_WHOLE = 100
_ALL_IN = mix(mix(1, FOLD << 8), CALL << 8)
"""What the slots are of a player who has to call all-in or fold."""


def overbet_looker(abstraction: Abstraction, bets: Bets) -> Callable[..., int]:
    """The compiled function that writes the answer to a bet far above all trained sizes.

    `(view, m, memory, kinds, n, bucket) -> place` of the set of an all-in bet; `NOWHERE`, and
    nothing written, if it was not learned, or the bet is not so large or is all-in itself.
    """
    round_of, depth_of = abstraction.round, abstraction.depth

    @compiled
    def place_of_class(
        view: Any, m: Menu, memory: Memory, kinds: int, bucket: int, owed_class: int, is_all_in: bool
    ) -> int:
        p = view.seats.actor
        now, depth = round_of(view), depth_of(view, p)
        _, known = bets(view, p)
        who, _, behind_class = classes_of(view, m, p)
        if is_all_in:
            behind_class = 0
        for like in range(len(LIKE)):
            is_near = abs(LIKE[like, 0]) <= _ROUNDED
            if LIKE[like, 0] == LIKE[like, 1] == 0 if is_all_in else is_near:
                hashed = hash_classes(who, owed_class, behind_class, known, depth, like)
                at = find(memory.keys, key_of(mix(mix(hashed, kinds), now), bucket))
                if at != NOWHERE:
                    return at
        return NOWHERE

    @without_refcounts
    def look(view: Any, m: Menu, memory: Memory, kinds: int, n: int, bucket: int) -> int:
        price, pot, behind = owed(m), pot_of(view), behind_of(view, m)
        chosen, shares, sizes = memory.notes.chosen, memory.shares, memory.ground.sizes
        if behind <= 0 or len(sizes) == 0 or owed_class_of(price, pot) < _LEAST_CLASS:
            return NOWHERE
        most = owed_class_of(price + behind, pot + behind)
        at = place_of_class(view, m, memory, _ALL_IN, bucket, most, True)
        if at == NOWHERE:
            return NOWHERE
        size = sizes[len(sizes) - 1]
        largest = place_of_class(
            view, m, memory, kinds, bucket, owed_class_of(size, _WHOLE + size), False
        )
        part = 0.0
        if largest != NOWHERE:
            part = _part(size / _WHOLE, (price + behind) / (pot - price), price / (pot - price))
        meant_strategy(memory.total, at, 2, shares, _MIXED)
        folded, called = shares[_MIXED, 0], shares[_MIXED, 1]
        for k in range(n):
            shares[0, k] = 0.0
        if part > 0.0:
            meant_strategy(memory.total, largest, n, shares, 0)
        for k in range(n):
            shares[0, k] *= part
            if actions.kind(chosen[k]) == FOLD:
                shares[0, k] += (1.0 - part) * folded
        shares[0, staying_slot(chosen, n)] += (1.0 - part) * called
        return at

    return look


@compiled
def _part(low: float, high: float, size: float) -> float:
    """The probability by which a size between two trained ones is answered as the lower one."""
    return max((high - size) * (1.0 + low) / ((high - low) * (1.0 + size)), 0.0)
