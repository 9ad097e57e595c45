"""The payoffs of a hand of Guts, in pots, read off hands that the rules play.

A hand in is paid by the numbers of hands in that are weaker, equal and stronger, one that is out by
the number of hands in. That is told for rivals of different strengths: equal ones pay less into the
pot of the next hand, which changes nothing but what is added by `tied`. Chips that stay for a next
hand count as shared equally: among equal players with deep stacks, that is what they are worth.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sidepot import cards, games
from sidepot.engine import setup
from sidepot.engine.game import Hand
from sidepot.kernel import Array
from sidepot.rules.carried import ALONE, JUDGED

MOST_TIED = 4
"""Hands of equal strength that one deck may hold: the suits."""
_OWN = ("Kc Qc", "Kd Qd", "Kh Qh", "Ks Qs")
_WEAKER = ("Jc Tc", "Jd 9d", "Jh 8h", "Js 7s", "Td 9c", "Th 8c", "Ts 7c", "9h 8d", "9s 7d")
_STRONGER = ("Ac 2c", "Ad 3d", "Ah 4h", "As 5s", "2d 2h", "3c 3h", "4c 4d", "5c 5d", "6c 6d")
_TIED = ("Jc Tc", "Jd Td")
_DEEP = 1000
"""Antes of a stack that is never short."""


@dataclass(frozen=True)
class Payoffs:
    """Chips won from the choice on, in pots."""

    players: int
    goes_on: bool
    """Whether another hand follows, for which chips stay."""
    inside: npt.NDArray[np.float64]
    """Payoffs of a hand that is in, by the numbers of weaker, equal and stronger hands in."""
    outside: npt.NDArray[np.float64]
    """Payoffs of a hand that is out, by the number of hands in."""
    tied: float
    """Added to that for each winner beyond the first."""


@functools.cache
def payoffs(players: int, *, goes_on: bool) -> Payoffs:
    """The payoffs among a number of players."""
    inside = np.zeros((players, MOST_TIED, players))
    outside = np.zeros(players)
    for count in range(players):
        outside[count] = _played(players, goes_on, [], _WEAKER[:count])
    for weaker, tied, stronger in np.ndindex(*inside.shape):
        if weaker + tied + stronger < players:
            rivals = [*_WEAKER[:weaker], *_OWN[1 : 1 + tied], *_STRONGER[:stronger]]
            inside[weaker, tied, stronger] = _played(players, goes_on, _OWN[:1], rivals)
    tied = _played(players, goes_on, [], _TIED) - outside[2] if players > 2 else 0.0
    return Payoffs(players, goes_on, inside, outside, tied)


def _played(players: int, goes_on: bool, own: Sequence[str], rivals: Sequence[str]) -> float:
    """The first seat's chips in a hand in which it is in with `own`, or out, and rivals are in."""
    ante = math.lcm(players, *range(1, MOST_TIED + 1))
    game = games.find("guts", ante=ante, cap=0)
    seats = [*(own or ("",)), *rivals]
    order = _order(seats, players)
    stacks = [_DEEP * ante] * players
    kept = {"pot": 0} if goes_on else None
    rows = setup.before_deal(game, stacks, order, kept=kept, goes_on=JUDGED if goes_on else ALONE)
    hand = Hand(game, rows)
    while not hand.over:
        seat = int(hand.actor or 0)
        is_in = bool(own) if seat == 0 else seat <= len(rivals)
        hand.act("in" if is_in else "out")
    return (hand.payoffs[0] + ante) / (players * ante)


def _order(told: Sequence[str], players: int) -> list[int]:
    """A deck that deals these hands, and others to the seats that are left."""
    held = [cards.parse(text) for text in told]
    taken = {code for hand in held for code in hand}
    free = [code for code in cards.deck() if code not in taken]
    dealt = [hand or [free.pop(), free.pop()] for hand in held]
    dealt += [[free.pop(), free.pop()] for _ in range(players - len(dealt))]
    return [*(code for hand in dealt for code in hand), *free]


def by_sets(found: Payoffs) -> tuple[Array, Array]:
    """The payoffs as sums over all sets of those who are in (Möbius inversion).

    A payoff is then a sum over sets of rivals that are in, whatever the other rivals do: the chance
    that all of a set are in is a product, and hands that stay out need not be counted.
    """
    inside, outside = np.zeros_like(found.inside), np.zeros_like(found.outside)
    for there in np.ndindex(*inside.shape):
        for part in np.ndindex(*(n + 1 for n in there)):
            ways = math.prod(math.comb(n, k) for n, k in zip(there, part, strict=True))
            sign = (-1) ** (sum(there) - sum(part))
            inside[there] += sign * ways * found.inside[part]
    for n in range(len(outside)):
        for k in range(n + 1):
            outside[n] += (-1) ** (n - k) * math.comb(n, k) * found.outside[k]
    return inside, outside
