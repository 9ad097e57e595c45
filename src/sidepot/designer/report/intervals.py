"""Means and shares with 95 % intervals, and a test of several means against 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from sidepot.lab.tally import SIGMAS


class Figure(msgspec.Struct, frozen=True):
    """A number that was measured, with the ends of its 95 % interval, and of how many samples."""

    value: float
    low: float
    high: float
    n: int

    def mapped(self, of: Callable[[float], float]) -> Figure:
        """The figure of an increasing function of the number."""
        return Figure(of(self.value), of(self.low), of(self.high), self.n)


def mean(value: float, error: float, n: int) -> Figure:
    """A mean with its standard error: normal interval."""
    return Figure(value, value - SIGMAS * error, value + SIGMAS * error, n)


def mean_of(values: Sequence[float]) -> Figure | None:
    """The mean of independent values; None without any."""
    n = len(values)
    if not n:
        return None
    middle = math.fsum(values) / n
    square = math.fsum((value - middle) ** 2 for value in values) / max(n - 1, 1)
    return mean(middle, math.sqrt(square / n), n)


def share(count: int, n: int) -> Figure | None:
    """A share of n independent cases: Wilson's interval, which holds near 0 and 1; None of none."""
    if not n:
        return None
    part, square = count / n, SIGMAS**2 / n
    middle = (part + square / 2) / (1 + square)
    half = SIGMAS * math.sqrt(part * (1 - part) / n + square / (4 * n)) / (1 + square)
    return Figure(part, max(middle - half, 0.0), min(middle + half, 1.0), n)


def chance_of(means: Sequence[float], errors: Sequence[float]) -> float:
    """The chance of a mean at least as far from 0 as the farthest, if all were truly 0.

    Two-sided normal test of each, times their number (Bonferroni): an upper bound.
    """
    chances = [_two_sided(mean, error) for mean, error in zip(means, errors, strict=True)]
    return min(1.0, min(chances, default=1.0) * len(chances))


def _two_sided(mean: float, error: float) -> float:
    if mean == 0:
        return 1.0
    return math.erfc(abs(mean) / error / math.sqrt(2)) if error > 0 else 0.0
