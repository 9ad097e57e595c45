"""Bets far above the trained sizes: answers to the largest of them and to all-in, mixed."""

from __future__ import annotations

import numpy as np
import pytest

from sidepot.bots.trained import experts
from sidepot.bots.trained.overbets import part_of_size
from sidepot.bots.trained.situation import is_untrained
from sidepot.kernel import readable
from sidepot.rules.actions import CALL, FOLD, kind
from tests.lab.learn.test_locating import NO_LIMIT, seen


def test_the_trained_sizes_are_answered_as_trained_and_all_between_by_the_harmonic_part() -> None:
    """Ganzfried and Sandholm: of sizes 1 and 3 a bet of 5/3 is answered half as either."""
    assert [part_of_size(1.0, 3.0, size) for size in (1.0, 3.0)] == [1.0, 0.0]
    assert part_of_size(1.0, 3.0, 5 / 3) == pytest.approx(0.5)
    assert [part_of_size(1.0, 3.0, size) for size in (0.5, 4.0)] == [1.0, 0.0]
    assert part_of_size(3.0, 2.0, 2.5) == part_of_size(0.2, 0.2, 0.2) == 0.0
    parts = [part_of_size(0.75, 50.0, size) for size in np.linspace(0.75, 50.0, 40)]
    assert parts == sorted(parts, reverse=True)


@pytest.mark.parametrize("bet", [50, 130, 200, 250])
def test_a_price_is_read_only_where_a_trained_bet_is(bet: int) -> None:
    """Bets in hundredths of the pot; the class of two pots was once filled by odd amounts."""
    trained, pot = readable(np.array([75], np.int64)), 100
    assert is_untrained(bet, pot + bet, trained)
    for size in (70, 75, 100):
        assert not is_untrained(size, pot + size, trained)
    assert not is_untrained(bet, pot + bet, readable(np.array([75, bet], np.int64)))


HANDS = 16


def chances(raised: int) -> dict[str, float]:
    """The expert's chances to fold, call and raise before the flop, the mean of some hands."""
    strategy = experts.find(NO_LIMIT, 2)
    assert strategy is not None
    sums = {"fold": 0.0, "call": 0.0, "raise": 0.0}
    for seed in range(HANDS):
        view = seen(NO_LIMIT, f"raise to {raised}", players=2, seed=seed)
        found = strategy.chances(view, deals=20)
        assert sum(found.values()) == pytest.approx(1.0) and min(found.values()) >= 0.0
        for action, share in found.items():
            sums[{FOLD: "fold", CALL: "call"}.get(kind(action), "raise")] += share / HANDS
    return sums


def test_almost_all_in_is_answered_as_all_in() -> None:
    almost, everything = chances(199), chances(200)
    assert almost["fold"] == pytest.approx(everything["fold"], abs=0.01)
    assert everything["raise"] == 0.0


def test_between_the_sizes_the_larger_bet_is_folded_to_more() -> None:
    folds = [chances(raised)["fold"] for raised in (14, 30, 60, 120, 200)]
    assert folds == sorted(folds) and folds[0] < folds[-1]
