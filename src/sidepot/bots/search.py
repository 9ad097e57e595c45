"""A policy for any game: try every choice on random deals, and take the best."""

from __future__ import annotations

import functools
import math

import numpy as np

from sidepot.bots import equity
from sidepot.engine.game import Verbs
from sidepot.kernel import Random, Records, by_form, inlined
from sidepot.odds.sampling import MOST_CHOICES, Policy, at_random, sampler
from sidepot.rules.actions import Menu

_SAMPLES = by_form(plain=10, compiled=300)
"""Deals for each choice: one to five milliseconds a move; a tenth of a second in plain Python, by
which a room plays until a game is compiled, on the threads of all its tables."""

_CAUTION = 1.0
"""The standard errors by which a choice must be better, computed as if the choices were tried on
independent deals."""


@functools.cache
def search(verbs: Verbs) -> Policy:
    """The policy of a game that maximizes the sampled value, with uniform random rollouts."""
    sample = sampler(verbs, at_random)

    @inlined
    def choose(views: Records, menu: Menu, rng: Random) -> int:
        chosen = np.zeros(MOST_CHOICES, np.int64)
        sums = np.zeros((MOST_CHOICES, 2), np.float64)
        n = sample(views, menu, rng, _SAMPLES, chosen, sums)
        return equity.best_action(chosen[:n], sums)

    return choose


@functools.cache
def improve(verbs: Verbs, rule: Policy, samples: int) -> Policy:
    """The policy that improves a rule by one step: rollouts in which all play by the rule.

    Every choice is tried on `samples` deals; one replaces the rule's own choice only if it is
    better by more than `_CAUTION` standard errors.
    """
    sample = sampler(verbs, rule)

    @inlined
    def choose(views: Records, menu: Menu, rng: Random) -> int:
        usual = rule(views, menu, rng)
        chosen = np.zeros(MOST_CHOICES, np.int64)
        sums = np.zeros((MOST_CHOICES, 2), np.float64)
        n = sample(views, menu, rng, samples, chosen, sums)
        place = best = 0
        for i in range(n):
            place = i if chosen[i] == usual else place
            best = i if sums[i, 0] > sums[best, 0] else best
        spread = sums[best, 1] - sums[best, 0] ** 2 / samples
        spread += sums[place, 1] - sums[place, 0] ** 2 / samples
        is_clear = sums[best, 0] - sums[place, 0] > _CAUTION * math.sqrt(max(spread, 0.0))
        action: int = chosen[best] if is_clear else usual
        return action

    return choose
