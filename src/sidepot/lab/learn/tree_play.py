"""The compiled loop that learns on the public tree (`tree`), with deals evaluated before.

External sampling, as in `traversal`; a node costs a few nanoseconds instead of a microsecond.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.habits import NO_HABIT, draw_habits, equity_of, habit_slot
from sidepot.bots.trained.prospects import WHOLE
from sidepot.bots.trained.table import NOWHERE, pick
from sidepot.kernel import (
    Array,
    Random,
    Records,
    below,
    compiled,
    readable,
    seed,
    without_refcounts,
)
from sidepot.kernel.random import MASK, draw
from sidepot.lab.learn.tree import (
    ACTOR,
    DECISION,
    DUEL,
    FIRST,
    FOLDED,
    KIND,
    LIVE,
    ODDS,
    ROUND,
    SITUATION,
    SLOTS,
    STAYS,
    Tree,
)
from sidepot.rules.pots import award

_DEEPEST = 96
"""The most decisions of a hand."""
SLOTS_MOST = 8
_ALL_TRIED = 16
"""In one traversal of so many, hopeless slots are tried too."""
_HOPELESS = 2.0
"""A slot is hopeless if its regret is below zero by so many times the best slot's regret."""
_UNTRIED = -1e300
"""Stands for the value of a slot that was not tried."""
_TRAVERSALS, DECISIONS = range(2)


class Plan(NamedTuple):
    """The hands that are learned from."""

    odds: Array
    """int64[stacks]: how often each root is taken, summed."""
    replier: int
    """The seat that learns, or `NOWHERE` for all."""
    habits: int
    """In how many of a hundred traversals others have a habit."""


class Shares(NamedTuple):
    """A strategy."""

    offsets: Array
    """int64[situations]: the place of each situation's first number in `shares`."""
    shares: Array
    """float64[numbers]: how often each slot is taken, by situation and bucket."""


class Learned(NamedTuple):
    """The learned numbers, laid out as `Shares`."""

    offsets: Array
    regret: Array
    total: Array


class Cards(NamedTuple):
    """The hands of the deals, by their buckets and what they promise."""

    buckets: Array
    """int64[deals, hands, rounds]."""
    their_buckets: Array
    """The same by the buckets of those who do not learn."""
    promise: Array
    strength: Array


class Scratch(NamedTuple):
    """The memory of one thread."""

    rows: Records
    """A record in which the pots of more than two are divided."""
    rngs: Records
    hands: Array
    """int64[hands]: the hands in any order; those of the seats come first."""
    habits: Array
    """int64[players]."""
    places: Array
    """int64[_DEEPEST, 4]: of each turn that is tried out its node, the first of its numbers, the
    slot that is tried, and how many there are."""
    value: Array
    """float64[_DEEPEST, slots]: what each slot of these turns has brought."""
    shares: Array
    """float64[_DEEPEST + 1, slots]: the strategy there; the last row is for other turns."""
    counts: Array


class _Run(NamedTuple):
    """One traversal."""

    deal: int
    traverser: int
    is_reply: bool
    omits: bool
    """Whether hopeless slots are left out."""


def scratch(rows: Records, players: int, hands: int, counts: Array | None = None) -> Scratch:
    """Empty memory; `rows` has a record of the game."""
    return Scratch(
        rows,
        kernel.batch(kernel.record(Random)),
        readable(np.arange(hands, dtype=np.int64)),
        readable(np.zeros(players, np.int64)),
        readable(np.zeros((_DEEPEST, 4), np.int64)),
        np.zeros((_DEEPEST, SLOTS_MOST)),
        np.zeros((_DEEPEST + 1, SLOTS_MOST)),
        new_counts() if counts is None else counts,
    )


def new_counts() -> Array:
    """The counts of a thread: traversals and decisions."""
    return readable(np.zeros(2, np.int64))


@without_refcounts
def learn(
    tree: Tree,
    plan: Plan,
    learned: Learned,
    others: Shares,
    cards: Cards,
    scratch: Scratch,
    experiment: int,
    first: int,
    last: int,
) -> None:
    """Learn from traversals of these numbers."""
    rng, n_players, odds = scratch.rngs[0], len(scratch.habits), plan.odds
    for number in range(first, last):
        seed(rng, experiment, number)
        deal, root, turn = below(rng, len(cards.buckets)), 0, below(rng, odds[len(odds) - 1])
        while odds[root] <= turn:
            root += 1
        _draw_hands(scratch.hands, n_players, rng)
        for p in range(n_players):
            if plan.replier in (NOWHERE, p):
                omits = below(rng, _ALL_TRIED) != 0
                draw_habits(scratch.habits, p, plan.habits, rng)
                run = _Run(deal, p, plan.replier != NOWHERE, omits)
                _traverse(tree, learned, others, cards, scratch, run, tree.roots[root])


