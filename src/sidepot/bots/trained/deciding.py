"""The decisions of a learned strategy, as a compiled function for loops that play by it."""

from __future__ import annotations

import functools
from collections.abc import Callable

from sidepot.bots.trained.abstraction import Abstraction
from sidepot.bots.trained.equity_rule import equity_looker
from sidepot.bots.trained.frozen import looker
from sidepot.bots.trained.locating import Hands
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.prospects import VIEW, WHOLE
from sidepot.bots.trained.situation import Bets, bets_of
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, inlined
from sidepot.rules.actions import Menu


def decider(strategy: Trained) -> Callable[..., tuple[int, float]]:
    """The function `(rows, words, m, menus, rng, memory, hands, deals) -> slots, hand`.

    `m` is the menu of the concealed record `rows[VIEW]`, and `memory` of the strategy. It
    writes the actions of the slots and their shares. A turn that is left to a rule has one slot;
    where equity decides (`equity`), the learned table is not used.
    `hand` is the equity of the hand, 0 where it was not needed.
    """
    return _decider(strategy.game.verbs, strategy.abstraction, bets_by(strategy))


def bets_by(strategy: Trained) -> Bets:
    """The compiled function that reads the bets of a record of a strategy's game."""
    return bets_of(strategy.game.layout(journal=False), strategy.abstraction.memory)


@functools.cache
def _decider(
    verbs: Verbs, abstraction: Abstraction, bets: Bets
) -> Callable[..., tuple[int, float]]:
    by_rule, play_on = abstraction.by_rule, abstraction.quick_rule or abstraction.play_on
    look = (
        equity_looker(verbs, abstraction, bets)
        if abstraction.is_judged
        else looker(verbs, abstraction, bets, abstraction.recurs)
    )

    @inlined
    def decide(
        rows: Records,
        words: Array,
        m: Menu,
        menus: Records,
        rng: Random,
        memory: Memory,
        hands: Hands,
        deals: int,
    ) -> tuple[int, float]:
        n, share = 1, 0
        if by_rule(rows[VIEW]):
            memory.notes.chosen[0] = play_on(rows[VIEW:], m, rng)
            memory.shares[0, 0] = 1.0
        else:
            n, share, _ = look(rows, words, m, menus, rng, memory, hands, deals)
        return n, share / WHOLE

    return decide
