"""Pots split in halves, worked by hand: no low, side pots, the odd chip, and quarters."""

import numpy as np
import pytest

from sidepot import kernel
from sidepot.rules import chips, journal, pots, seats


class Table(kernel.Part):
    seats: seats.Seats
    chips: chips.Chips
    journal: journal.Journal


def halved(
    paid: list[int], high: list[int], low: list[int], *, folded: tuple[int, ...] = ()
) -> tuple[list[int], list[str]]:
    """The win of each seat of what all have paid, and the events; the dealer has the last seat."""
    n = len(paid)
    rows = kernel.batch(kernel.record(Table, seats=n, cards=52, events=30))
    s = kernel.fields(rows)
    s.seats.n, s.seats.button = n, n - 1
    s.seats.live[:] = [int(p not in folded) for p in range(n)]
    s.chips.paid[:] = paid
    strengths = (kernel.readable(np.array(row, np.int64)) for row in (high, low))
    pots.award_halves(s.chips, s.seats, s.journal, *strengths)
    kinds = [journal.KINDS[kind] for kind in s.journal.kind[: s.journal.n]]
    return s.chips.won.tolist(), kinds


def test_the_high_and_the_low_hand_win_a_half_each_and_the_odd_chip_is_high() -> None:
    won, kinds = halved([5, 5, 5], [3, 2, 1], [0, 0, 7])
    assert won == [8, 0, 7]
    assert kinds == ["high_half", "won", "low_half", "won"]


def test_without_a_low_the_high_hand_wins_it_all() -> None:
    assert halved([5, 5], [1, 2], [0, 0]) == ([0, 10], ["no_low", "won"])


def test_one_seat_may_win_both_halves() -> None:
    assert halved([5, 5], [1, 2], [3, 4])[0] == [0, 10]


def test_a_low_that_is_tied_is_a_quarter_each() -> None:
    won, kinds = halved([10, 10, 10], [3, 2, 1], [0, 4, 4])
    assert won == [15, 8, 7]  # the odd chip of a half goes to the dealer's left
    assert kinds[2:] == ["low_half", "split", "split"]


def test_each_side_pot_is_halved_among_those_who_reach_it() -> None:
    won, kinds = halved([4, 10, 10], [3, 2, 1], [5, 0, 0])
    assert won == [12, 12, 0]  # the main pot, 12, is one seat's; nobody left has a low
    assert kinds == ["high_half", "won", "low_half", "won", "no_low", "won_side"]
    won, _ = halved([4, 10, 10], [3, 2, 1], [5, 0, 1])
    assert won == [12, 6, 6]


@pytest.mark.parametrize("low", [[0, 0], [1, 1]])
def test_the_last_player_left_wins_one_pot(low: list[int]) -> None:
    assert halved([6, 4], [0, 0], low, folded=(1,)) == ([10, 0], ["won"])


def test_a_folded_low_does_not_count() -> None:
    assert halved([5, 5, 5], [3, 2, 1], [0, 0, 7], folded=(2,))[0] == [15, 0, 0]
