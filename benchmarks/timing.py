"""Timing: medians over runs, and the line that a benchmark prints."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 7


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report: name, value and unit, signature of the result, comparison."""

    name: str
    value: float
    unit: str
    signature: str = ""
    remark: str = ""

    def row(self) -> str:
        """The line as a row of a Markdown table."""
        return (
            f"| {self.name} | {shown(self.value)} {self.unit} | {self.remark} | {self.signature} |"
        )


def shown(value: float) -> str:
    """A value to three digits."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{letter}"
    return f"{value:.3g}"


def rate(
    work: Callable[[], int], runs: int = RUNS, clock: Callable[[], float] = time.perf_counter
) -> float:
    """The items a second that `work` returns: the median over some runs, after one to warm up."""
    work()
    return statistics.median(_rate_once(work, clock) for _ in range(runs))


def paired(
    one: Callable[[], int],
    two: Callable[[], int],
    runs: int = RUNS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float, float]:
    """The rates of two works, run in turn (A B A B): both medians, and the median ratio B/A.

    The ratios are of adjacent runs, so a machine whose speed drifts does not change them.
    """
    one(), two()
    pairs = [(_rate_once(one, clock), _rate_once(two, clock)) for _ in range(runs)]
    ratios = [b / a for a, b in pairs]
    first, second = (statistics.median(rates) for rates in zip(*pairs, strict=True))
    return first, second, statistics.median(ratios)


def _rate_once(work: Callable[[], int], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    done = work()
    return done / (clock() - start)
