"""The chooser of compiled loops in which one player looks actions up in a solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.bots import Policy
from sidepot.engine.turns import Chooser
from sidepot.kernel import Random, Records, inlined
from sidepot.odds.ricochet.solver.lookup import UNKNOWN, best_buy
from sidepot.odds.ricochet.solver.tree import Tree
from sidepot.rules.actions import BUY, FOLD, Menu, encode


class SolvedPolicy(NamedTuple):
    """A solved game, and the policy that it replaces wherever the solution has an answer."""

    tree: Tree
    policy: Policy


def expert_chooser(conceal: Callable[[Any, int], None]) -> Chooser:
    """As `policy_chooser`, with a player who looks up the solution first.

    The table's `policies` are a tuple: the tree, the number of that player, and the policies.
    """

    @inlined
    def choose(s: Any, views: Records, m: Menu, rng: Random, players: Any) -> int:
        (tree, knows, others), chairs, place = players
        views[0] = s
        conceal(views[0], s.seats.actor)
        player = chairs[place, s.seats.actor]
        n = best_buy(tree, views[0]) if player == knows else UNKNOWN
        if n == UNKNOWN:
            action: int = others[player](views, m, rng)
            return action
        return encode(BUY, n) if n > 0 else encode(FOLD, 0)

    return choose
