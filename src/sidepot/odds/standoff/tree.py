"""The tree of one hand of Standoff: all boards counted, against a given distribution of rivals.

A hand is five cards; what is left of it is a mask of them. For each board and each mask the payoff
follows from the distribution of the rivals' final hands on this board (`boards`). From the last
decision back, the best of keeping all and of throwing one card is taken.
"""

from __future__ import annotations

from sidepot.games.high_noon import FULL_HAND, best_choice
from sidepot.kernel import Array, compiled

ALL = (1 << FULL_HAND) - 1
"""The mask of all five cards."""
MASKS = 1 << FULL_HAND
FEWEST = 2
"""Cards that are left after three discards."""


@compiled
def count(mask: int) -> int:
    """The cards in a mask."""
    found = 0
    for k in range(FULL_HAND):
        found += mask >> k & 1
    return found


@compiled
def _place_of(i: int, j: int, k: int) -> int:
    """The number of a set of three places."""
    low, high = min(i, j, k), max(i, j, k)
    middle = i + j + k - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@compiled
def final(own: Array, mask: int, board: Array, held: Array) -> int:
    """The strength of the cards of a mask with a board of three (N3). Uses `held`."""
    size = 0
    for k in range(FULL_HAND):
        if mask >> k & 1:
            held[size] = own[k]
            size += 1
    _, strength = best_choice(held, size, board, 3)
    return strength


@compiled
def payoff(strength: int, levels: Array, players: int) -> float:
    """The mean payoff in antes of a final hand, by the distribution of a rival's on the board.

    `levels`: equally likely strengths, from the lowest. Rivals are taken as independent.
    """
    n = len(levels)
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if levels[middle] < strength:
            low = middle + 1
        else:
            high = middle
    tied = low
    while tied < n and levels[tied] == strength:
        tied += 1
    below, upto = low / n, tied / n
    if tied == low:
        return float(players * below ** (players - 1) - 1)
    return float((upto**players - below**players) / (upto - below) - 1)


@compiled
def fill(
    own: Array,
    free: Array,
    known: Array,
    kept: int,
    levels: Array,
    number: Array,
    players: int,
    worth: Array,
) -> None:
    """Write the payoff of each mask on each board that may come.

    `free`: the cards that are not in the hand; `known`: the places in it of those that are up;
    `number`: the row of `levels` of three cards. Masks of cards that are not `kept` are left out.
    """
    held, board = own.copy(), own[:3].copy()
    for k in range(len(free)):
        for j in range(k):
            for i in range(j):
                up = 0
                for each in known:
                    up += each in (i, j, k)
                if up < len(known):
                    continue
                board[0], board[1], board[2] = free[i], free[j], free[k]
                row = levels[number[board[0], board[1], board[2]]]
                at = _place_of(i, j, k)
                for mask in range(MASKS):
                    if mask & ~kept == 0 and count(mask) >= FEWEST:
                        worth[mask, at] = payoff(final(own, mask, board, held), row, players)


@compiled
def best_of(value: Array, mask: int) -> int:
    """The best mask after a decision: the same, or one card less."""
    best = mask
    for k in range(FULL_HAND):
        less = mask & ~(1 << k)
        if less != mask and value[less] > value[best]:
            best = less
    return best


@compiled
def last(worth: Array, n: int, a: int, b: int, value: Array) -> None:
    """Write the mean payoff of each mask over the last card, after the cards at two places."""
    for mask in range(MASKS):
        value[mask] = 0.0
    for mask in range(MASKS):
        if count(mask) >= FEWEST:
            for c in range(n):
                if c not in (a, b):
                    value[mask] += worth[mask, _place_of(a, b, c)]
            value[mask] /= n - 2


@compiled
def middle(worth: Array, n: int, a: int, chosen: Array, value: Array) -> None:
    """Write the mean payoff of each mask over the second card, after the card at a place.

    `chosen[mask, b]` becomes what is left after the last decision.
    """
    after, sums = value.copy(), value.copy()
    for mask in range(MASKS):
        sums[mask] = 0.0
    for b in range(n):
        if b != a:
            last(worth, n, a, b, after)
            for mask in range(MASKS):
                if count(mask) > FEWEST:
                    chosen[mask, b] = best_of(after, mask)
                    sums[mask] += after[chosen[mask, b]]
    for mask in range(MASKS):
        value[mask] = sums[mask] / (n - 1)


@compiled
def first(worth: Array, n: int, second: Array, third: Array, value: Array) -> None:
    """Write the mean payoff of each mask over the first card, from the deal on.

    `second[mask, a]` and `third[mask, a, b]` become what is left after each later decision.
    """
    after, sums = value.copy(), value.copy()
    for mask in range(MASKS):
        sums[mask] = 0.0
    for a in range(n):
        middle(worth, n, a, third[a], after)
        for mask in range(MASKS):
            if count(mask) > FEWEST + 1:
                second[mask, a] = best_of(after, mask)
                sums[mask] += after[second[mask, a]]
    for mask in range(MASKS):
        value[mask] = sums[mask] / n
