"""A hand of `ricochet-2` that uses every card that eight players can hold."""

import sidepot
from sidepot.engine.game import Hand
from tests.rules.table import deal

FORTY = (
    "2c 2d 2h 2s 3c 3d 3h 3s Ac Ad Ah As Kc Kd Kh Ks 4c 4d 4h 4s 5c 5d 5h 5s 6c 6d 6h 6s "
    "7c 7d 7h 7s 8c 8d 8h 8s 9c 9d 9h 9s"
)
"""p5 to p8 end with K6543 of a suit, p1 to p4 with A9872 of a suit; each has paid 11 chips."""


def forty() -> Hand:
    """The hand at its end: whoever was asked has bought as many cards as they could."""
    hand = deal(sidepot.game("ricochet-2"), [100] * 8, FORTY)
    while not hand.over:
        hand.act(list(hand.legal)[-1])
    return hand
