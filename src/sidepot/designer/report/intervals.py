"""Means and shares with 95 % intervals, and a test of several means against 0."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from sidepot.lab.tally import SIGMAS

_FEWEST, _OF_TWO = 3, 12.71
"""The fewest samples for which the series of the quantile holds, and the quantile for two."""


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
    """A mean with its standard error: Student's interval, which is wider for few samples."""
    half = _errors(n) * error
    return Figure(value, value - half, value + half, n)


def _errors(n: int) -> float:
    """The standard errors of half an interval, by n samples.

    The series of Student's quantile in the normal one (Abramowitz and Stegun 26.7.5); of two
    samples, where it fails, 12.71.
    """
    if n < _FEWEST:
        return _OF_TWO
    z, free = SIGMAS, n - 1
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + math.fsum(term / math.pow(free, power) for power, term in enumerate(terms, 1))


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
