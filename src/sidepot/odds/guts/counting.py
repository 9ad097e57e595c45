"""Exact values of being in, by counting the hands of all rivals.

Both ways sum over the sets of rivals that are in (`payoffs.by_sets`). `advantages` takes hands of
two cards by their ranks, among any number of players; `advantages_by_cards` takes hands of any size
card by card, against one rival or two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sidepot.cards import RANKS, SUITS
from sidepot.kernel import Array, compiled, readable
from sidepot.odds.guts.holdings import Holdings

DECK = len(RANKS) * len(SUITS)


@dataclass(frozen=True)
class Ranks:
    """Hands of two cards by their ranks, from the weakest: the two ranks, and the strength."""

    high: Array
    low: Array
    strength: Array
    often: Array
    """The probability of each."""


def by_ranks(found: Holdings) -> Ranks:
    """The hands of two cards by their ranks."""
    pairs = np.unique(
        np.stack([found.strength, *(found.card[:, k] >> 2 for k in (1, 0))], axis=1), axis=0
    )
    counts = np.bincount(found.strength) / len(found.strength)
    high, low = readable(pairs[:, 1].copy()), readable(pairs[:, 2].copy())
    return Ranks(high, low, readable(pairs[:, 0].copy()), counts)


@compiled
def ways(left: Array, high: int, low: int) -> float:
    """The number of hands of two ranks, by the cards left of each rank."""
    if high == low:
        return float(left[high] * (left[high] - 1) / 2.0)
    return float(left[high] * left[low])


@compiled
def _advantage(
    own: int,
    high: Array,
    low: Array,
    chance: Array,
    inside: Array,
    outside: Array,
    tied: float,
    rivals: int,
) -> float:
    """The value of being in less that of being out, in pots.

    `chance`: the frequency with which a rival is in, by hand. Hands are numbered by strength; every
    multiset of hands that may be in is visited once. Where the weakest of a set are equal and all
    weaker than the own hand, whoever is out gets `tied` more (`payoffs`).
    """
    left = np.full(len(RANKS), len(SUITS), np.int64)
    place, run = np.zeros(rivals + 1, np.int64), np.zeros(rivals + 1, np.int64)
    is_placed, weight = np.zeros(rivals + 1, np.int64), np.zeros(rivals + 1)
    by_order = np.zeros(3, np.int64)
    left[high[own]] -= 1
    left[low[own]] -= 1
    total, depth, weight[0] = inside[0, 0, 0] - outside[0], 1, 1.0
    place[1], place[0] = -1, -1
    while depth > 0:
        c = place[depth]
        if is_placed[depth]:
            left[high[c]] += 1
            left[low[c]] += 1
            by_order[1 + (c > own) - (c < own)] -= 1
            is_placed[depth] = 0
        c += 1
        place[depth] = c
        if c >= len(chance):
            depth -= 1
            continue
        there = chance[c] * ways(left, high[c], low[c])
        if there == 0.0:
            continue
        unseen = DECK - 2 * depth
        run[depth] = run[depth - 1] + 1 if c == place[depth - 1] else 1
        weight[depth] = (
            weight[depth - 1]
            * there
            * (rivals - depth + 1)
            / (run[depth] * (unseen * (unseen - 1) / 2.0))
        )
        left[high[c]] -= 1
        left[low[c]] -= 1
        by_order[1 + (c > own) - (c < own)] += 1
        is_placed[depth] = 1
        worth = inside[by_order[0], by_order[1], by_order[2]] - outside[depth]
        if depth > 1 and place[2] == place[1] and place[1] < own:
            worth -= tied if depth % 2 == 0 else -tied
        total += float(weight[depth] * worth)
        if depth < rivals:
            depth += 1
            place[depth] = c - 1
            is_placed[depth] = 0
    return float(total)


@compiled
def advantages(
    kinds: Array,
    high: Array,
    low: Array,
    chance: Array,
    inside: Array,
    outside: Array,
    tied: float,
    rivals: int,
    found: Array,
) -> None:
    """Write the advantage of each of some hands."""
    for i in range(len(kinds)):
        found[i] = _advantage(kinds[i], high, low, chance, inside, outside, tied, rivals)


@compiled
def advantages_by_cards(
    card: Array,
    strength: Array,
    kinds: Array,
    chance: Array,
    inside: Array,
    outside: Array,
    tied: float,
    rivals: int,
    found: Array,
) -> None:
    """Write the advantage of each kind of hand, against one rival or two; `chance` by hand.

    Two rivals hold no card both: that is counted by inclusion and exclusion over the cards that
    they might share, whose sums are `singles` and `doubles`.
    """
    size = card.shape[1]
    singles = np.zeros((3, DECK))
    doubles = np.zeros((3, DECK, DECK))
    for i in range(len(kinds)):
        own = kinds[i]
        singles[:] = 0.0
        doubles[:] = 0.0
        sums, squares = np.zeros(3), np.zeros(3)
        dealt = 0
        for g in range(len(card)):
            if _shares_card(card, own, g):
                continue
            dealt += 1
            if chance[g] == 0.0:
                continue
            at = 1 + (strength[g] > strength[own]) - (strength[g] < strength[own])
            sums[at] += chance[g]
            if rivals == 2:
                squares[at] += chance[g] * chance[g]
                for k in range(size):
                    singles[at, card[g, k]] += chance[g]
                    for other in range(k + 1, size):
                        doubles[at, card[g, k], card[g, other]] += chance[g]
        found[i] = inside[0, 0, 0] - outside[0]
        for a in range(3):
            worth = inside[int(a == 0), int(a == 1), int(a == 2)] - outside[1]
            found[i] += rivals * sums[a] / dealt * worth
        if rivals == 2:
            pairs = _pairs(sums, squares, singles, doubles, inside, outside, size)
            pairs -= tied * _equal_pairs(card, strength, chance, own) if tied else 0.0
            found[i] += pairs / (dealt * _choose(DECK - 2 * size, size))


@compiled
def _pairs(
    sums: Array,
    squares: Array,
    singles: Array,
    doubles: Array,
    inside: Array,
    outside: Array,
    size: int,
) -> float:
    """The sum over two rivals in turn, both in, who share no card."""
    total = 0.0
    for a in range(3):
        for b in range(3):
            both = sums[a] * sums[b]
            for c in range(DECK):
                both -= singles[a, c] * singles[b, c]
                for d in range(c + 1, DECK):
                    if size > 2:
                        both += doubles[a, c, d] * doubles[b, c, d]
            if a == b:
                both += squares[a] if size == 2 else -squares[a]
            weaker, equal = int(a == 0) + int(b == 0), int(a == 1) + int(b == 1)
            total += both * (inside[weaker, equal, 2 - weaker - equal] - outside[2])
    return total


@compiled
def _equal_pairs(card: Array, strength: Array, chance: Array, own: int) -> float:
    """The sum over two rivals in turn, both in, equal and weaker than a hand; hands by strength."""
    total, g = 0.0, 0
    while g < len(card) and strength[g] < strength[own]:
        other = g + 1
        if chance[g] > 0.0 and not _shares_card(card, own, g):
            while other < len(card) and strength[other] == strength[g]:
                if not _shares_card(card, own, other) and not _shares_card(card, g, other):
                    total += 2.0 * chance[g] * chance[other]
                other += 1
        g += 1
    return total


@compiled
def _shares_card(card: Array, one: int, other: int) -> bool:
    """Have two hands a card in common?"""
    common = 0
    for k in range(card.shape[1]):
        for j in range(card.shape[1]):
            common += card[one, k] == card[other, j]
    return common > 0


@compiled
def _choose(n: int, k: int) -> float:
    """The number of ways to choose k of n."""
    found = 1.0
    for i in range(k):
        found = found * (n - i) / (i + 1)
    return found
