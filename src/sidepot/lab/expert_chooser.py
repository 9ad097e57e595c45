"""The chooser of compiled loops in which one player looks actions up in a solution."""

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
    """A solved game, and the policy that it replaces wherever the solution has an answer."""

    tree: Tree
    policy: Policy


def expert_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """As `policy_chooser`, with a player who looks up the solution first.

    The loop's `policies` are a tuple: the tree, the number of that player, and the policies.
    """

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
