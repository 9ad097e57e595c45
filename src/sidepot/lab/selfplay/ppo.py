"""Proximal policy optimization: the gradient of a part of a rollout, and the step of Adam.

Entropy that is rewarded less and less leads two-player self-play near an equilibrium (Sokota and
others, "A Unified Approach to Reinforcement Learning, Quantal Response Equilibria, and Two-Player
Zero-Sum Games", ICLR 2023), which the plain rule circles around.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sidepot.kernel import Array, compiled, index
from sidepot.lab.selfplay.network import Weights, mix, run
from sidepot.lab.selfplay.rollouts import Log


@dataclass(frozen=True, slots=True)
class Settings:
    """Numbers of the learner."""

    rollout: int = 65_536
    """Decisions that are played before each time of learning."""
    part: int = 512
    """Decisions of one step of the weights."""
    rounds: int = 2
    """The number of times that a rollout is learned from."""
    rate: float = 1e-3
    """The rate at the beginning; it falls to a hundredth."""
    entropy: float = 0.2
    """The worth of entropy at the beginning, in standard deviations of advantage."""
    entropy_end: float = 0.01
    """The same at the end."""
    clip: float = 0.2
    """The change of a chance beyond which a decision is no longer learned from."""
    decay: float = 0.95
    """The lambda of advantages."""
    value: float = 0.5
    """The weight of errors of the value."""
    trust: float = 12.0
    """The preference at the beginning for a choice that wins the whole pot in random deals."""


class Rule(NamedTuple):
    """Numbers of one gradient, float32."""

    mean: float
    """The mean advantage of the rollout, and one by its standard deviation."""
    scale: float
    clip: float
    entropy: float
    value: float


class Space(NamedTuple):
    """The memory of one lane: layers, chances and their gradients."""

    z: Array
    out: Array
    chance: Array
    back: Array
    """float32[outputs]: the gradient of the outputs."""
    inner: Array
    """float32[hidden]: that of the hidden units."""


def space_of(weights: Weights) -> Space:
    """The memory for networks of one form."""
    sizes = (
        weights.bias.shape[1],
        weights.outer.shape[1],
        weights.outer.shape[1] - 1,
        weights.outer.shape[1],
        weights.bias.shape[1],
    )
    return Space(*(np.zeros(size, np.float32) for size in sizes))


@compiled
def add_gradient(
    weights: Weights, log: Log, rows: Array, rule: Rule, space: Space, to: Weights
) -> None:
    """Add the gradient of some decisions of a log."""
    z, out, chance, back, inner = space
    where, value, begin = log.where, log.value, log.begin
    first, bias, second, outer = to
    width, hidden, outputs = bias.shape[1], second.shape[2], outer.shape[1]
    zero = np.float32(0)
    for n in range(len(rows)):
        row = rows[n]
        run(weights, 0, where, value, begin[row], begin[row + 1], z, out)
        mix(out, log.allowed, row, chance)
        _slope(log, row, rule, chance, out[outputs - 1], back)
        if hidden == 0:
            for j in range(outputs):
                inner[j] = back[j]
        else:
            for h in range(hidden):
                inner[h] = zero
            for j in range(outputs):
                slope, own, sums = back[j], weights.second[0, index(j)], second[0, index(j)]
                outer[0, j] += slope
                if slope != 0:
                    for h in range(hidden):
                        inner[h] += slope * own[h]
                        sums[h] += slope * max(z[h], zero)
            for h in range(hidden):
                inner[h] = inner[h] if z[h] > 0 else zero
        for j in range(width):
            bias[0, j] += inner[j]
        for e in range(begin[row], begin[row + 1]):
            x, r = value[e], where[e]
            for j in range(width):
                first[0, index(r), index(j)] += x * inner[j]


@compiled
def _slope(log: Log, row: int, rule: Rule, chance: Array, worth: float, back: Array) -> None:
    """The gradient of a decision's loss by the outputs."""
    slot, slots = log.slot[row], len(chance)
    gain = (log.gain[row] - rule.mean) * rule.scale
    ratio = np.exp(np.log(max(chance[slot], np.float32(1e-20))) - log.chance[row])
    is_far = ratio > 1 + rule.clip if gain > 0 else ratio < 1 - rule.clip
    push = np.float32(0) if is_far else np.float32(gain * ratio)
    entropy = np.float32(0)
    for j in range(slots):
        if chance[j] > 0:
            entropy -= chance[j] * np.log(chance[j])
    for j in range(slots):
        p = chance[j]
        back[j] = push * p
        if p > 0:
            back[j] += np.float32(rule.entropy) * p * (np.log(p) + entropy)
    back[slot] -= push
    back[slots] = np.float32(rule.value) * (worth - log.target[row])


class Adam:
    """The moving means of gradients and of their squares."""

    def __init__(self, weights: Weights) -> None:
        self._mean = Weights(*(np.zeros_like(part) for part in weights))
        self._square = Weights(*(np.zeros_like(part) for part in weights))
        self._steps = 0

    def step(self, weights: Weights, gradient: Weights, rate: float, most: float = 0.5) -> int:
        """Move the weights against a gradient, cut to the norm `most`; returns the steps so far."""
        self._steps += 1
        norm = float(np.sqrt(sum(float(np.vdot(part, part)) for part in gradient)))
        shrink = min(1.0, most / (norm + 1e-9))
        rate *= (1 - 0.999**self._steps) ** 0.5 / (1 - 0.9**self._steps)
        for parts in zip(weights, gradient, self._mean, self._square, strict=True):
            own, by, mean, square = (part.reshape(-1) for part in parts)
            _move(own, by, mean, square, shrink, rate)
        return self._steps


@compiled
def _move(
    weights: Array, gradient: Array, mean: Array, square: Array, shrink: float, rate: float
) -> None:
    """One step of Adam for a row of weights; the gradient is set to 0."""
    a, b = np.float32(0.1), np.float32(0.001)
    by, speed, tiny = np.float32(shrink), np.float32(rate), np.float32(1e-7)
    for j in range(len(weights)):
        g = gradient[j] * by
        gradient[j] = np.float32(0)
        mean[j] += a * (g - mean[j])
        square[j] += b * (g * g - square[j])
        weights[j] -= speed * mean[j] / (np.sqrt(square[j]) + tiny)
