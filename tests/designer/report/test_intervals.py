"""Intervals and the test of seats, on cases worked out by hand."""

import pytest

from sidepot.designer.report.intervals import chance_of, mean, mean_of, share


def test_wilsons_interval_of_a_share() -> None:
    found = share(20, 100)
    assert found and (found.low, found.high) == pytest.approx((0.1333, 0.2888), abs=1e-4)
    never = share(0, 1000)
    assert never and never.low == 0 and 0 < never.high < 0.004
    assert share(0, 0) is None


def test_the_interval_of_a_mean() -> None:
    found = mean_of([1, 2, 3, 4])
    assert found and (found.value, found.n) == (2.5, 4)
    assert found.high - found.value == pytest.approx(3.182 * (5 / 3 / 4) ** 0.5, rel=0.01)
    assert mean_of([]) is None


def test_the_chance_of_several_means_is_that_of_the_farthest_times_their_number() -> None:
    assert chance_of([1.96, 0, 0], [1, 1, 1]) == pytest.approx(3 * 0.05, abs=1e-3)
    assert chance_of([0, 0], [0, 0]) == 1
    assert chance_of([1, -1], [0, 0]) == 0


@pytest.mark.parametrize(
    ("n", "errors"), [(2, 12.71), (3, 4.30), (4, 3.18), (5, 2.78), (10, 2.26), (30, 2.045)]
)
def test_few_samples_have_a_wider_interval(n: int, errors: float) -> None:
    """Student's quantiles, from a table."""
    assert mean(0.0, 1.0, n).high == pytest.approx(errors, rel=0.03)
