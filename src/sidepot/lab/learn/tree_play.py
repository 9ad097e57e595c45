"""The compiled loop that learns on the public tree (`tree`), with deals evaluated before.

External sampling, as in `traversal`; a node costs a few nanoseconds instead of a microsecond.
"""

from __future__ import annotations

import numpy as np

from sidepot.bots.trained.habits import NO_HABIT, draw_habits, equity_of, habit_slot
from sidepot.bots.trained.locating import WHOLE
from sidepot.bots.trained.table import NOWHERE
from sidepot.kernel import Array, Random, Records, below, compiled, readable, seed
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


def work(players: int, hands: int) -> tuple[Array, ...]:
    """Scratch space: the hands and the habits of the seats, and what is tried.

    That is nodes and slots, their values, and their shares.
    """
    return (
        readable(np.arange(hands, dtype=np.int64)),
        readable(np.zeros(players, np.int64)),
        readable(np.zeros((_DEEPEST, 4), np.int64)),
        np.zeros((_DEEPEST, SLOTS_MOST)),
        np.zeros((_DEEPEST + 1, SLOTS_MOST)),
    )


@compiled
def learn(
    node: Array,
    child: Array,
    payoff: Array,
    pots: Array,
    roots: Array,
    odds: Array,
    offsets: Array,
    regret: Array,
    total: Array,
    their_offsets: Array,
    their_shares: Array,
    buckets: Array,
    their_buckets: Array,
    promise: Array,
    strength: Array,
    rows: Records,
    rngs: Records,
    hands: Array,
    habits: Array,
    places: Array,
    value: Array,
    shares: Array,
    counts: Array,
    replier: int,
    habit_part: int,
    experiment: int,
    first: int,
    last: int,
) -> None:
    """Learn from traversals of these numbers.

    `offsets`: where the numbers of each situation begin in `regret` and `total`; those of others,
    who do not learn, likewise. `odds`: how often each root is taken, summed. `replier`: the seat
    that learns, or `NOWHERE` for all. `habit_part`: in how many of a hundred traversals others have
    a habit. `rows` has a record for the pots of more than two.
    """
    rng, n_players = rngs[0], len(habits)
    for number in range(first, last):
        seed(rng, experiment, number)
        deal, tree, turn = below(rng, len(buckets)), 0, below(rng, odds[len(odds) - 1])
        while odds[tree] <= turn:
            tree += 1
        _draw_hands(hands, n_players, rng)
        for p in range(n_players):
            if replier in (NOWHERE, p):
                omits = below(rng, _ALL_TRIED) != 0
                draw_habits(habits, p, habit_part, rng)
                _traverse(
                    node, child, payoff, pots, offsets, regret, total, their_offsets,
                    their_shares, buckets, their_buckets, promise, strength, rows, rng, hands,
                    habits, places, value, shares, counts, replier != NOWHERE, roots[tree],
                    deal, p, omits,
                )  # fmt: skip


