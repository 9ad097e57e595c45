"""The best of a few actions by sampling, in which those that fall behind are tried no longer."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from sidepot.engine.game import Verbs
from sidepot.engine.turns import NO_PLAYERS, rollout_loop
from sidepot.kernel import Array, Random, Records, compiled, inlined, seed
from sidepot.kernel.random import draw
from sidepot.odds.sampling import MOST_TURNS, Policy, payoff
from sidepot.rules.actions import Menu

HEAT = 20
"""The deals between two looks at who has fallen behind."""
_SURE = 2.0
"""An action is left out this many standard errors behind the best. Of discards of High Noon one in
250 is another one then than after all deals, and half as many hands are played."""


@compiled
def _as_dealt(s: Any) -> None:
    """Play a deal as it is."""


@functools.cache
def racer(
    verbs: Verbs, rollout: Policy, prepare: Callable[[Any], None] = _as_dealt
) -> Callable[..., int]:
    """The choice among given actions: `(views, menu, rng, deals, chosen) -> action`.

    `views`, `menu` and `chosen` as in `sampling.action_sampler`, and the same deals: at most so
    many for each action, and the first of equals wins. `prepare(record)` may change a deal so that
    it is quicker to play, if it changes every payoff by the same amount. The number of deals
    follows from the cards of the seat to act, so `rng` goes on with numbers drawn before them.
    """
    redeal, play_on = verbs.redeal, rollout_loop(verbs, rollout, MOST_TURNS)

    @inlined
    def race(views: Records, m: Menu, rng: Random, deals: int, chosen: Array) -> int:
        seat, n = views[0].seats.actor, len(chosen)
        a, b, c, counter = rng.a, rng.b, rng.c, rng.counter
        experiment, stream = draw(rng), draw(rng)
        rng.a, rng.b, rng.c, rng.counter = a, b, c, counter
        dealt = views[:1].copy()
        paid, sums = np.zeros(n, np.float64), np.zeros(n, np.float64)
        squares = np.zeros((n, n), np.float64)
        is_in = np.ones(n, np.int64)
        done, left = 0, n
        while done < deals and left > 1:
            dealt[0] = views[0]
            redeal(dealt[0], rng)
            prepare(dealt[0])
            for i in range(n):
                if is_in[i]:
                    views[1] = dealt[0]
                    play_on(views[1], views[1:], m, rng, NO_PLAYERS, chosen[i])
                    paid[i] = payoff(views, seat)
            _add(paid, is_in, sums, squares)
            done += 1
            if done % HEAT == 0:
                left = _leave_out(is_in, sums, squares, done)
        seed(rng, experiment, stream)
        action: int = chosen[_leader(is_in, sums)]
        return action

    return race


@compiled
def _add(paid: Array, is_in: Array, sums: Array, squares: Array) -> None:
    """Add the payoffs of a deal, and the squares of their differences."""
    for i in range(len(paid)):
        if is_in[i]:
            sums[i] += paid[i]
            for k in range(len(paid)):
                squares[i, k] += (paid[i] - paid[k]) ** 2


@compiled
def _leader(is_in: Array, sums: Array) -> int:
    """The place of the largest sum, the first of equals."""
    best = -1
    for i in range(len(sums)):
        if is_in[i] and (best < 0 or sums[i] > sums[best]):
            best = i
    return best


@compiled
def _leave_out(is_in: Array, sums: Array, squares: Array, deals: int) -> int:
    """Leave out what is surely worse than the leader; returns the number of those left."""
    best, left = _leader(is_in, sums), 0
    for i in range(len(sums)):
        behind = sums[best] - sums[i]
        spread = squares[best, i] - behind * behind / deals
        if behind > 0.0 and behind * behind > _SURE * _SURE * spread:
            is_in[i] = 0
        left += is_in[i]
    return left
