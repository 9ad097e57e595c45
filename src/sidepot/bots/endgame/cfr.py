"""CFR+ on a public betting tree, over all hands of two ranges.

Tammelin, "Solving Large Imperfect Information Games Using CFR+" (2014). Players are updated in
turn, and later strategies count more in the mean. Hands stand in the order of their strengths, so
that what one wins from all others is summed in one pass, without those that share a card with it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, compiled

FOLDED, SHOWN, DEALT = -1, -2, -3
"""The place of the player to act where a hand is over, as one has folded or both show, and where a
card comes."""
WIN, TIE, LOSE = range(3)
"""The columns of what a hand is worth, as the player's hand against the other's."""


class Tree(NamedTuple):
    """A public betting tree as arrays; a node stands after its parent, beside its siblings."""

    actor: Array
    """int64[nodes]: the player to act, 0 or 1, or `FOLDED`, `SHOWN`, `DEALT`."""
    first: Array
    """int64[nodes]: the first node that follows."""
    last: Array
    """int64[nodes]: the last of them, and one. It is the first where nothing follows."""
    led: Array
    """int64[nodes, 2]: the node to which each player's last action has led, the root before."""
    worth: Array
    """float64[nodes, 2, 3]: the chips that each player ends with, where a hand is over."""


class Hands(NamedTuple):
    """The hands that can be held, the weakest first."""

    strength: Array
    """int64[hands]."""
    card: Array
    """uint16[hands]: the first card of each; without a sign it is quicker as an index."""
    other: Array
    """uint16[hands]: the second one; of hands of one card, a number that no other hand has."""


class Solving(NamedTuple):
    """The state of CFR+, by the node that an action leads to and the hand."""

    regret: Array
    """float64[nodes, hands]."""
    total: Array
    """float64[nodes, hands]: the strategies so far, summed."""
    share: Array
    """float64[nodes, hands]: the present strategy."""
    reach: Array
    """float64[2, nodes, hands]: how likely a player comes to a node that it has led to itself."""
    value: Array
    """float64[nodes, hands]: what the hand wins, times the weight of the other's hands."""
    whole: Array
    """float64[hands]: scratch space."""
    sums: Array
    """float64[cards]: scratch space."""


def begin(tree: Tree, hands: Hands) -> Solving:
    """Nothing known yet."""
    shape = len(tree.actor), len(hands.strength)
    cards = 1 + int(max(np.asarray(hands.card).max(), np.asarray(hands.other).max()))
    return Solving(
        regret=np.zeros(shape),
        total=np.zeros(shape),
        share=np.zeros(shape),
        reach=np.zeros((2, *shape)),
        value=np.zeros(shape),
        whole=np.zeros(shape[1]),
        sums=np.zeros(cards),
    )


@compiled
def improve(tree: Tree, hands: Hands, ranges: Array, known: Solving, first: int, last: int) -> None:
    """Do the iterations `first` to `last` - 1; `ranges`: float64[2, hands], the players' hands."""
    match(tree, known.regret, known, 0)
    match(tree, known.regret, known, 1)
    for t in range(first, last):
        for p in range(2):
            spread(tree, ranges, known, p)
            weigh(tree, hands, known, p, False)
            learn(tree, known, p)
            add_up(tree, known, p, float(t + 1))
            match(tree, known.regret, known, p)


def average(tree: Tree, known: Solving) -> None:
    """Write the mean strategy as the present one: the solution."""
    for p in range(2):
        match(tree, known.total, known, p)


@compiled
def match(tree: Tree, parts: Array, known: Solving, p: int) -> None:
    """Write a player's strategy: each action in proportion to its part, or all alike."""
    share, whole = known.share, known.whole
    for x in range(len(tree.actor)):
        first, last = tree.first[x], tree.last[x]
        if tree.actor[x] == p:
            for h in range(len(whole)):
                whole[h] = parts[first, h]
            for c in range(first + 1, last):
                for h in range(len(whole)):
                    whole[h] += parts[c, h]
            even = 1.0 / (last - first)
            for c in range(first, last):
                for h in range(len(whole)):
                    share[c, h] = parts[c, h] / whole[h] if whole[h] > 0.0 else even


@compiled
def spread(tree: Tree, ranges: Array, known: Solving, p: int) -> None:
    """Write how likely each player comes to each node; player p's own range is left out."""
    for h in range(ranges.shape[1]):
        known.reach[p, 0, h] = 1.0
    _come(tree, known, p)
    spread_other(tree, ranges, known, p)


@compiled
def spread_other(tree: Tree, ranges: Array, known: Solving, p: int) -> None:
    """Write how likely the other of player p comes to each node."""
    for h in range(ranges.shape[1]):
        known.reach[1 - p, 0, h] = ranges[1 - p, h]
    _come(tree, known, 1 - p)


@compiled
def _come(tree: Tree, known: Solving, q: int) -> None:
    """Write how likely player q comes to each node that it has led to, from the root on."""
    share, reach = known.share, known.reach
    for x in range(len(tree.actor)):
        if tree.actor[x] == q:
            before = tree.led[x, q]
            for c in range(tree.first[x], tree.last[x]):
                for h in range(share.shape[1]):
                    reach[q, c, h] = reach[q, before, h] * share[c, h]


