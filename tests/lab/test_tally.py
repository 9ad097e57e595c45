"""Tallies: their means and errors are those of the numbers, and parts add up to the whole."""

import statistics
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from sidepot import kernel
from sidepot.kernel import Records, readable
from sidepot.lab.tally import add_hand, blank, mean, merge, signature, stderr, variance

STACKS = (10, 10, 10)
ENDS = ((13, 9, 8), (10, 10, 10), (4, 25, 1), (10, 5, 15), (30, 0, 0))


def tally_of(ends: Sequence[tuple[int, ...]], first: int = 0) -> Records:
    """The tally of hands with these final stacks."""
    rows = blank(len(STACKS))
    tally: Any = kernel.fields(rows)
    stacks = readable(np.array(STACKS, np.int64))
    for hand, ended in enumerate(ends, first):
        final = readable(np.array(ended, np.int64))
        add_hand(tally, final, stacks, len(STACKS), hand)
    return rows


@pytest.mark.parametrize("seat", range(len(STACKS)))
def test_mean_and_error_are_those_of_the_payoffs(seat: int) -> None:
    tally, payoffs = kernel.fields(tally_of(ENDS)), [ended[seat] - 10 for ended in ENDS]
    assert tally.samples == len(ENDS)
    assert mean(tally, seat) == pytest.approx(statistics.mean(payoffs))
    assert variance(tally, seat) == pytest.approx(statistics.pvariance(payoffs))
    assert stderr(tally, seat) == pytest.approx(statistics.pstdev(payoffs) / len(ENDS) ** 0.5)


def test_an_empty_tally_has_no_error() -> None:
    tally = kernel.fields(blank(2))
    assert (mean(tally, 1), stderr(tally, 1), signature(tally)) == (0.0, 0.0, "00000000")


@pytest.mark.parametrize("cut", range(len(ENDS) + 1))
def test_parts_add_up_to_the_whole(cut: int) -> None:
    parts = blank(len(STACKS))
    for part in (tally_of(ENDS[cut:], cut), tally_of(ENDS[:cut])):
        merge(parts, kernel.to_bytes(part))
    assert kernel.to_bytes(parts) == kernel.to_bytes(tally_of(ENDS))


def test_the_signature_knows_each_hand_by_its_number() -> None:
    turned = (ENDS[1], ENDS[0], *ENDS[2:])
    assert signature(kernel.fields(tally_of(ENDS))) != signature(kernel.fields(tally_of(turned)))
