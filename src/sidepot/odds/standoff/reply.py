"""A best reply at Standoff and its wins, by sampled hands: the tree of each is counted.

The own hand, the hands of rivals and the first cards of the board are sampled, all else is counted:
every second and third card, every decision of the own hand with all that may be known by then
(of a single rival also when it threw a card), every decision of the rivals by their strategy.
Three numbers bound the value of the best reply. Chosen and measured on the same rivals it is too
high on average; chosen on one half of them and measured on the other half it is one reply's
value, so at most the best one's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff.boards import Boards, Players, free_of
from sidepot.odds.standoff.tree import ALL, FEWEST, MASKS, best_of, count, final

_BOTH = 0
"""A reply chosen on both halves of the rivals; 1 and 2 are those chosen on one half."""
_PATTERNS = 8
"""When a rival threw: one bit for each of three decisions."""
SAME, CROSSED, OWN, KEPT = range(4)
_TRIES = 200
"""Groups that are begun for each that is wanted, at most."""
_FOUND = 4
"""The values: chosen and measured on the same rivals, chosen on others, by the own strategy, and by
throwing nothing."""


@dataclass(frozen=True)
class Replies:
    """The mean values of a sample of hands, in antes, by seat: whether one decides after the rival.

    `value[hand, seat, k]`, by `SAME`, `CROSSED`, `OWN` and `KEPT`.
    """

    value: npt.NDArray[np.float64]

    def gain(self, k: int, beside: int = OWN, seat: int | None = None) -> tuple[float, float]:
        """The mean gain beside another value, with its standard error."""
        gains = self.value[:, :, k] - self.value[:, :, beside]
        each = gains.mean(axis=1) if seat is None else gains[:, seat]
        return float(each.mean()), float(each.std(ddof=1) / len(each) ** 0.5)


def replies(
    own: Players,
    rivals: Players,
    known: Boards,
    *,
    firsts: int,
    most: int,
    seed: int,
    size: int = 1,
) -> Replies:
    """The values of `own` hands, each of which meets `most` groups of rivals.

    `firsts`: the first cards of the board that are tried with each hand; `size`: the rivals of a
    group, who share no card, and of several none with these first cards.
    """
    rng, codes = np.random.default_rng(seed), _sets(rivals.hand)
    found = np.zeros((len(own.hand), 2, _FOUND))
    for i, used in enumerate(_sets(own.hand)):
        free = free_of(own.hand[i], known.deck)
        if size == 1:
            met = _rivals(codes, used, most, rng)
        places = rng.permutation(len(free))[:firsts]
        if size > 1:
            board = _sets(np.asarray(free)[None, places])[0]
            met = _groups(codes, used | board, size, most, rng)
        for seat in range(2 if size == 1 else 1):
            _value(
                own.hand[i],
                int(own.first[i]),
                (own.second[i], own.third[i]),
                free,
                readable(places),
                readable(met),
                (rivals.hand, rivals.first, rivals.second, rivals.third),
                seat,
                found[i, seat],
            )
        if size > 1:  # nothing is known of the rivals in any seat
            found[i, 1] = found[i, 0]
    return Replies(found)


def _sets(hands: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Hands as sets of cards, a bit a card."""
    found: npt.NDArray[np.int64] = (1 << np.asarray(hands, np.int64)).sum(axis=1)
    return found


