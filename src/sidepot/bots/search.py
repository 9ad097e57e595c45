"""A player of any game: try every choice on random deals, and take what brings most."""

from __future__ import annotations

import functools

import numpy as np

from sidepot.games.game import Verbs
from sidepot.kernel import Random, Records, woven
from sidepot.odds.sampled import MOST_CHOICES, Policy, at_random, sampler
from sidepot.rules.actions import Menu

SAMPLES = 300
"""Deals a choice: one to five milliseconds a move."""


@functools.cache
def search(verbs: Verbs, rollout: Policy = at_random, samples: int = SAMPLES) -> Policy:
    """The policy for a game: best value by so many samples a choice, played on by `rollout`."""
    sample = sampler(verbs, rollout)

    @woven
    def choose(views: Records, menu: Menu, rng: Random) -> int:
        chosen = np.zeros(MOST_CHOICES, np.int64)
        sums = np.zeros((MOST_CHOICES, 2), np.float64)
        n = sample(views, menu, rng, samples, chosen, sums)
        best = 0
        for i in range(1, n):
            if sums[i, 0] > sums[best, 0]:
                best = i
        action: int = chosen[best]
        return action

    return choose