@compiled
def _traverse(
    node: Array,
    child: Array,
    payoff: Array,
    pots: Array,
    offsets: Array,
    regret: Array,
    total: Array,
    their_offsets: Array,
    their_shares: Array,
    buckets: Array,
    their_buckets: Array,
    promise: Array,
    strength: Array,
    rows: Records,
    rng: Random,
    hands: Array,
    habits: Array,
    places: Array,
    value: Array,
    shares: Array,
    counts: Array,
    is_reply: bool,
    root: int,
    deal: int,
    traverser: int,
    omits: bool,
) -> float:
    """A seat's winnings in a hand, with all of its own actions tried."""
    counts[_TRAVERSALS] += 1
    n_players = len(habits)
    x, top, brought = root, 0, 0.0
    is_going = True
    while is_going:
        if node[x, KIND] == DECISION:
            counts[DECISIONS] += 1
            p, n, sit = node[x, ACTOR], node[x, SLOTS], node[x, SITUATION]
            if p == traverser:
                at = offsets[sit] + buckets[deal, hands[p], node[x, ROUND]] * n
                _match(regret, at, n, shares, top)
                if is_reply:
                    reach = 1.0
                    for row in range(top):
                        reach *= shares[row, places[row, 2]]
                    for k in range(n):
                        total[at + k] += reach * shares[top, k]
                k = _next(regret, shares, at, top, 0, n, omits)
                places[top, 0], places[top, 1], places[top, 2], places[top, 3] = x, at, k, n
                for j in range(n):
                    value[top, j] = _UNTRIED
                top += 1
            elif habits[p] != NO_HABIT:
                live = node[x, LIVE]
                share = promise[deal, hands[p], node[x, ROUND], 0] / WHOLE
                equity, price = equity_of(share, live, True), node[x, ODDS] / WHOLE
                k = habit_slot(habits[p], node[x, STAYS], n, equity, price, live, rng)
            elif is_reply:
                at = their_offsets[sit] + their_buckets[deal, hands[p], node[x, ROUND]] * n
                k = _pick(their_shares, at, n, rng)
            else:
                at = offsets[sit] + buckets[deal, hands[p], node[x, ROUND]] * n
                _match(regret, at, n, shares, _DEEPEST)
                for j in range(n):
                    total[at + j] += shares[_DEEPEST, j]
                k = _pick_row(shares, _DEEPEST, n, rng)
            x = child[node[x, FIRST] + k]
        else:
            brought = _worth(
                node, payoff, pots, strength, rows, hands, x, deal, traverser, n_players
            )
            is_going = False
            while top > 0 and not is_going:
                row = top - 1
                y, at, k, n = places[row, 0], places[row, 1], places[row, 2], places[row, 3]
                value[row, k] = brought
                after = _next(regret, shares, at, row, k + 1, n, omits)
                if after < n:
                    places[row, 2] = after
                    x = child[node[y, FIRST] + after]
                    is_going = True
                else:
                    mean = 0.0
                    for j in range(n):
                        if shares[row, j] > 0.0:
                            mean += shares[row, j] * value[row, j]
                    for j in range(n):
                        if value[row, j] != _UNTRIED:
                            regret[at + j] += value[row, j] - mean
                    brought = mean
                    top = row
    return brought


@compiled
def play_out(
    node: Array,
    child: Array,
    payoff: Array,
    pots: Array,
    root: int,
    offsets: Array,
    shares: Array,
    their_offsets: Array,
    their_shares: Array,
    buckets: Array,
    their_buckets: Array,
    strength: Array,
    rows: Records,
    rngs: Records,
    hands: Array,
    seat: int,
    experiment: int,
    times: int,
    won: Array,
) -> None:
    """Play every deal so many times, and add to `won` what a seat wins in it, in chips a hand.

    The seat plays by `shares`, the others by theirs.
    """
    rng, n_players = rngs[0], rows[0].seats.n
    for deal in range(len(buckets)):
        seed(rng, experiment, deal)
        for _ in range(times):
            _draw_hands(hands, n_players, rng)
            x = root
            while node[x, KIND] == DECISION:
                p, n, sit, now = node[x, ACTOR], node[x, SLOTS], node[x, SITUATION], node[x, ROUND]
                if p == seat:
                    at = offsets[sit] + buckets[deal, hands[p], now] * n
                    k = _pick(shares, at, n, rng)
                else:
                    at = their_offsets[sit] + their_buckets[deal, hands[p], now] * n
                    k = _pick(their_shares, at, n, rng)
                x = child[node[x, FIRST] + k]
            worth = _worth(node, payoff, pots, strength, rows, hands, x, deal, seat, n_players)
            won[deal] += worth / times


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


@compiled
def _pick_row(shares: Array, row: int, n: int, rng: Random) -> int:
    """A slot at random by its share."""
    point = draw(rng) / (MASK + 1.0)
    for k in range(n - 1):
        point -= shares[row, k]
        if point < 0.0:
            return k
    return n - 1


@compiled
def _worth(
    node: Array,
    payoff: Array,
    pots: Array,
    strength: Array,
    rows: Records,
    hands: Array,
    x: int,
    deal: int,
    p: int,
    n: int,
) -> float:
    """A seat's winnings at the end of a hand, in chips."""
    at, pot = node[x, FIRST], node[x, SITUATION]
    if node[x, KIND] == DUEL:
        one, other = strength[deal, hands[pots[pot]]], strength[deal, hands[pots[pot + 1]]]
        at += n * (0 if one > other else 1 if one == other else 2)
    won: float = payoff[at + p]
    if node[x, KIND] in (FOLDED, DUEL):
        return won
    s = rows[0]
    s.chips.dead = pots[pot + 1]
    for q in range(n):
        s.seats.live[q] = pots[pot] >> q & 1
        s.chips.paid[q] = pots[pot + 2 + q]
        s.chips.won[q] = 0
        s.strength[q] = strength[deal, hands[q]]
    award(s.chips, s.seats, s.journal, s.strength)
    won += s.chips.won[p]
    return won
