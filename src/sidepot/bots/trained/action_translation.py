"""Action translation: how often to fold to a bet size that was not trained.

Who folds a part F of their hands to a bet of B, as a part of the pot, folds F * a(x) / a(B) to one
of x, where a(x) = x / (1 + x): then bluffs of both sizes win alike. It is the pseudo-harmonic
mapping of Ganzfried and Sandholm (2013), who choose by chance between two sizes; here the weakest
hands go first, so that nobody folds a good one by chance.
"""

from __future__ import annotations

from typing import Any

from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.situation import is_all_in, learned_part, owed, pot_of
from sidepot.bots.trained.slots import staying_slot
from sidepot.bots.trained.table import NOWHERE, find, meant_strategy
from sidepot.kernel import Array, compiled, without_refcounts
from sidepot.rules import actions
from sidepot.rules.actions import FOLD, Menu
from sidepot.rules.seats import count

_SCRATCH = 1
"""The row of shares for the other hands' actions."""


@without_refcounts
def fit_to_price(
    view: Any,
    m: Menu,
    memory: Memory,
    now: int,
    n: int,
    situation: int,
    bucket: int,
    like: int,
) -> None:
    """Change how often a hand folds and calls (row 0 of `shares`), where the price is not learned.

    `now`: the place of the round among those that were met; `like`: which like situation was found.
    Between two alone: with more, others have called the bet, and the price says less of its size.
    """
    chosen, shares, center = memory.notes.chosen, memory.shares, memory.ground.centers[now]
    folds, calls = _folding_slot(chosen, n), staying_slot(chosen, n)
    if folds == NOWHERE or count(view.seats) != 2 or (like == 0 and is_all_in(view, m)):
        return
    price, pot = owed(m), pot_of(view)
    ratio = price / (pot * learned_part(price, pot, like, memory.ground.sizes))
    folded, before_folded, before_called = 0.0, 0.0, 0.0
    for k in range(len(center)):
        at = find(memory.keys, mix(situation, k))
        if at != NOWHERE:
            meant_strategy(memory.total, at, n, shares, _SCRATCH)
            folded += shares[_SCRATCH, folds]
            if _is_weaker(center, k, bucket):
                before_folded += shares[_SCRATCH, folds]
                before_called += shares[_SCRATCH, calls]
    more = (ratio - 1.0) * folded
    if more < 0.0:
        kept = min(max(folded + more - before_folded, 0.0), shares[0, folds])
        shares[0, calls] += shares[0, folds] - kept
        shares[0, folds] = kept
    else:
        given = min(max(more - before_called, 0.0), shares[0, calls])
        shares[0, folds] += given
        shares[0, calls] -= given


@compiled
def _is_weaker(center: Array, one: int, other: int) -> bool:
    """Whether the hands of a bucket are weaker than another's, by both prospects."""
    worth, others = center[one, 0] + center[one, 1], center[other, 0] + center[other, 1]
    return bool(worth < others or (worth == others and one < other))


@compiled
def _folding_slot(chosen: Array, n: int) -> int:
    """The slot by which one folds, or `NOWHERE`."""
    for k in range(n):
        if actions.kind(chosen[k]) == FOLD:
            return k
    return NOWHERE
