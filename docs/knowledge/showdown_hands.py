"""Showdown between two: hands that play by the tree against distributions of the rival's.

As at Standoff (`sidepot.odds.standoff`), a hand is five cards, and what is left of it a mask. Of
the rival a distribution of final hands by kind of board is known, and how often it folds at each
mid, by the cards that are up; both for each seat. What a hand threw and when is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff.boards import Boards, free_of
from sidepot.odds.standoff.tree import ALL, FEWEST, MASKS, best_of, count, final, payoff

MIDS = 4
STAKE = 1 + MIDS
"""The antes that each has paid at the reveal."""
SEATS = 2
"""Whoever acts first, and whoever sees it."""
_CODES = 52
_LEVELS = 32
_RANKS, _SUITS = 13, 4
Mids = tuple[Array, Array, Array, Array]
"""Something of each mid, by the cards that are up."""


@dataclass(frozen=True)
class Hands:
    """Hands with all their decisions in each seat: `[hand, seat, cards that are up in order]`."""

    hand: Array
    """The five cards of each."""
    first: Array
    """The mask after the first discard."""
    second: Array
    third: Array
    pays: Mids
    """Whether each mid is paid, by the cards that are up."""

    @property
    def masks(self) -> tuple[Array, Array, Array]:
        """The masks after each discard."""
        return self.first, self.second, self.third

    def part(self, which: npt.NDArray[np.int64]) -> Hands:
        """Some of the hands, by their places."""
        one, two, three = (readable(each[which]) for each in self.masks)
        mids = [readable(each[which]) for each in self.pays]
        hands = readable(self.hand[which])
        return Hands(hands, one, two, three, (mids[0], mids[1], mids[2], mids[3]))

    def at_seat(self, seat: int) -> tuple[tuple[Array, Array, Array], Mids]:
        """The masks and the mids in a seat."""
        one, two, three = (_at(each, seat) for each in self.masks)
        mids = [_at(each, seat) for each in self.pays]
        return (one, two, three), (mids[0], mids[1], mids[2], mids[3])


def _at(rows: Array, seat: int) -> Array:
    return readable(np.ascontiguousarray(rows[:, seat]))


@dataclass(frozen=True)
class Habits:
    """The rival's final hands and folds, by its seat."""

    levels: Array
    """`[seat, kind of board]`: equally likely strengths of hands that have paid all mids."""
    folds: Mids
    """The chance of a fold at each mid, by the cards that are up, at the last by kind of board."""


def keeping(hands: npt.NDArray[np.int64]) -> Hands:
    """Hands that keep all their cards and pay all mids."""
    n = len(hands)
    shapes = [(n, SEATS) + (_CODES,) * up for up in range(MIDS)]
    first, second, third = (readable(np.full(shape, ALL, np.int8)) for shape in shapes[:3])
    one, two, three, four = (readable(np.ones(shape, np.int8)) for shape in shapes)
    return Hands(readable(hands), first, second, third, (one, two, three, four))


def paying(hands: Hands) -> Hands:
    """The same hands with the same discards, paying all mids."""
    return replace(hands, pays=keeping(np.asarray(hands.hand)).pays)


def joined(parts: Sequence[Hands]) -> Hands:
    """All hands of some lists."""

    def together(rows: Iterable[Array]) -> Array:
        return readable(np.concatenate([*rows]))

    masks = [together(each.masks[k] for each in parts) for k in range(3)]
    mids = [together(each.pays[k] for each in parts) for k in range(MIDS)]
    hands = together(each.hand for each in parts)
    return Hands(hands, masks[0], masks[1], masks[2], (mids[0], mids[1], mids[2], mids[3]))


def play(hands: npt.NDArray[np.int64], known: Boards, met: Habits) -> Hands:
    """The best decisions of each hand against what is known of rivals."""
    found = keeping(hands)
    n = len(known.deck) - hands.shape[1]
    strength = readable(np.zeros((n, n, n, MASKS), np.int64))
    for i in range(len(hands)):
        free = free_of(found.hand[i], known.deck)
        strengths_of(found.hand[i], free, strength)
        for seat in range(SEATS):
            rival = 1 - seat
            one, two, three, four = (each[rival] for each in met.folds)
            _decide(
                *(free, known.number, strength, seat, met.levels[rival], (one, two, three, four)),
                (found.first[i, seat : seat + 1], found.second[i, seat], found.third[i, seat]),
                _mids_of(found, i, seat),
            )
    return found


def _mids_of(hands: Hands, i: int, seat: int) -> Mids:
    """The mids of a hand in a seat, to be written."""
    one, two, three, four = hands.pays
    return one[i, seat : seat + 1], two[i, seat], three[i, seat], four[i, seat]


