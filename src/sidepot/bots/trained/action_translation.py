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
from sidepot.bots.trained.folding import fold_the_weakest, part_folded
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.overbets import (
    all_in_kinds,
    more_folded,
    most_folded,
    part_of_size,
    placer,
)
from sidepot.bots.trained.situation import (
    Bets,
    behind_of,
    is_all_in,
    learned_part,
    owed,
    owed_class_of,
    pot_of,
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
    two alone: with more, others have called the bet, and the price says less of its size.
    """
    place_of_class = placer(abstraction, bets)

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
        if folds == NOWHERE or count(view.seats) != 2:
            return
        price, pot, behind = owed(m), pot_of(view), behind_of(view, m)
        learned = learned_part(price, pot, like, memory.ground.sizes)
        folded = part_folded(memory, situation, n, folds, len(center))
        asked, is_learned = price / pot, like == 0 and is_all_in(view, m)
        if is_learned and (now == 0 or folded <= asked):
            return
        wanted = asked if is_learned else asked * _ratio(folded / learned, asked / learned)
        more, near = wanted - folded, 1.0
        if asked > learned and not is_learned:
            most = owed_class_of(price + behind, pot + behind)
            at, all_in = place_of_class(view, m, memory, all_in_kinds(), bucket, most, True)
            if at != NOWHERE:
                low, before = learned / (1.0 - learned), pot - price
                near = part_of_size(low, (price + behind) / before, price / before)
                if more > 0.0:
                    more = more_folded(memory, all_in, near, folded, len(center))
                    more = most_folded(more, folded, asked, now)
        fold_the_weakest(memory, situation, n, folds, calls, near, center, bucket, more)

    return fit


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
