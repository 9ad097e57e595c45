"""Random numbers addressed by number: the same ones for ever, even, and each stream its own."""

import json
import math

import numpy as np
import pytest

from tests.children import python
from tests.kernel.streams import LIMITS, STREAMS, draws, numbers_below, sample

MASK = 0xFFFFFFFF

FIRST = {
    (0, 0): [808754475, 4216505632, 947923937],
    (0, 1): [196805678, 3807006288, 2825159016],
    (1, 0): [2906380172, 1047107358, 1857996408],
    (7, 2**32): [4196707356, 3891143111, 2994695642],
    (2**40 + 3, 2**63 - 1): [2375178332, 3436008676, 466811662],
    (-1, -2): [4019860530, 1825282361, 3774565400],
}
"""Numbers that must never change: hands of published experiments are made of them."""


def sfc32(experiment: int, stream: int, count: int) -> list[int]:
    """The generator as its author wrote it (PractRand, sfc32), 15 steps in."""
    a, b, c = experiment & MASK, (experiment >> 32) & MASK, stream & MASK
    counter, found = (stream >> 32) & MASK, []
    for _ in range(15 + count):
        found.append((a + b + counter) & MASK)
        a, b, counter = b ^ (b >> 9), (c + (c << 3)) & MASK, (counter + 1) & MASK
        c = (((c << 21) | (c >> 11)) + found[-1]) & MASK
    return found[15:]


@pytest.mark.parametrize("stream", STREAMS, ids=str)
def test_the_first_numbers_of_a_stream_never_change(stream: tuple[int, int]) -> None:
    assert draws(*stream, 3).tolist() == FIRST[stream]


@pytest.mark.parametrize("stream", STREAMS, ids=str)
def test_the_generator_is_sfc32(stream: tuple[int, int]) -> None:
    assert draws(*stream, 1000).tolist() == sfc32(*stream, 1000)


def test_compiled_and_plain_numbers_are_equal() -> None:
    plain = python("-m", "tests.kernel.streams", NUMBA_DISABLE_JIT="1")
    assert json.loads(plain) == sample()


@pytest.mark.parametrize("n", LIMITS)
def test_numbers_below_are_in_range(n: int) -> None:
    found = numbers_below(n, 10_000)
    assert found.min() >= 0
    assert found.max() < n


@pytest.mark.parametrize("n", LIMITS[1:6])
def test_small_numbers_are_even(n: int) -> None:
    counts = np.bincount(numbers_below(n, 200 * n), minlength=n)
    assert chi_squared_in_deviations(counts) < 5


@pytest.mark.parametrize("n", LIMITS[6:])
def test_large_numbers_are_even(n: int) -> None:
    counts = np.bincount(numbers_below(n, 20_000) * 100 // n, minlength=100)
    assert chi_squared_in_deviations(counts) < 5


def test_a_favoured_number_is_noticed() -> None:
    counts = np.full(52, 200)
    counts[0] += 200
    assert chi_squared_in_deviations(counts) > 5


def chi_squared_in_deviations(counts: np.ndarray[tuple[int], np.dtype[np.int64]]) -> float:
    """The excess of chi-squared over its mean for even counts, in standard deviations."""
    expected, degrees = counts.mean(), len(counts) - 1
    chi = float(((counts - expected) ** 2 / expected).sum())
    return (chi - degrees) / math.sqrt(2 * degrees)


def test_no_two_streams_start_alike() -> None:
    starts = {tuple(draws(e, s, 2).tolist()) for e in range(30) for s in range(30)}
    assert len(starts) == 900


def test_neighbouring_streams_have_nothing_in_common() -> None:
    bits = np.array([draws(0, stream, 1)[0] for stream in range(2000)])
    ones = [int((bits >> bit & 1).sum()) for bit in range(32)]
    assert all(abs(n - 1000) < 5 * 500**0.5 for n in ones)