@compiled
def strengths_of(own: Array, free: Array, strength: Array) -> None:
    """Write the final hand of each mask on each board, in any order."""
    n, held, board = len(free), own.copy(), own[:3].copy()
    for c in range(n):
        for b in range(c):
            for a in range(b):
                board[0], board[1], board[2] = free[a], free[b], free[c]
                for mask in range(MASKS):
                    if count(mask) >= FEWEST:
                        found = final(own, mask, board, held)
                        strength[a, b, c, mask], strength[a, c, b, mask] = found, found
                        strength[b, a, c, mask], strength[b, c, a, mask] = found, found
                        strength[c, a, b, mask], strength[c, b, a, mask] = found, found


@compiled
def pays(worth: float, fold: float, lost: float, seat: int) -> bool:
    """Is a mid paid? `worth`: of going on; `lost`: the antes paid before; `fold`: the rival's."""
    if seat == 0:
        worth = fold * lost + (1 - fold) * worth
    return worth > -lost


@compiled
def before(worth: float, fold: float, lost: float, seat: int) -> float:
    """The worth before a mid."""
    if seat == 0:
        return max(-lost, fold * lost + (1 - fold) * worth)
    return fold * lost + (1 - fold) * max(-lost, worth)


@compiled
def _decide(
    free: Array,
    number: Array,
    strength: Array,
    seat: int,
    levels: Array,
    folds: Mids,
    masks: tuple[Array, Array, Array],
    paid: Mids,
) -> None:
    """Write all decisions of a hand in a seat, by the codes of the cards that come up."""
    n = len(free)
    worth, after = np.zeros((n, n, n, MASKS)), np.zeros((n, n, MASKS))
    _to_reveal(free, number, strength, seat, levels, folds[3], worth, after)
    middle, thirds = np.zeros((n, n, MASKS)), np.zeros((n, n, MASKS), np.int64)
    begun, seconds = np.zeros((n, MASKS)), np.zeros((n, MASKS), np.int64)
    start = np.zeros(MASKS)
    for a in range(n):
        _to_second(free, a, seat, folds[2], after[a], middle[a], thirds[a], begun[a])
        sums = begun[a].copy()
        for m in range(MASKS):
            if count(m) > FEWEST + 1:
                seconds[a, m] = best_of(sums, m)
                begun[a, m] = sums[seconds[a, m]]
                start[m] += before(begun[a, m], folds[1][free[a]], 2.0, seat) / n
    one = best_of(start, ALL)
    masks[0][0] = one
    paid[0][0] = pays(start[one], folds[0][0], 1.0, seat)
    for a in range(n):
        two = seconds[a, one]
        masks[1][free[a]] = two
        paid[1][free[a]] = pays(begun[a, one], folds[1][free[a]], 2.0, seat)
        for b in range(n):
            if b != a:
                three = thirds[a, b, two]
                masks[2][free[a], free[b]] = three
                fold = folds[2][free[a], free[b]]
                paid[2][free[a], free[b]] = pays(middle[a, b, two], fold, 3.0, seat)
                _pay_last(free, number, a, b, seat, folds[3], worth[:, :, :, three], paid[3])


@compiled
def _to_reveal(
    free: Array,
    number: Array,
    strength: Array,
    seat: int,
    levels: Array,
    fold: Array,
    worth: Array,
    after: Array,
) -> None:
    """Write the worth of a reveal, and add that before the last mid by the first two cards."""
    n = len(free)
    for a in range(n):
        for b in range(a):
            for c in range(b):
                kind = number[free[a], free[b], free[c]]
                for m in range(MASKS):
                    if count(m) >= FEWEST:
                        w = STAKE * payoff(strength[a, b, c, m], levels[kind], 2)
                        worth[a, b, c, m] = w
                        w = before(w, fold[kind], 4.0, seat)
                        after[a, b, m] += w
                        after[b, a, m] += w
                        after[a, c, m] += w
                        after[c, a, m] += w
                        after[b, c, m] += w
                        after[c, b, m] += w


@compiled
def _to_second(
    free: Array,
    a: int,
    seat: int,
    fold: Array,
    after: Array,
    middle: Array,
    third: Array,
    sums: Array,
) -> None:
    """Take the last discard after each second card, and write the worth before that card."""
    n = len(free)
    for b in range(n):
        if b == a:
            continue
        last = after[b] / (n - 2)
        for m in range(MASKS):
            if count(m) > FEWEST:
                third[b, m] = best_of(last, m)
                middle[b, m] = last[third[b, m]]
                worth = before(middle[b, m], fold[free[a], free[b]], 3.0, seat)
                sums[m] += worth / (n - 1)