@without_refcounts
def _traverse(
    tree: Tree,
    learned: Learned,
    others: Shares,
    cards: Cards,
    scratch: Scratch,
    run: _Run,
    root: int,
) -> None:
    """Try all actions of a seat in a hand."""
    scratch.counts[_TRAVERSALS] += 1
    x, top = root, 0
    is_going = True
    while is_going:
        if tree.node[x, KIND] == DECISION:
            scratch.counts[DECISIONS] += 1
            if tree.node[x, ACTOR] == run.traverser:
                k = _open_turn(tree, learned, cards, scratch, run, x, top)
                top += 1
            else:
                k = _other_slot(tree, learned, others, cards, scratch, run, x)
            x = tree.child[tree.node[x, FIRST] + k]
        else:
            brought = _worth(tree, cards, scratch, x, run.deal, run.traverser)
            x, top = _go_back(tree, learned, scratch, run, top, brought)
            is_going = top > 0


@without_refcounts
def _open_turn(
    tree: Tree, learned: Learned, cards: Cards, scratch: Scratch, run: _Run, x: int, top: int
) -> int:
    """Begin to try out the slots of a turn; returns the first of them."""
    n, places, shares = tree.node[x, SLOTS], scratch.places, scratch.shares
    at = _first_number(tree, learned.offsets, cards.buckets, scratch.hands, run.deal, x)
    _match(learned.regret, at, n, shares, top)
    if run.is_reply:
        reach = 1.0
        for row in range(top):
            reach *= shares[row, places[row, 2]]
        for k in range(n):
            learned.total[at + k] += reach * shares[top, k]
    k = _next(learned.regret, shares, at, top, 0, n, run.omits)
    places[top, 0], places[top, 1], places[top, 2], places[top, 3] = x, at, k, n
    for j in range(n):
        scratch.value[top, j] = _UNTRIED
    return k


@without_refcounts
def _other_slot(
    tree: Tree,
    learned: Learned,
    others: Shares,
    cards: Cards,
    scratch: Scratch,
    run: _Run,
    x: int,
) -> int:
    """The slot that another seat takes: by its habit, as those who do not learn, or as learned."""
    node, hands, rng, shares = tree.node, scratch.hands, scratch.rngs[0], scratch.shares
    p, n, deal = node[x, ACTOR], node[x, SLOTS], run.deal
    habit = scratch.habits[p]
    if habit != NO_HABIT:
        live = node[x, LIVE]
        share = cards.promise[deal, hands[p], node[x, ROUND], 0] / WHOLE
        equity, price = equity_of(share, live, True), node[x, ODDS] / WHOLE
        return habit_slot(habit, node[x, STAYS], n, equity, price, live, rng)
    if run.is_reply:
        at = _first_number(tree, others.offsets, cards.their_buckets, hands, deal, x)
        return _pick(others.shares, at, n, rng)
    at = _first_number(tree, learned.offsets, cards.buckets, hands, deal, x)
    _match(learned.regret, at, n, shares, _DEEPEST)
    for j in range(n):
        learned.total[at + j] += shares[_DEEPEST, j]
    return pick(shares, _DEEPEST, n, rng)


@without_refcounts
def _go_back(
    tree: Tree, learned: Learned, scratch: Scratch, run: _Run, top: int, brought: float
) -> tuple[int, int]:
    """Write what the last slot has brought, and close turns up to one with a slot to try.

    Returns the node to which that leads, and the turns that are still open.
    """
    places, shares = scratch.places, scratch.shares
    while top > 0:
        row = top - 1
        x, at, k, n = places[row, 0], places[row, 1], places[row, 2], places[row, 3]
        scratch.value[row, k] = brought
        after = _next(learned.regret, shares, at, row, k + 1, n, run.omits)
        if after < n:
            places[row, 2] = after
            return tree.child[tree.node[x, FIRST] + after], top
        brought = _close_turn(learned.regret, scratch.value, shares, at, row, n)
        top = row
    return NOWHERE, top


