"""How much a hand is worth in a betting game, and what to do about it: call, raise or fold.

Equity comes from random deals on which everybody checks, calls or pays to the end (`call_down`). So
the rules say what a call costs, which pots it can win and how a tie is split. Whoever has bet
is likely to hold more than a random hand, therefore a bet makes the equity smaller (`trusted`).
"""

import math

from sidepot.kernel import PLAIN, Array, Random, Records, compiled
from sidepot.rules import actions, chips, pots, seats
from sidepot.rules.actions import BET, FOLD, RAISE_TO, STAYING, Menu

DEALS = 6 if PLAIN else 200
"""Random deals by which equity is judged: a standard error of at most .035, or in the plain form,
which is a thousand times slower and for playing at all, of .2."""
DISCOUNT = 0.9
"""Equity e against random hands counts e to the power 1 + this for each bet of the pot's size.

In Shootout, heads-up, no discount loses 9 chips a hand to one of .6, and that loses 2 to .9; 1.2
wins still more from those, but the more is discounted, the less is won from who bets on anything.
"""
BET_FROM = 1.2
"""Equity times live players from which to bet: so much more than a fair share of the pot."""
RAISE_FROM = 1.4
"""And from which to raise somebody's bet, equity being discounted then."""
PART_OF_POT = 0.75
"""Size of a bet or raise, as a part of the pot after calling, where the limit leaves the choice."""


@compiled
def call_down(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy that stays to the end at the least price."""
    for i in range(menu.n):
        if menu.kind[i] in STAYING:
            return actions.encode(menu.kind[i], menu.lowest[i])
    return actions.encode(FOLD, 0)


@compiled
def raising(menu: Menu) -> tuple[int, int, int]:
    """The row of the menu by which to bet or raise: kind, lowest and highest level; or fold."""
    for i in range(menu.n):
        if menu.kind[i] in (BET, RAISE_TO):
            return menu.kind[i], menu.lowest[i], menu.highest[i]
    return FOLD, 0, 0


@compiled
def judge(
    views: Records,
    mean: float,
    passive: int,
    raises: tuple[int, int, int],
    forced: int,
    discount: float = DISCOUNT,
) -> int:
    """Fold what does not pay, raise what is worth more than its share, and call the rest.

    `views[1]` is `views[0]` played to its end by `call_down`, and `mean` what that brings on
    average, net, in chips; `passive`, the action that it began with; `raises` as `raising` has it;
    `forced`, the part of the highest bet that nobody chose: a blind, a mid; `discount`, how much a
    bet tells.
    """
    before, after = views[0], views[1]
    seat = before.seats.actor
    if actions.kind(passive) == FOLD:
        return passive
    cost = after.chips.paid[seat] - before.chips.paid[seat]
    within_reach = pots.reach(after.chips, after.seats, seat)
    pressure = bets_faced(before, seat, forced)
    equity = trusted((mean + cost) / within_reach, pressure, discount)
    if equity * within_reach < cost:
        return actions.encode(FOLD, 0)
    kind, lowest, highest = raises
    threshold = RAISE_FROM if pressure > 0 else BET_FROM
    if kind == FOLD or equity * seats.count(before.seats) < threshold:
        return passive
    return actions.encode(kind, min(max(level(before, seat), lowest), highest))


@compiled
def bets_faced(before: Records, seat: int, forced: int) -> float:
    """What a seat is asked to call, in bets of the pot's size: each doubles the pot."""
    highest = before.betting.to
    if highest <= max(forced, before.betting.bet[seat]):
        return 0.0
    pot = chips.pot(before.chips, before.seats)
    for p in range(before.seats.n):
        pot -= max(before.betting.bet[p] - forced, 0)
    return math.log2(1.0 + (highest - forced) / max(pot, 1))


@compiled
def trusted(equity: float, pressure: float, discount: float) -> float:
    """Equity against the hands of people who have bet."""
    return float(max(equity, 0.0) ** (1.0 + discount * pressure))


@compiled
def level(before: Records, seat: int) -> int:
    """Up to where to bet or raise."""
    highest: int = before.betting.to
    owed = highest - before.betting.bet[seat]
    pot = chips.pot(before.chips, before.seats) + owed
    return highest + int(PART_OF_POT * pot)


@compiled
def best(chosen: Array, sums: Array) -> int:
    """Of some choices the one that brought most, the first of equals."""
    place = 0
    for i in range(1, len(chosen)):
        if sums[i, 0] > sums[place, 0]:
            place = i
    action: int = chosen[place]
    return action
