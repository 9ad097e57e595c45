"""The page of strength, on replies."""

import pytest
from docs.strength.page import reached

from sidepot.lab.strength.measuring import REPLY, Row

FLOOR = 0.3


def reply(mean: float, interval: float) -> Row:
    """A reply that wins so much from the expert."""
    return Row(REPLY, 2, "expert", "learned", mean, interval, 1000, 1.0, "00000000")


@pytest.mark.parametrize(
    ("mean", "interval", "said"),
    [
        (0.05, 0.04, "yes, the aim too"),
        (0.2, 0.09, "yes"),
        (0.2, 0.2, "within the interval"),
        (0.5, 0.1, "no"),
        (-0.8, 0.1, "too weak a reply"),
        (-0.1, 2.0, "too weak a reply"),
    ],
)
def test_a_floor_is_kept_only_if_a_reply_that_wins_shows_it(
    mean: float, interval: float, said: str
) -> None:
    """Otherwise a worse reply would prove more."""
    assert reached(reply(mean, interval), FLOOR) == said