@compiled
def weigh(tree: Tree, hands: Hands, known: Solving, p: int, is_best: bool) -> None:
    """Write what player p's hands win at each node by the present strategy, or a best reply.

    At nodes where a card comes it stands there already.
    """
    reach, value = known.reach, known.value
    for x in range(len(tree.actor) - 1, -1, -1):
        theirs = reach[1 - p, tree.led[x, 1 - p]]
        if tree.actor[x] == FOLDED:
            _fold(hands, theirs, tree.worth[x, p, TIE], known.sums, value[x])
        elif tree.actor[x] == SHOWN:
            _compare(hands, theirs, tree.worth[x, p], known.sums, value[x])
        elif tree.actor[x] == 1 - p:
            _add(value, x, tree.first[x], tree.last[x])
        elif tree.actor[x] == p and is_best:
            _take_best(value, x, tree.first[x], tree.last[x])
        elif tree.actor[x] == p:
            _take_mean(value, known.share, x, tree.first[x], tree.last[x])


@compiled
def _add(value: Array, x: int, first: int, last: int) -> None:
    """Write the sum of what follows: the other's actions, whose weights have their chances."""
    for h in range(value.shape[1]):
        value[x, h] = value[first, h]
    for c in range(first + 1, last):
        for h in range(value.shape[1]):
            value[x, h] += value[c, h]


@compiled
def _take_best(value: Array, x: int, first: int, last: int) -> None:
    """Write what the best action of each hand wins."""
    for h in range(value.shape[1]):
        value[x, h] = value[first, h]
    for c in range(first + 1, last):
        for h in range(value.shape[1]):
            value[x, h] = max(value[x, h], value[c, h])


@compiled
def _take_mean(value: Array, share: Array, x: int, first: int, last: int) -> None:
    """Write what each hand wins by its strategy."""
    for h in range(value.shape[1]):
        value[x, h] = 0.0
    for c in range(first, last):
        for h in range(value.shape[1]):
            value[x, h] += share[c, h] * value[c, h]


@compiled
def learn(tree: Tree, known: Solving, p: int) -> None:
    """Add to player p's regrets."""
    regret, value = known.regret, known.value
    for x in range(len(tree.actor)):
        if tree.actor[x] == p:
            for c in range(tree.first[x], tree.last[x]):
                for h in range(regret.shape[1]):
                    regret[c, h] = max(regret[c, h] + value[c, h] - value[x, h], 0.0)


@compiled
def add_up(tree: Tree, known: Solving, p: int, weight: float) -> None:
    """Add player p's strategy to the sum of those so far."""
    total, reach = known.total, known.reach
    for x in range(len(tree.actor)):
        if tree.actor[x] == p:
            for c in range(tree.first[x], tree.last[x]):
                for h in range(total.shape[1]):
                    total[c, h] += weight * reach[p, c, h]


@compiled
def _fold(hands: Hands, reach: Array, worth: float, sums: Array, value: Array) -> None:
    """Write what each hand has against the other's hands by weight, whoever is better."""
    whole = _sum_cards(hands, reach, sums)
    for h in range(len(value)):  # the same hand shares both of its cards
        against = whole - sums[hands.card[h]] - sums[hands.other[h]] + reach[h]
        value[h] = worth * against


@compiled
def _sum_cards(hands: Hands, reach: Array, sums: Array) -> float:
    """Write the weight of the hands with each card; returns that of all hands."""
    for k in range(len(sums)):
        sums[k] = 0.0
    whole = 0.0
    for h in range(len(reach)):
        whole += reach[h]
        sums[hands.card[h]] += reach[h]
        sums[hands.other[h]] += reach[h]
    return whole


@compiled
def _compare(hands: Hands, reach: Array, worth: Array, sums: Array, value: Array) -> None:
    """Write what each hand has against weaker ones, equal ones and better ones by weight.

    Weaker ones count by `worth[WIN] - worth[TIE]`, those that are no better by what is left to
    `worth[LOSE]`, and all by that.
    """
    strength, card, other = hands.strength, hands.card, hands.other
    wins, ties, whole, i = worth[WIN] - worth[TIE], worth[TIE] - worth[LOSE], 0.0, 0
    for k in range(len(sums)):
        sums[k] = 0.0
    while i < len(reach):
        j = i
        while j < len(reach) and strength[j] == strength[i]:
            value[j] = wins * (whole - sums[card[j]] - sums[other[j]])
            j += 1
        for h in range(i, j):
            whole += reach[h]
            sums[card[h]] += reach[h]
            sums[other[h]] += reach[h]
        for h in range(i, j):
            value[h] += ties * (whole - sums[card[h]] - sums[other[h]] + reach[h])
        i = j
    for h in range(len(reach)):
        value[h] += worth[LOSE] * (whole - sums[card[h]] - sums[other[h]] + reach[h])


@compiled
def best_reply(tree: Tree, hands: Hands, ranges: Array, known: Solving, p: int) -> float:
    """The chips with which player p ends by a best reply to the other's present strategy."""
    spread(tree, ranges, known, p)
    weigh(tree, hands, known, p, True)
    return mean(hands, ranges, known, p)


@compiled
def value_of(tree: Tree, hands: Hands, ranges: Array, known: Solving, p: int) -> float:
    """The chips with which player p ends where both play the present strategy."""
    spread(tree, ranges, known, p)
    weigh(tree, hands, known, p, False)
    return mean(hands, ranges, known, p)


@compiled
def mean(hands: Hands, ranges: Array, known: Solving, p: int) -> float:
    """The mean of what player p's range wins at the root, over all pairs of hands that can be."""
    _fold(hands, ranges[1 - p], 1.0, known.sums, known.whole)
    won, weight = 0.0, 0.0
    for h in range(ranges.shape[1]):
        won += ranges[p, h] * known.value[0, h]
        weight += ranges[p, h] * known.whole[h]
    return won / weight if weight > 0.0 else 0.0
