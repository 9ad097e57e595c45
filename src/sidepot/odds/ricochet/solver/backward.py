"""Backward induction: the largest hands first, then every state from its successors."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sidepot.kernel import inlined, without_refcounts
from sidepot.odds.ricochet.solver.buys import evaluate_buys
from sidepot.odds.ricochet.solver.complete_hands import count_winning_draws
from sidepot.odds.ricochet.solver.draws import sum_plain_draws, sum_suited_draws
from sidepot.odds.ricochet.solver.states import (
    count_ranks_apart,
    is_high_suited,
    is_possible,
    state_at,
    unpack_ranks,
)
from sidepot.odds.ricochet.solver.tree import HIGH, LOW, Tree, opponent
from sidepot.odds.ricochet.solver.workspace import Workspace, new_workspace
from sidepot.rules.upcards import COMPLETE

_MOST_CARDS = 2 * (COMPLETE - 1)


def solve(tree: Tree, progress: Callable[[float], None] = lambda part: None) -> int:
    """Solve every state of a tree; returns the number of values computed.

    A state has one value for each number of cards that may have been paid for so far, which sets
    its pot. `progress` is called with the part that is done, 0 to 1.
    """
    work, full = new_workspace(tree), np.zeros(len(tree.classes.size), np.int64)
    sides = len(tree.offset)
    hands = [(p, i) for p in range(sides) for i in range(tree.hand_count[p])]
    for p, i in hands:
        count_winning_draws(tree, p, i, full, work.left)
    done = 0
    for cards in range(_MOST_CARDS, 1, -1):
        for q, j in hands:
            done += solve_layer(tree, opponent(tree, q), j, cards, work)
            progress(done / max(len(tree.best_buy), 1))
    progress(1.0)
    return done


@without_refcounts
def solve_layer(tree: Tree, p: int, j: int, cards: int, work: Workspace) -> int:
    """Solve the states of `cards` cards in all in which player p is low against the j-th hand.

    Returns the number of values. Their successors begin with that hand, so its cached values
    (`Workspace.known_values`) are reused.
    """
    classes, q, done = tree.classes, opponent(tree, p), 0
    high = tree.hands[q, j]
    for i in range(tree.hand_count[p]):
        low = tree.hands[p, i]
        if tree.offset[p, i, j] >= 0 and classes.size[low] + classes.size[high] == cards:
            done += _solve_pair(tree, p, low, high, work)
    return done


@inlined
def _solve_pair(tree: Tree, p: int, low: int, high: int, work: Workspace) -> int:
    """Solve the states of two classes, in every possible suit pattern; the number of values."""
    classes, done, is_plain = tree.classes, 0, False
    against_low = 1 << count_ranks_apart(classes, high, low)
    against_high = 1 << count_ranks_apart(classes, low, high)
    for way in range(LOW + against_low + against_high):
        suited, mask = way, 0
        if way >= LOW + against_low:
            suited, mask = HIGH, unpack_ranks(classes, low, high, way - LOW - against_low)
        elif way >= LOW:
            suited, mask = LOW, unpack_ranks(classes, high, low, way - LOW)
        if not is_possible(tree, p, low, high, suited, mask):
            continue
        if is_high_suited(suited) or not is_plain:
            sum_plain_draws(tree, p, low, high, suited, mask, work)
            is_plain = not is_high_suited(suited)
        done += _solve_state(tree, p, low, high, suited, mask, work)
    return done


@inlined
def _solve_state(
    tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Workspace
) -> int:
    """Solve one state: write its values and best buys; returns the number of values."""
    sum_suited_draws(tree, p, low, high, suited, mask, work)
    evaluate_buys(tree, p, low, high, work)
    at, n = state_at(tree, p, low, high, suited, mask)
    for bound in range(2):
        for i in range(n):
            best = 0.0
            for k in range(1, COMPLETE - tree.classes.size[low] + 1):
                if work.value[k, bound, i] > best:
                    best = work.value[k, bound, i]
                    if bound == 0:
                        tree.best_buy[at + i] = k
            tree.value[2 * at + bound * n + i] = best
    return n
