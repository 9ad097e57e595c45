"""The beginner: makes the mistakes that people make when they learn a game.

Through the menu alone, for any game: they pay to see what comes with nearly any hand, raise only
what looks sure, do not notice who acts after them
or what a bet says of the cards, and now and then throw away or lay the wrong card.
"""

from __future__ import annotations

import functools

import numpy as np

from sidepot.engine.game import Verbs
from sidepot.kernel import Array, Random, Records, below, by_form, compiled, inlined
from sidepot.odds.sampling import MOST_CHOICES, Policy, action_sampler
from sidepot.rules import actions, chips, pots, seats
from sidepot.rules.actions import FOLD, LEVELS, STAYING, Menu

_SAMPLES = by_form(plain=4, compiled=16)
"""Deals by which a beginner judges a hand: hardly more than a look at it."""
_SURE = 1.6
"""Equity times live players from which a beginner raises, as a rule."""
_CURIOUS = 0.5
"""A call is paid if the equity is worth this part of its price: too much is called."""
_WHOLE = 100
_TIMID, _WILD = 60, 4
"""In a hundred: how often a beginner only calls with a hand to raise; how often any bet is made."""
_LOOKED = 5
"""Cards, or amounts, that a beginner compares: the first ones."""
_SLIPS = 25
"""In a hundred: how often another turn is played without thinking."""


@functools.cache
def beginner(verbs: Verbs, play_on: Policy) -> Policy:
    """The beginner of a game, who judges a hand by deals that `play_on` plays to the end."""
    attempt = action_sampler(verbs, play_on)

    @inlined
    def choose(views: Records, menu: Menu, rng: Random) -> int:
        chosen = np.zeros(MOST_CHOICES, np.int64)
        sums = np.zeros((MOST_CHOICES, 2), np.float64)
        stay, price, kind, low, high = _read(menu)
        may_fold = _may_fold(menu)  # before deals are played on with the menu
        slip, whim = below(rng, _WHOLE), actions.any_of(menu, rng)
        n = _list(menu, stay, kind, chosen)
        attempt(views, menu, rng, _SAMPLES, chosen[:n], sums)
        if stay == _NONE:
            return _picked(chosen, sums, n, whim, slip)
        before, after = views[0], views[1]
        seat = before.seats.actor
        reach = max(pots.reach(after.chips, after.seats, seat), 1)
        paid = after.chips.paid[seat] - before.chips.paid[seat]
        equity = max(sums[0, 0] / _SAMPLES + paid, 0.0) / reach
        if price > 0 and equity * reach < _CURIOUS * price and may_fold:
            return actions.encode(FOLD, 0)
        sure = equity * seats.count(before.seats) >= _SURE
        if kind != FOLD and ((sure and slip >= _TIMID) or slip < _WILD):
            size = low + chips.pot(before.chips, before.seats) // 3
            return actions.encode(kind, min(max(size, low), high))
        return stay

    return choose


_NONE = -1


@compiled
def _read(menu: Menu) -> tuple[int, int, int, int, int]:
    """The action that stays in and its price, and the kind, lowest and highest bet of a menu."""
    stay, price, kind, low, high = _NONE, 0, FOLD, 0, 0
    for row in range(menu.n):
        if menu.kind[row] in STAYING:
            stay, price = actions.encode(menu.kind[row], menu.lowest[row]), menu.lowest[row]
        if menu.kind[row] in LEVELS:
            kind, low, high = menu.kind[row], menu.lowest[row], menu.highest[row]
    return stay, price, kind, low, high


@compiled
def _may_fold(menu: Menu) -> bool:
    """Whether folding is offered: a bring-in in stud has to be paid."""
    return bool((menu.kind[: menu.n] == FOLD).any())


@compiled
def _list(menu: Menu, stay: int, kind: int, chosen: Array) -> int:
    """Write the actions that a beginner looks at: staying in, or in other turns the first few."""
    if stay != _NONE:
        chosen[0] = stay
        return 1
    n = 0
    for row in range(menu.n):
        low, high = menu.lowest[row], menu.highest[row]
        for k in range(min(high - low + 1, _LOOKED)):
            chosen[n] = actions.encode(menu.kind[row], low + k)
            n += 1
    return n


@compiled
def _picked(chosen: Array, sums: Array, n: int, whim: int, slip: int) -> int:
    """The action with the most on a few deals; now and then any."""
    best = 0
    for i in range(1, n):
        if sums[i, 0] > sums[best, 0]:
            best = i
    action: int = whim if slip < _SLIPS else chosen[best]
    return action
