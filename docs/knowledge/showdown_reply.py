"""The best reply to a strategy of Showdown between two, by sampled hands and counted trees.

The own hand and the rival's are sampled; every board in every order is counted, and every decision
of both: the rival's by its strategy, the own with all that may be known by then, which includes
when the rival threw a card. As at Standoff, a reply that is chosen and measured on the same rivals
is too good on average, and one that is chosen on half of them and measured on the others is one
reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from docs.knowledge.showdown_hands import MIDS, SEATS, STAKE, Hands, Mids, joined, strengths_of

from sidepot.kernel import Array, compiled, readable
from sidepot.odds.standoff.boards import Boards, free_of
from sidepot.odds.standoff.tree import ALL, FEWEST, MASKS, best_of, count, final

SAME, CROSSED, OWN = range(3)
"""The values: chosen and measured on the same rivals, chosen on others, by the first way to play;
those of the other ways follow."""
_WAYS = 3
"""A reply chosen on both halves of the rivals, or on one of them."""
_PATTERNS = 8
"""When a rival threw: one bit for each discard."""


class Rivals(NamedTuple):
    """The rivals of a hand, with their decisions in their seat."""

    met: Array
    """The places of those who share no card with it."""
    hand: Array
    masks: tuple[Array, Array, Array]
    mids: Mids


def replies(
    ways: Sequence[Hands], rivals: Hands, known: Boards
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The mean values in antes, `[hand, seat, value]`, and the ends, `[seat, mid, whose fold]`.

    `ways`: the same own hands, played in several ways. The ends are those of the first, as parts
    of all hands; the row after the mids is the reveal. A hand that meets nobody, because all rivals
    share a card with it, is worth nan.
    """
    own = ways[0].hand
    found = np.full((len(own), SEATS, OWN + len(ways)), np.nan)
    ends = np.zeros((SEATS, MIDS + 1, 2))
    n = len(known.deck) - own.shape[1]
    strength = readable(np.zeros((n, n, n, MASKS), np.int64))
    for i in range(len(own)):
        free = free_of(own[i], known.deck)
        apart = ~np.isin(np.asarray(rivals.hand), np.asarray(own[i])).any(axis=1)
        met = readable(np.flatnonzero(apart))
        if not len(met):
            continue
        strengths_of(own[i], free, strength)
        played = joined([each.part(np.array([i])) for each in ways])
        for seat in range(SEATS):
            _value(
                *(own[i], free, strength, seat),
                *played.at_seat(seat),
                Rivals(met, rivals.hand, *rivals.at_seat(1 - seat)),
                *(found[i, seat], ends[seat]),
            )
    return found, ends / ends.sum(axis=(1, 2), keepdims=True)


@compiled
def _value(
    own: Array,
    free: Array,
    strength: Array,
    seat: int,
    plan: tuple[Array, Array, Array],
    paid: Mids,
    rivals: Rivals,
    found: Array,
    ends: Array,
) -> None:
    """Write the values of a hand in a seat, and add how the first way to play it ends."""
    n = len(free)
    rest = n - len(own)
    shape = (2, _WAYS, _PATTERNS, MASKS)
    third, second, first = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    # By half of the rivals and pattern: the wins of each mask, rivals who pay, rivals who fold.
    won, pay, fold = np.zeros((2, 8, MASKS)), np.zeros((2, 8)), np.zeros((2, 8))
    board = own[:3].copy()
    total, ignored = np.zeros(len(paid[0])), ends.copy()
    for i in range(n):
        a, second[:] = free[i], 0.0
        for j in range(n):
            if j == i:
                continue
            b, third[:] = free[j], 0.0
            for k in range(n):
                if k in (i, j):
                    continue
                board[0], board[1], board[2] = a, b, free[k]
                mine = strength[i, j, k]
                _meet(
                    *(mine, board, seat, plan, paid, rivals),
                    *(won, pay, fold, total, ends, ignored),
                )
                for pattern in range(_PATTERNS):
                    _reveal(seat, pattern, won, pay, fold, third)
            _discard(third, 2, seat, FEWEST)
            _count_rivals(rivals, a, b, 2, pay, fold)
            _mid(third, 3.0, seat, pay, fold, float(rest - 2), second)
        _discard(second, 1, seat, FEWEST + 1)
        _count_rivals(rivals, a, a, 1, pay, fold)
        _mid(second, 2.0, seat, pay, fold, float((rest - 1) * (rest - 2)), first)
    _discard(first, 0, seat, FEWEST + 2)
    _count_rivals(rivals, 0, 0, 0, pay, fold)
    deals = float(rest * (rest - 1) * (rest - 2))
    whole = np.zeros(shape)
    _mid(first, 1.0, seat, pay, fold, deals, whole)
    deals *= len(rivals.met)
    found[SAME] = whole[1, 0, 0, ALL] / deals
    found[CROSSED] = (whole[1, 1, 0, ALL] + whole[1, 2, 0, ALL]) / deals
    found[OWN:] = total / deals


