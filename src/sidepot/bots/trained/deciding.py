"""The decisions of a learned strategy, as a compiled function for loops that play by it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.equity import judger
from sidepot.bots.trained.frozen import SHARES, looker
from sidepot.bots.trained.locating import VIEW, WHOLE, Notes, notes, slots_of
from sidepot.bots.trained.situation import Bets, bets_of
from sidepot.bots.trained.strategy import Strategy
from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, inlined
from sidepot.rules.actions import Menu


def decider(strategy: Strategy) -> Callable[..., tuple[int, float]]:
    """The function `(rows, words, m, menus, rng, memory..., deals) -> slots, hand` of a strategy.

    `m` is the menu of the concealed record `rows[VIEW]`, and `memory` what `memory_of` returns. It
    writes the actions of the slots and their shares. A turn that is left to a rule has one slot;
    where equity decides (`equity`), the learned table is not used.
    `hand` is the equity of the hand, 0 where it was not needed.
    """
    return _decider(strategy.game.verbs, strategy.abstraction, bets_by(strategy))


def bets_by(strategy: Strategy) -> Bets:
    """The compiled function that reads the bets of a record of a strategy's game."""
    return bets_of(strategy.game.layout(journal=False), strategy.abstraction.memory)


def memory_of(strategy: Strategy) -> tuple[Any, ...]:
    """The arrays that a `decider` reads and writes: the table, its keys' ground, scratch space."""
    found: Notes = notes(strategy.abstraction)
    shares = np.zeros((SHARES, slots_of(strategy.abstraction)))
    return strategy.table.keys, strategy.table.total, *strategy.ground, *found, shares


@functools.cache
def _decider(
    verbs: Verbs, abstraction: Abstraction, bets: Bets
) -> Callable[..., tuple[int, float]]:
    by_rule, play_on = abstraction.by_rule, abstraction.quick_rule or abstraction.play_on
    look = (judger if abstraction.is_judged else looker)(verbs, abstraction, bets)

    @inlined
    def decide(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        keys: Array,
        total: Array,
        mask: Array,
        sizes: Array,
        rounds: Array,
        centers: Array,
        cached: Array,
        found: Array,
        log: Array,
        chosen: Array,
        tried: Array,
        likely: Array,
        met: Array,
        met_slots: Array,
        shares: Array,
        deals: int,
    ) -> tuple[int, float]:
        n, share = 1, 0
        if by_rule(rows[VIEW]):
            chosen[0], shares[0, 0] = play_on(rows[VIEW:], m, rng), 1.0
        else:
            n, share, _ = look(
                rows, words, m, menus, rng,
                keys, total, mask, sizes, rounds, centers,
                cached, found, log, chosen, tried, likely, met, met_slots, shares, deals,
            )  # fmt: skip
        return n, share / WHOLE

    return decide
