"""Action translation: how often to fold to a bet size that was not trained.

Who folds a part F of their hands to a bet of B, as a part of the pot, folds F * a(x) / a(B) to a
smaller one of x, where a(x) = x / (1 + x), and fewer still (`_SMALL`). To a larger one they fold
as many more as its bluffs need, where F is more than those of B need. To a bet between B and all-in
they fold what the pseudo-harmonic mapping of Ganzfried and Sandholm (2013) makes of the parts that
fold to these. They choose between the two by chance; here the weakest hands go first, so that
nobody folds a good one by chance. Hands count as often as they come to the bet.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.folding import fold_in_order, fold_the_weakest, part_folded
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.overbets import (
    FEW,
    all_in_kinds,
    more_folded,
    most_folded,
    part_of_size,
    placer,
    smaller_finder,
)
from sidepot.bots.trained.situation import (
    Bets,
    behind_of,
    is_all_in,
    learned_part,
    owed,
    owed_class_of,
    pot_of,
    sizes_faced,
)
from sidepot.bots.trained.slots import staying_slot
from sidepot.bots.trained.table import NOWHERE
from sidepot.kernel import Array, compiled, without_refcounts
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, Menu
from sidepot.rules.seats import count

_SMALL = 0.5
"""The part of what a bluff of the smallest bet needs that folds to it: most of those who bet so
little bet with anything."""


@functools.cache
def price_fitter(abstraction: Abstraction, bets: Bets) -> Callable[..., None]:
    """The compiled function that changes how often a hand folds and calls (row 0 of `shares`).

    `(view, m, memory, now, n, situation, bucket, like)`, where the price is not learned. `now`: the
    place of the round among those that were met; `like`: which like situation was found. Between
    two alone: with more, others have called the bet, and the price says less of its size. Three and
    four only fold the weakest hands first in the first round, and no fewer to a larger bet.
    """
    place_of_class, part_among = placer(abstraction, bets), _part_finder(abstraction, bets)

    @without_refcounts
    def fit(
        view: Any,
        m: Menu,
        memory: Memory,
        now: int,
        n: int,
        situation: int,
        bucket: int,
        like: int,
    ) -> None:
        chosen, center = memory.notes.chosen, memory.ground.centers[now]
        folds, calls = _folding_slot(chosen, n), staying_slot(chosen, n)
        if folds != NOWHERE and now == 0 and 2 < count(view.seats) <= FEW:
            part = part_among(view, m, memory, n, situation, bucket, folds)
            fold_in_order(memory, situation, n, folds, calls, center, bucket, part)
        if folds == NOWHERE or count(view.seats) != 2:
            return
        price, pot, behind = owed(m), pot_of(view), behind_of(view, m)
        learned = learned_part(price, pot, like, sizes_faced(memory.ground.sizes))
        folded = part_folded(memory, situation, n, folds, len(center))
        asked, is_learned = price / pot, like == 0 and is_all_in(view, m)
        if is_learned and (now == 0 or folded <= asked):
            return
        wanted = asked if is_learned else asked * _ratio(folded / learned, asked / learned)
        more, near = wanted - folded, 1.0
        if asked > learned and not is_learned:
            most = owed_class_of(price + behind, pot + behind)
            at, all_in = place_of_class(view, m, memory, all_in_kinds(), bucket, most, 0)
            if at != NOWHERE:
                low, before = learned / (1.0 - learned), pot - price
                near = part_of_size(low, (price + behind) / before, price / before)
                if more > 0.0:
                    more = more_folded(memory, all_in, near, folded, len(center))
                    more = most_folded(more, folded, asked, now)
        fold_the_weakest(memory, situation, n, folds, calls, near, center, bucket, more)

    return fit


def _part_finder(abstraction: Abstraction, bets: Bets) -> Callable[..., float]:
    """The compiled function that finds the part of all hands that folds, among three and four.

    `(view, m, memory, n, situation, bucket, folds) -> part`, no less than to a smaller trained bet.
    """
    find_smaller = smaller_finder(abstraction, bets)

    @compiled
    def part_among(
        view: Any, m: Menu, memory: Memory, n: int, situation: int, bucket: int, folds: int
    ) -> float:
        sizes, buckets = memory.ground.sizes, len(memory.ground.centers[0])
        part, faced = part_folded(memory, situation, n, folds, buckets), owed(m)
        for k in range(len(sizes)):
            if owed_class_of(sizes[k], 100 + sizes[k]) < owed_class_of(faced, pot_of(view)):
                at, lower, slots = find_smaller(view, m, memory, sizes[k], bucket)
                if at != NOWHERE:
                    part = max(part, part_folded(memory, lower, slots, 0, buckets))
        return part

    return part_among


@compiled
def _ratio(learned: float, near: float) -> float:
    """The part of what a bluff needs that folds to a bet, from that of the learned size.

    `near`: the price of the bet as a part of the learned one's.
    """
    if near >= 1.0:
        return min(learned, 1.0 + (learned - 1.0) / near) if learned > 1.0 else learned
    return min(learned, _SMALL + (learned - _SMALL) * near)


@compiled
def _folding_slot(chosen: Array, n: int) -> int:
    """The slot by which one folds, or `NOWHERE`."""
    for k in range(n):
        if actions.kind(chosen[k]) == FOLD:
            return k
    return NOWHERE