@without_refcounts
def _close_turn(regret: Array, value: Array, shares: Array, at: int, row: int, n: int) -> float:
    """Add the regrets of a turn that was tried out; returns what it is worth."""
    mean = 0.0
    for j in range(n):
        if shares[row, j] > 0.0:
            mean += shares[row, j] * value[row, j]
    for j in range(n):
        if value[row, j] != _UNTRIED:
            regret[at + j] += value[row, j] - mean
    return mean


@without_refcounts
def _first_number(
    tree: Tree, offsets: Array, buckets: Array, hands: Array, deal: int, x: int
) -> int:
    """The place of the first number of the actor's information set."""
    node = tree.node
    bucket = buckets[deal, hands[node[x, ACTOR]], node[x, ROUND]]
    at: int = offsets[node[x, SITUATION]] + bucket * node[x, SLOTS]
    return at


@without_refcounts
def play_out(
    tree: Tree,
    own: Shares,
    theirs: Shares,
    cards: Cards,
    scratch: Scratch,
    seat: int,
    experiment: int,
    times: int,
    won: Array,
) -> None:
    """Play every deal so many times, and add to `won` what a seat wins in it, in chips a hand.

    The seat plays by its own shares, the others by theirs.
    """
    node, hands, rng = tree.node, scratch.hands, scratch.rngs[0]
    for deal in range(len(cards.buckets)):
        seed(rng, experiment, deal)
        for _ in range(times):
            _draw_hands(hands, len(scratch.habits), rng)
            x = tree.roots[0]
            while node[x, KIND] == DECISION:
                if node[x, ACTOR] == seat:
                    at = _first_number(tree, own.offsets, cards.buckets, hands, deal, x)
                    k = _pick(own.shares, at, node[x, SLOTS], rng)
                else:
                    at = _first_number(tree, theirs.offsets, cards.their_buckets, hands, deal, x)
                    k = _pick(theirs.shares, at, node[x, SLOTS], rng)
                x = tree.child[node[x, FIRST] + k]
            won[deal] += _worth(tree, cards, scratch, x, deal, seat) / times


@compiled
def _draw_hands(hands: Array, n: int, rng: Random) -> None:
    """Give each of n seats one of the hands of a deal."""
    for p in range(n):
        other = p + below(rng, len(hands) - p)
        hands[p], hands[other] = hands[other], hands[p]


@compiled
def _match(regret: Array, at: int, n: int, shares: Array, row: int) -> None:
    """Write the strategy: each slot in proportion to its regret, if that is positive."""
    whole = 0.0
    for k in range(n):
        whole += max(regret[at + k], 0.0)
    for k in range(n):
        shares[row, k] = max(regret[at + k], 0.0) / whole if whole > 0.0 else 1.0 / n


@compiled
def _next(regret: Array, shares: Array, at: int, row: int, first: int, n: int, omits: bool) -> int:
    """The next slot from `first` on that is to be tried; n if there is none."""
    if not omits:
        return first
    bound = 0.0
    for k in range(n):
        bound = max(bound, regret[at + k])
    for k in range(first, n):
        if shares[row, k] > 0.0 or regret[at + k] >= -_HOPELESS * bound or bound == 0.0:
            return k
    return n


@compiled
def _pick(shares: Array, at: int, n: int, rng: Random) -> int:
    """A slot at random by its share, of shares that lie one after another."""
    point = draw(rng) / (MASK + 1.0)
    for k in range(n - 1):
        point -= shares[at + k]
        if point < 0.0:
            return k
    return n - 1


@without_refcounts
def _worth(tree: Tree, cards: Cards, scratch: Scratch, x: int, deal: int, p: int) -> float:
    """A seat's winnings at the end of a hand, in chips."""
    node, pots, hands, strength = tree.node, tree.pots, scratch.hands, cards.strength
    at, pot, n = node[x, FIRST], node[x, SITUATION], len(scratch.habits)
    if node[x, KIND] == DUEL:
        one, other = strength[deal, hands[pots[pot]]], strength[deal, hands[pots[pot + 1]]]
        at += n * (0 if one > other else 1 if one == other else 2)
    won: float = tree.payoff[at + p]
    if node[x, KIND] in (FOLDED, DUEL):
        return won
    s = scratch.rows[0]
    s.chips.dead = pots[pot + 1]
    for q in range(n):
        s.seats.live[q] = pots[pot] >> q & 1
        s.chips.paid[q] = pots[pot + 2 + q]
        s.chips.won[q] = 0
        s.strength[q] = strength[deal, hands[q]]
    award(s.chips, s.seats, s.journal, s.strength)
    won += s.chips.won[p]
    return won