@compiled
def _pay_last(
    free: Array,
    number: Array,
    a: int,
    b: int,
    seat: int,
    folds: Array,
    worth: Array,
    paid: Array,
) -> None:
    """Write whether the last mid is paid after each last card."""
    for c in range(len(free)):
        if c not in (a, b):
            high, middle, low = _ordered(a, b, c)
            fold = folds[number[free[a], free[b], free[c]]]
            is_paid = pays(worth[high, middle, low], fold, 4.0, seat)
            paid[free[a], free[b], free[c]] = is_paid


@compiled
def _ordered(a: int, b: int, c: int) -> tuple[int, int, int]:
    """Three places, the highest first."""
    high, low = max(a, b, c), min(a, b, c)
    return high, a + b + c - high - low, low


def habits_of(rivals: Hands, known: Boards) -> Habits:
    """The final hands and the folds of rivals; over suits that only have other names."""
    kinds = len(known.example)
    levels = readable(np.zeros((SEATS, kinds, _LEVELS), np.int64))
    asked = [np.zeros((SEATS, *shape)) for shape in ((1,), (_CODES,), (_CODES,) * 2, (kinds,))]
    folded = [each.copy() for each in asked]
    for seat in range(SEATS):
        masks, paid = rivals.at_seat(seat)
        one, two, three, four = (each[seat] for each in asked)
        gone = [each[seat] for each in folded]
        mids = (gone[0], gone[1], gone[2], gone[3])
        _count(rivals.hand, paid, known.deck, (one, two, three, four), mids)
        _collect(rivals.hand, masks[2], paid, known.example, levels[seat], four, mids[3])
    asked[1], folded[1] = (_by_rank(each) for each in (asked[1], folded[1]))
    asked[2], folded[2] = (_by_ranks(each) for each in (asked[2], folded[2]))
    one, two, three, four = (
        readable(fold / np.maximum(all_, 1)) for fold, all_ in zip(folded, asked, strict=True)
    )
    return Habits(levels, (one, two, three, four))


def _by_rank(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Counts over all suits of a card."""
    return np.repeat(counts.reshape(SEATS, _RANKS, _SUITS).sum(axis=2), _SUITS, axis=1)


def _by_ranks(counts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Counts over all suits of two cards, of one suit or of two."""
    by = counts.reshape(SEATS, _RANKS, _SUITS, _RANKS, _SUITS)
    suited = np.einsum("zisjs->zij", by)
    both = by.sum(axis=(2, 4))
    found = np.broadcast_to((both - suited)[:, :, None, :, None], by.shape).copy()
    for suit in range(_SUITS):
        found[:, :, suit, :, suit] = suited
    return found.reshape(counts.shape)


@compiled
def _count(hand: Array, paid: Mids, deck: Array, asked: Mids, folded: Mids) -> None:
    """Count the folds at the first three mids."""
    for g in range(len(hand)):
        asked[0][0] += 1
        folded[0][0] += 1 - paid[0][g]
        for a in deck:
            if not paid[0][g] or a in hand[g]:
                continue
            asked[1][a] += 1
            folded[1][a] += 1 - paid[1][g, a]
            for b in deck:
                if paid[1][g, a] and b != a and b not in hand[g]:
                    asked[2][a, b] += 1
                    folded[2][a, b] += 1 - paid[2][g, a, b]


@compiled
def _collect(
    hand: Array,
    third: Array,
    paid: Mids,
    example: Array,
    levels: Array,
    asked: Array,
    folded: Array,
) -> None:
    """Count the folds at the last mid, and write equally spaced strengths of hands that pay all."""
    strength = np.zeros(6 * len(hand), np.int64)
    for kind in range(len(example)):
        board, n = example[kind], 0
        for g in range(len(hand)):
            if not paid[0][g] or board[0] in hand[g] or board[1] in hand[g] or board[2] in hand[g]:
                continue
            for i in range(3):
                for j in range(3):
                    a, b, c = board[i], board[j], board[(3 - i - j) % 3]
                    if i == j or not paid[1][g, a] or not paid[2][g, a, b]:
                        continue
                    asked[kind] += 1
                    folded[kind] += 1 - paid[3][g, a, b, c]
                    if paid[3][g, a, b, c]:
                        strength[n] = final(hand[g], third[g, a, b], board, hand[g].copy())
                        n += 1
        found = np.sort(strength[:n])
        for k in range(_LEVELS):
            levels[kind, k] = found[(2 * k + 1) * n // (2 * _LEVELS)] if n else 0
