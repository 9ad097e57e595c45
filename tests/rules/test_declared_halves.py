"""Halves of a pot for which players declare, by hand: both ways, ties, side pots, no claim."""

import numpy as np
import pytest

from sidepot import kernel
from sidepot.rules import halves, journal
from sidepot.rules.halves import BOTH, HIGH, LOW
from tests.rules.test_halves import Table


def awarded(
    paid: list[int], high: list[int], low: list[int], going: list[int]
) -> tuple[list[int], list[str]]:
    """The win of each seat of what all have paid, and the events; the dealer has the last seat."""
    n = len(paid)
    s = kernel.fields(kernel.batch(kernel.record(Table, seats=n, cards=52, events=30)))
    s.seats.n, s.seats.button = n, n - 1
    s.seats.live[:] = 1
    s.chips.paid[:] = paid
    given = (kernel.readable(np.array(row, np.int64)) for row in (high, low, going))
    halves.award(s.chips, s.seats, s.journal, *given)
    return s.chips.won.tolist(), [journal.KINDS[kind] for kind in s.journal.kind[: s.journal.n]]


@pytest.mark.parametrize(
    ("going", "won"),
    [
        ([HIGH, LOW, LOW], [8, 0, 7]),  # the odd chip is in the high half
        ([LOW, HIGH, HIGH], [7, 8, 0]),
        ([HIGH, HIGH, HIGH], [15, 0, 0]),  # nobody goes low: the best high hand takes it all
        ([LOW, LOW, LOW], [0, 0, 15]),
        ([BOTH, HIGH, HIGH], [15, 0, 0]),  # the only one that goes low
        ([BOTH, LOW, HIGH], [0, 7, 8]),  # beaten for low: both halves are lost
        ([BOTH, HIGH, LOW], [0, 8, 7]),
        ([BOTH, BOTH, BOTH], [8, 0, 7]),  # nobody wins both: cards speak
    ],
)
def test_a_half_is_won_by_the_best_of_those_who_go_for_it(going: list[int], won: list[int]) -> None:
    assert awarded([5, 5, 5], [3, 2, 1], [1, 2, 3], going)[0] == won


@pytest.mark.parametrize(("high", "low"), [([3, 3], [2, 1]), ([3, 1], [2, 2])])
def test_a_tie_loses_what_goes_both_ways(high: list[int], low: list[int]) -> None:
    way = HIGH if high[0] == high[1] else LOW
    assert awarded([5, 5], high, low, [BOTH, way])[0] == [0, 10]


def test_a_low_that_does_not_qualify_claims_nothing() -> None:
    assert awarded([5, 5], [3, 2], [0, 0], [LOW, HIGH])[0] == [0, 10]
    assert awarded([5, 5], [3, 2], [0, 0], [LOW, LOW])[0] == [10, 0]


def test_each_pot_is_halved_among_those_who_reach_it() -> None:
    won, kinds = awarded([2, 8, 8], [9, 2, 1], [1, 2, 3], [HIGH, HIGH, LOW])
    assert won == [3, 6, 9]
    assert kinds == [
        *("high_half", "won", "low_half", "won"),
        *("high_half", "won_side", "low_half", "won_side"),
    ]


def test_no_choice_of_ways_makes_or_loses_a_chip() -> None:
    chance = np.random.default_rng(1)
    for _ in range(200):
        paid, high, low, going = (chance.integers(0, top, 5).tolist() for top in (9, 4, 4, 3))
        assert sum(awarded(paid, high, low, going)[0]) == sum(paid)