@compiled
def _meet(
    mine: Array,
    board: Array,
    seat: int,
    plan: tuple[Array, Array, Array],
    paid: Mids,
    rivals: Rivals,
    won: Array,
    pay: Array,
    fold: Array,
    total: Array,
    ends: Array,
    ignored: Array,
) -> None:
    """Count what each mask wins from rivals who pay the last mid, and those who fold there.

    The values of the ways to play are added to `total`, the ends of the first of them to `ends`.
    """
    a, b, c = board[0], board[1], board[2]
    met, hand, masks, mids = rivals
    won[:], pay[:], fold[:] = 0.0, 0.0, 0.0
    for at in range(len(met)):
        g, half = met[at], at & 1
        if not _is_free(hand[g], board):
            continue
        theirs = final(hand[g], masks[2][g, a, b], board, hand[g].copy())
        for v in range(len(total)):
            made, counted = mine[plan[2][v, a, b]], ignored if v else ends
            total[v] += _played(seat, paid, v, mids, g, a, b, c, made, theirs, counted)
        if not (mids[0][g] and mids[1][g, a] and mids[2][g, a, b]):
            continue
        pattern = _pattern(masks, g, a, b)
        if not mids[3][g, a, b, c]:
            fold[half, pattern] += 1
            continue
        pay[half, pattern] += 1
        for m in range(MASKS):
            won[half, pattern, m] += STAKE * (1.0 * (mine[m] > theirs) - 1.0 * (mine[m] < theirs))


@compiled
def _is_free(hand: Array, board: Array) -> bool:
    """Are the cards of a board in no hand of a rival?"""
    taken = False
    for card in hand:
        taken |= card == board[0] or card == board[1] or card == board[2]
    return not taken


@compiled
def _pattern(masks: tuple[Array, Array, Array], g: int, a: int, b: int) -> int:
    """When a rival threw, by the cards that are up."""
    found = int(masks[0][g] != ALL) | int(masks[1][g, a] != masks[0][g]) << 1
    return found | int(masks[2][g, a, b] != masks[1][g, a]) << 2


@compiled
def _played(
    seat: int,
    paid: Mids,
    v: int,
    mids: Mids,
    g: int,
    a: int,
    b: int,
    c: int,
    mine: int,
    theirs: int,
    ends: Array,
) -> float:
    """The antes that a way to play wins in a deal."""
    for at in range(MIDS):
        if at == 0:
            own, other = paid[0][v], mids[0][g]
        elif at == 1:
            own, other = paid[1][v, a], mids[1][g, a]
        elif at == 2:
            own, other = paid[2][v, a, b], mids[2][g, a, b]
        else:
            own, other = paid[3][v, a, b, c], mids[3][g, a, b, c]
        if own and other:
            continue
        rival_folds = bool(own) if seat == 0 else not other
        ends[at, int(rival_folds)] += 1
        return (1.0 + at) if rival_folds else -(1.0 + at)
    ends[MIDS, 0] += 1
    return STAKE * (1.0 * (mine > theirs) - 1.0 * (mine < theirs))


@compiled
def _reveal(seat: int, pattern: int, won: Array, pay: Array, fold: Array, third: Array) -> None:
    """Decide on the last mid, and add the values by what the rival threw when."""
    if not (pay[:, pattern] + fold[:, pattern]).any():
        return
    for way in range(_WAYS):
        pick, payers, folders = _picked(way, pay[:, pattern], fold[:, pattern], won[:, pattern])
        value, paying, folding = _measured(way, pay[:, pattern], fold[:, pattern], won[:, pattern])
        into = third[:, way, pattern]
        for m in range(MASKS):
            if count(m) >= FEWEST:
                _paid_or_not(
                    4.0, seat, pick[m], payers, folders, value[m], paying, folding, into, m
                )