def _rivals(
    codes: npt.NDArray[np.int64], used: int, most: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Rivals who hold no used card, each a group."""
    order = rng.permutation(len(codes))
    found: npt.NDArray[np.int64] = order[codes[order] & used == 0][:most, None]
    return found


def _groups(
    codes: npt.NDArray[np.int64], used: int, size: int, most: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Groups of rivals who hold no used card and share none with each other.

    Odd groups and even ones are made of different rivals, so that a reply that is chosen on one
    half is measured on hands that it has not seen. Rivals are drawn one by one, and a group that
    cannot be filled is left: that depends on how many cards remain, and not on which, so that all
    deals are equally likely.
    """
    found = list[list[int]]()
    for _ in range(_TRIES * most):
        group, taken, half = list[int](), used, len(found) & 1
        while len(group) < size and len(left := np.flatnonzero(codes[half::2] & taken == 0)):
            group.append(half + 2 * int(left[rng.integers(len(left))]))
            taken |= codes[group[-1]]
        if len(group) == size:
            found.append(group)
        if len(found) == most:
            break
    else:
        raise ValueError(f"{size} of these {len(codes)} hands rarely share no card; give more")
    return np.array(found, np.int64).reshape(-1, size)


@compiled
def _value(
    own: Array,
    one: int,
    plan: tuple[Array, Array],
    free: Array,
    places: Array,
    met: Array,
    rivals: tuple[Array, Array, Array, Array],
    seat: int,
    found: Array,
) -> None:
    """Write the four values of a hand in a seat. `plan`: its second and third decisions."""
    two, three = plan
    n = len(free)
    won = np.zeros((n, 2, _PATTERNS, MASKS))
    picked, measured = np.zeros((3, 4, MASKS)), np.zeros((3, 4, MASKS))
    begun, ended = np.zeros((3, 2, MASKS)), np.zeros((3, 2, MASKS))
    dealt = np.zeros(2)
    own_sum, kept_sum = 0.0, 0.0
    for a in places:
        won[:] = 0.0
        dealt += _meet(own, free, a, met, rivals, won)
        picked[:], measured[:] = 0.0, 0.0
        for b in range(n):
            if b == a:
                continue
            _third(won[b], seat, picked, measured)
            mask = two[one, free[a]]
            mask = three[mask, free[a], free[b]]
            own_sum += won[b, :, :, mask].sum()
            kept_sum += won[b, :, :, ALL].sum()
        _second(picked, measured, seat, begun, ended)
    _first(begun, ended, seat, dealt, found)
    found[OWN], found[KEPT] = own_sum / dealt.sum(), kept_sum / dealt.sum()


@compiled
def _meet(
    own: Array,
    free: Array,
    a: int,
    met: Array,
    rivals: tuple[Array, Array, Array, Array],
    won: Array,
) -> Array:
    """Add who wins, by own mask, second card and the rival's pattern, after a first card.

    Returns the number of deals, by half of the rivals.
    """
    hand, first, second, third = rivals
    n, size = len(free), met.shape[1]
    dealt = np.zeros(2)
    board, held = own[:3].copy(), own.copy()
    strength = np.zeros(MASKS, np.int64)
    board[0] = free[a]
    for b in range(n):
        for c in range(b):
            if a in (b, c):
                continue
            board[1], board[2] = free[b], free[c]
            for mask in range(MASKS):
                if count(mask) >= FEWEST:
                    strength[mask] = final(own, mask, board, held)
            for i in range(len(met)):
                if _holds(hand, met[i], board):
                    continue
                for order in range(2):
                    at, best, tied, pattern = b if order == 0 else c, 0, 0, 0
                    for g in met[i]:
                        before = second[g, first[g], board[0]]
                        mask = third[g, before, board[0], free[at]]
                        rival = final(hand[g], mask, board, held)
                        tied = tied + 1 if rival == best else tied
                        if rival > best:
                            best, tied = rival, 1
                        pattern = (
                            int(first[g] != ALL)
                            | int(before != first[g]) << 1
                            | int(mask != before) << 2
                        )
                    pattern = pattern if size == 1 else 0
                    for m in range(MASKS):
                        share = 0.0 if strength[m] < best else 1.0
                        share = 1.0 / (1 + tied) if strength[m] == best else share
                        won[at, i & 1, pattern, m] += (1 + size) * share - 1
                dealt[i & 1] += 2
    return dealt


@compiled
def _holds(hand: Array, group: Array, board: Array) -> bool:
    """Does one of a group hold a card of the board?"""
    found = 0
    for g in group:
        for card in hand[g]:
            found += card == board[0] or card == board[1] or card == board[2]
    return found > 0


@compiled
def _third(won: Array, seat: int, picked: Array, measured: Array) -> None:
    """Take the last decision, and add the values by what the rival did twice before."""
    pick, value = np.zeros(MASKS), np.zeros(MASKS)
    for way in range(3):
        for known in range(_PATTERNS if seat else _PATTERNS // 2):
            for m in range(MASKS):
                pick[m], value[m] = 0.0, 0.0
                for half in range(2):
                    for last in range(1 if seat else 2):
                        there = won[half, known | last << 2, m]
                        if way in (_BOTH, 1 + half):
                            pick[m] += there
                        if way == _BOTH or way != 1 + half:
                            value[m] += there
            for m in range(MASKS):
                if count(m) > FEWEST:
                    best = best_of(pick, m)
                    picked[way, known & 3, m] += pick[best]
                    measured[way, known & 3, m] += value[best]


@compiled
def _second(picked: Array, measured: Array, seat: int, begun: Array, ended: Array) -> None:
    """Take the second decision, and add the values by what the rival did at the first."""
    pick, value = np.zeros(MASKS), np.zeros(MASKS)
    for way in range(3):
        for known in range(4 if seat else 2):
            for m in range(MASKS):
                pick[m], value[m] = picked[way, known, m], measured[way, known, m]
                if not seat:
                    pick[m] += picked[way, known | 2, m]
                    value[m] += measured[way, known | 2, m]
            for m in range(MASKS):
                if count(m) > FEWEST + 1:
                    best = best_of(pick, m)
                    begun[way, known & 1, m] += pick[best]
                    ended[way, known & 1, m] += value[best]


@compiled
def _first(begun: Array, ended: Array, seat: int, dealt: Array, found: Array) -> None:
    """Take the first decision, and write the values."""
    pick = np.zeros(MASKS)
    found[SAME], found[CROSSED] = 0.0, 0.0
    for way in range(3):
        for known in range(2 if seat else 1):
            for m in range(MASKS):
                pick[m] = begun[way, known, m] + (0.0 if seat else begun[way, 1, m])
            best = best_of(pick, ALL)
            value = ended[way, known, best] + (0.0 if seat else ended[way, 1, best])
            found[SAME if way == _BOTH else CROSSED] += value
    found[SAME] /= dealt.sum()
    found[CROSSED] /= dealt.sum()
