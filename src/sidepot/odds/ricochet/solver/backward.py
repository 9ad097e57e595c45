"""Backward induction: the fullest hands first, then every state from those behind it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from sidepot.kernel import inlined, without_refcounts
from sidepot.odds.ricochet.solver.buys import weigh
from sidepot.odds.ricochet.solver.complete_hands import count_beats
from sidepot.odds.ricochet.solver.draws import walk_plain, walk_suited
from sidepot.odds.ricochet.solver.states import apart, exists, is_high_suited, state, unpacked
from sidepot.odds.ricochet.solver.tree import HIGH, LOW, Tree, other
from sidepot.odds.ricochet.solver.workspace import Work, workroom
from sidepot.rules.upcards import COMPLETE

_MOST_CARDS = 2 * (COMPLETE - 1)


def solve(tree: Tree, progress: Callable[[float], None] = lambda part: None) -> int:
    """Work out every state of a tree, and how many values that are.

    A state has one for each number of cards that may have been paid for, which is what its pot may
    be. `progress` is told what part is done.
    """
    work, full = workroom(tree), np.zeros(len(tree.classes.size), np.int64)
    sides = len(tree.at)
    hands = [(p, i) for p in range(sides) for i in range(tree.many[p])]
    for p, i in hands:
        count_beats(tree, p, i, full, work.left)
    done = 0
    for cards in range(_MOST_CARDS, 1, -1):
        for q, j in hands:
            done += settle_all(tree, other(tree, q), j, cards, work)
            progress(done / max(len(tree.best), 1))
    progress(1.0)
    return done


@without_refcounts
def settle_all(tree: Tree, p: int, j: int, cards: int, work: Work) -> int:
    """Work out the states of so many cards in which player p is low against the other's j-th hand.

    What comes behind them begins with that hand, so the tables for it stay close at hand.
    """
    kinds, q, done = tree.classes, other(tree, p), 0
    high = tree.hands[q, j]
    for i in range(tree.many[p]):
        low = tree.hands[p, i]
        if tree.at[p, i, j] >= 0 and kinds.size[low] + kinds.size[high] == cards:
            done += _settle_pair(tree, p, low, high, work)
    return done


@inlined
def _settle_pair(tree: Tree, p: int, low: int, high: int, work: Work) -> int:
    """Work out the states of two classes, in all the ways in which they can be suited."""
    kinds, done, is_plain = tree.classes, 0, False
    against_low = 1 << apart(kinds, high, low)
    against_high = 1 << apart(kinds, low, high)
    for way in range(LOW + against_low + against_high):
        suited, mask = way, 0
        if way >= LOW + against_low:
            suited, mask = HIGH, unpacked(kinds, low, high, way - LOW - against_low)
        elif way >= LOW:
            suited, mask = LOW, unpacked(kinds, high, low, way - LOW)
        if not exists(tree, p, low, high, suited, mask):
            continue
        if is_high_suited(suited) or not is_plain:
            walk_plain(tree, p, low, high, suited, mask, work)
            is_plain = not is_high_suited(suited)
        done += _settle(tree, p, low, high, suited, mask, work)
    return done


@inlined
def _settle(tree: Tree, p: int, low: int, high: int, suited: int, mask: int, work: Work) -> int:
    """Work out one state, and how many values that are."""
    walk_suited(tree, p, low, high, suited, mask, work)
    weigh(tree, p, low, high, work)
    at, n = state(tree, p, low, high, suited, mask)
    for bound in range(2):
        for i in range(n):
            best = 0.0
            for k in range(1, COMPLETE - tree.classes.size[low] + 1):
                if work.value[k, bound, i] > best:
                    best = work.value[k, bound, i]
                    if bound == 0:
                        tree.best[at + i] = k
            tree.value[2 * at + bound * n + i] = best
    return n