@compiled
def _picked(way: int, pay: Array, fold: Array, won: Array) -> tuple[Array, float, float]:
    """The wins, and the numbers that pay and fold, of the rivals that a reply is chosen on."""
    if way == 0:
        return won[0] + won[1], pay[0] + pay[1], fold[0] + fold[1]
    return won[way - 1].copy(), pay[way - 1], fold[way - 1]


@compiled
def _measured(way: int, pay: Array, fold: Array, won: Array) -> tuple[Array, float, float]:
    """The same of those that it is measured on."""
    return _picked(0 if way == 0 else 3 - way, pay, fold, won)


@compiled
def _paid_or_not(
    lost: float,
    seat: int,
    pick: float,
    payers: float,
    folders: float,
    value: float,
    paying: float,
    folding: float,
    into: Array,
    m: int,
) -> None:
    """Pay or fold, by what is picked on, and add both values of that."""
    before = lost * folders if seat == 1 else 0.0
    gone = lost * payers if seat == 1 else lost * (payers + folders)
    stay = pick if seat == 1 else pick + lost * folders
    if stay > -gone:
        into[0, m] += before + stay
        into[1, m] += lost * folding + value
    else:
        into[0, m] += before - gone
        into[1, m] += lost * folding - lost * paying if seat == 1 else -lost * (paying + folding)


@compiled
def _count_rivals(
    rivals: Rivals,
    a: int,
    b: int,
    at: int,
    pay: Array,
    fold: Array,
) -> None:
    """Count the rivals who pay and who fold at one of the first three mids."""
    met, hand, masks, mids = rivals
    pay[:], fold[:] = 0.0, 0.0
    for k in range(len(met)):
        g, pattern = met[k], 0
        if at == 0:
            pays = mids[0][g]
        else:
            if not mids[0][g] or (hand[g] == a).any() or (hand[g] == b).any():
                continue
            pattern |= int(masks[0][g] != ALL)
            pays = mids[1][g, a]
            if at == 2:
                if not pays:
                    continue
                pattern |= int(masks[1][g, a] != masks[0][g]) << 1
                pays = mids[2][g, a, b]
        if pays:
            pay[k & 1, pattern] += 1
        else:
            fold[k & 1, pattern] += 1


@compiled
def _mid(
    values: Array, lost: float, seat: int, pay: Array, fold: Array, deals: float, into: Array
) -> None:
    """Decide on one of the first three mids. `deals`: the boards that each rival stands for."""
    nothing = np.zeros((2, 1))
    for way in range(_WAYS):
        for pattern in range(4):
            pays, folds = pay[:, pattern] * deals, fold[:, pattern] * deals
            _, payers, folders = _picked(way, pays, folds, nothing)
            _, paying, folding = _measured(way, pays, folds, nothing)
            for m in range(MASKS):
                pick, value = values[0, way, pattern, m], values[1, way, pattern, m]
                sums = into[:, way, pattern]
                _paid_or_not(lost, seat, pick, payers, folders, value, paying, folding, sums, m)


@compiled
def _discard(values: Array, at: int, seat: int, least: int) -> None:
    """Throw a card or none; the rival's discard at this point is known in the second seat."""
    bit = 1 << at
    pick, value = np.zeros(MASKS), np.zeros(MASKS)
    for way in range(_WAYS):
        for pattern in range(bit):
            together = values[:, way, pattern] + values[:, way, pattern | bit]
            values[:, way, pattern | bit] *= seat
            if seat == 0:
                values[:, way, pattern] = together
            for one in range(1 + seat):
                known = pattern | bit * one
                pick[:], value[:] = values[0, way, known], values[1, way, known]
                for m in range(MASKS):
                    if count(m) > least:
                        best = best_of(pick, m)
                        values[0, way, known, m] = pick[best]
                        values[1, way, known, m] = value[best]
            if seat == 1:
                values[:, way, pattern] += values[:, way, pattern | bit]
