"""Betting decisions by equity: call, raise or fold.

Equity comes from random deals on which everybody checks, calls or pays to the end (`call_down`). So
the rules decide what a call costs, which pots it can win and how a tie is split. A player who has
bet is likely to hold more than a random hand, so a bet reduces the equity (`_discounted`).
"""

import math
from collections.abc import Callable

import numpy as np

from sidepot.kernel import Array, Random, Records, by_form, compiled, inlined
from sidepot.odds.sampling import Policy
from sidepot.rules import actions, chips, pots, seats
from sidepot.rules.actions import BET, FOLD, RAISE_TO, STAYING, Menu

DEALS = by_form(plain=6, compiled=200)
"""Random deals for an equity: a standard error of at most .035; of .2 in interpreted mode, which is
a thousand times slower and only meant to run at all."""
DISCOUNT = 0.9
"""Equity e against random hands counts as e to the power 1 + this for each pot-sized bet faced
(`exponent_of`).

In Shootout, heads-up, no discount loses 9 chips a hand to a discount of .6, which loses 2 to .9. A
discount of 1.2 wins still more from those, but the larger the discount, the less the bot wins from
players who bet on anything.
"""
BEFORE_THE_FLOP = 0.45
"""The same before the flop of hold'em, where the equities of most hands lie near a half: with .9,
whoever raises the pot on anything finds three of four hands folded, and wins .33 big blinds a hand
between two; with this they lose .20, and it wins as much from who believes more.
"""
_LESS, _HUGE, _MORE = 1.6, 3.2, 0.22
"""One bet of more than the pot counts less than the pot, or a player who bets eight times the pot
on anything wins a big blind a hand: by `_LESS` for the next doubling of the pot, no less for more,
divided by the square of those who are in. Among many each call makes the pot cheaper already, so
that more would let hands call three pots that fold to one.
From `_HUGE` doublings on it counts again: aces call a hundred times the pot, and few other hands.
"""
BET_FROM = 1.2
"""Equity times live players from which to bet; 1 is a fair share of the pot."""
RAISE_FROM = 1.4
"""The same from which to raise a bet, with the equity discounted."""
_PART_OF_POT = 0.75
"""The size of a bet or raise as a part of the pot after calling, where the limit allows it."""


@compiled
def call_down(views: Records, menu: Menu, rng: Random) -> int:
    """The rollout policy that checks, calls or pays to the end; folds if it can do none."""
    for i in range(menu.n):
        if menu.kind[i] in STAYING:
            return actions.encode(menu.kind[i], menu.lowest[i])
    return actions.encode(FOLD, 0)


@compiled
def raise_range(menu: Menu) -> tuple[int, int, int]:
    """The menu's bet or raise: kind, lowest and highest level in chips; `FOLD, 0, 0` if none."""
    for i in range(menu.n):
        if menu.kind[i] in (BET, RAISE_TO):
            return menu.kind[i], menu.lowest[i], menu.highest[i]
    return FOLD, 0, 0


@compiled
def _usual_discount(s: Records) -> float:
    """The discount of most games, in every round."""
    return DISCOUNT


def by_equity(
    sample: Callable[..., None],
    forced: Callable[..., int],
    discount: Callable[..., float] = _usual_discount,
) -> Policy:
    """A policy that calls by pot odds, and raises with more equity than a fair share.

    `sample` deals unseen cards anew and plays on by `call_down`, as `odds.sampling` makes it;
    `forced(record)` and `discount(record)` are those of `exponent_of`.
    """

    @inlined
    def by_equity(views: Records, menu: Menu, rng: Random) -> int:
        raises = raise_range(menu)
        chosen = np.zeros(1, np.int64)
        sums = np.zeros((1, 2), np.float64)
        chosen[0] = call_down(views, menu, rng)
        sample(views, menu, rng, DEALS, chosen, sums)
        exponent = exponent_of(views[0], forced(views[0]), discount(views[0]))
        return bet_by_equity(views, sums[0, 0] / DEALS, chosen[0], raises, exponent)

    return by_equity


@compiled
def highest_blind(s: Records) -> int:
    """The forced part of the highest bet, in chips: the highest blind; 0 after the first bets."""
    highest = 0
    if s.street == 0:
        for i in range(s.seats.n):
            highest = max(highest, s.options.blinds[i])
    return highest


@compiled
def bet_by_equity(
    views: Records,
    mean: float,
    passive: int,
    raises: tuple[int, int, int],
    exponent: float,
) -> int:
    """Fold what does not pay, raise with more than a fair share of equity, call otherwise.

    `views[1]` is `views[0]` played to its end by `call_down`; `mean` the mean net payoff of that,
    in chips; `passive` the action that it began with; `raises` that of `raise_range`; `exponent`
    that of the equity, more than 1 where there is a bet (`exponent_of`).
    """
    before, after = views[0], views[1]
    seat = before.seats.actor
    if actions.kind(passive) == FOLD:
        return passive
    cost = after.chips.paid[seat] - before.chips.paid[seat]
    within_reach = max(pots.reach(after.chips, after.seats, seat), 1)
    equity = float(max((mean + cost) / within_reach, 0.0) ** exponent)
    if equity * within_reach < cost:
        return actions.encode(FOLD, 0)
    kind, lowest, highest = raises
    threshold = RAISE_FROM if exponent > 1.0 else BET_FROM
    if kind == FOLD or equity * seats.count(before.seats) < threshold:
        return passive
    return actions.encode(kind, min(max(_raise_level(before, seat), lowest), highest))


@compiled
def bets_faced(before: Records, seat: int, forced: int) -> float:
    """The bets that a seat has to call, in pot-sized bets, each of which doubles the pot."""
    highest = before.betting.to
    if highest <= max(forced, before.betting.bet[seat]):
        return 0.0
    pot = chips.pot(before.chips, before.seats)
    for p in range(before.seats.n):
        pot -= max(before.betting.bet[p] - forced, 0)
    return math.log2(1.0 + (highest - forced) / max(pot, 1))


@compiled
def exponent_of(before: Records, forced: int, discount: float) -> float:
    """The exponent that makes equity against hands that have bet of that against random hands.

    `forced`: the part of the highest bet that nobody chose (a blind, a mid), in chips; `discount`:
    the part by which a pot-sized bet adds to the exponent.
    """
    seat = before.seats.actor
    pressure, last = bets_faced(before, seat, forced), _last_bet(before, seat)
    if pressure == 0.0:
        return 1.0
    larger = max(last - 1.0, 0.0)
    less = _LESS / seats.count(before.seats) ** 2
    believed = max(pressure - larger - less * min(larger, 1.0), 0.0)
    return 1.0 + discount * believed + _MORE * max(last - _HUGE, 0.0)


@compiled
def _last_bet(before: Records, seat: int) -> float:
    """The price of a call, in bets that double the pot that there is without it."""
    owed = min(before.betting.to - before.betting.bet[seat], before.chips.stack[seat])
    pot = chips.pot(before.chips, before.seats) - owed
    return math.log2(1.0 + owed / max(pot, 1))


@compiled
def _raise_level(before: Records, seat: int) -> int:
    """The level to bet or raise to, in chips."""
    highest: int = before.betting.to
    owed = highest - before.betting.bet[seat]
    pot = chips.pot(before.chips, before.seats) + owed
    return highest + int(_PART_OF_POT * pot)


@compiled
def best_action(chosen: Array, sums: Array) -> int:
    """The action with the largest sum of payoffs, the first of equals."""
    place = 0
    for i in range(1, len(chosen)):
        if sums[i, 0] > sums[place, 0]:
            place = i
    action: int = chosen[place]
    return action
