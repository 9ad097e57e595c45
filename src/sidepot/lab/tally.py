"""`Tally`: the results of hands as sums, and from them means, standard errors and a signature."""

from __future__ import annotations

import functools
import math
from typing import Annotated, Any

import numpy as np

from sidepot import kernel
from sidepot.kernel import Array, Part, Records, compiled
from sidepot.kernel.random import MASK

SIGMAS = 1.96
"""Standard errors to each side of a mean in a 95 % interval."""


class Tally(Part):
    """The results of samples, by seat or by player: sums, so the order of samples does not matter.

    A sample is one hand, or all hands of a deal, because those are not independent. Sums of chips
    are floats, because their squares could exceed 64 bits; they are exact up to 2^53.
    """

    samples: int
    decisions: int
    signature: int
    total: Annotated[Array, "f8", "seats"]
    """Net chips."""
    square: Annotated[Array, "f8", "seats"]
    """Squares of the net chips in a sample."""


def blank(numbers: int, kind: type[Tally] = Tally) -> Records:
    """An empty tally of so many numbers, as a batch of one."""
    return kernel.batch(kernel.record(kind, seats=numbers))


@compiled
def add_hand(tally: Tally, ended: Array, stacks: Array, n: int, hand: int) -> None:
    """Add a hand of n seats as a sample, and its hash to the signature."""
    tally.samples += 1
    for p in range(n):
        add_number(tally, p, float(ended[p] - stacks[p]))
    tally.signature = (tally.signature + hash_hand(hand, ended, n)) & MASK


@compiled
def add_number(tally: Tally, i: int, value: float) -> None:
    """Add a number of a sample."""
    tally.total[i] += value
    tally.square[i] += value * value


@compiled
def hash_hand(hand: int, ended: Array, n: int) -> int:
    """A hash of a hand's number and the final stacks of n seats (FNV-1a, one stack at a time)."""
    mix = hand & MASK
    for p in range(n):
        mix = ((mix ^ (ended[p] & MASK)) * 0x01000193) & MASK
    return mix


def mean(tally: Any, i: int = 0) -> float:
    """The mean of a number over the samples."""
    return float(tally.total[i]) / int(max(tally.samples, 1))


def variance(tally: Any, i: int = 0) -> float:
    """The variance of a number over the samples."""
    middle = mean(tally, i)
    return max(float(tally.square[i]) / int(max(tally.samples, 1)) - middle * middle, 0.0)


def stderr(tally: Any, i: int = 0) -> float:
    """The standard error of the mean."""
    return math.sqrt(variance(tally, i) / int(max(tally.samples, 1)))


def signature(tally: Any) -> str:
    """The signature of the hands and the number of decisions."""
    return f"{(tally.signature + tally.decisions) & MASK:08x}"


def merge(into: Records, tally: bytes) -> None:
    """Add another tally, or any record of sums, to one of the same layout."""
    own = kernel.raw(into)
    for dtype, count, offset in _numbers(into.dtype):
        sums = np.frombuffer(own, dtype, count, offset)
        sums += np.frombuffer(tally, dtype, count, offset)


@functools.cache
def _numbers(dtype: np.dtype[Any]) -> tuple[tuple[np.dtype[Any], int, int], ...]:
    """The numbers of a record: their type, count and place in bytes."""
    places = ((each, offset) for each, offset, *_ in (dtype.fields or {}).values())
    return tuple((each.base, math.prod(each.shape), offset) for each, offset in places)
