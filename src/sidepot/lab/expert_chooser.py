"""A player who knows the solution, in a compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.bots import Policy
from sidepot.kernel import Array, Random, Records, inlined
from sidepot.lab.bulk import Chooser
from sidepot.odds.ricochet.solver.lookup import UNKNOWN, best_buy
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.rules.actions import BUY, FOLD, Menu, encode


class SolvedPolicy(NamedTuple):
    """A solved game, and the policy whose place it takes as far as it goes."""

    tree: Tree
    policy: Policy


def expert_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """As `policy_chooser`; the loop's `policies` are the tree, its player's number, and all."""

    @inlined
    def choose(rows: Records, m: Menu, rng: Random, policies: Any, chairs: Array) -> int:
        tree, knows, others = policies
        rows[1] = rows[0]
        conceal(rows[1], rows[0].seats.actor)
        player = chairs[rows[0].seats.actor]
        n = best_buy(tree, rows[1]) if player == knows else UNKNOWN
        if n == UNKNOWN:
            action: int = others[player](rows[1:], m, rng)
            return action
        return encode(BUY, n) if n > 0 else encode(FOLD, 0)

    return choose
