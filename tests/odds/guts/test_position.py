"""A hand is worth being in with from the equilibrium's threshold on, and not below it."""

import pytest

from sidepot import cards
from sidepot.odds.guts.position import advantage_of


@pytest.mark.parametrize(
    ("worst", "best_out", "goes_on"), [("Kc 2d", "Qc Jd", False), ("Jc 7d", "Jc 6d", True)]
)
def test_the_threshold_between_two_parts_gains_from_losses(
    worst: str, best_out: str, goes_on: bool
) -> None:
    gain, loss, most = (
        advantage_of(cards.parse(hand), 2, goes_on=goes_on) for hand in (worst, best_out, "Ac Ad")
    )
    assert loss < 0 < gain < most
