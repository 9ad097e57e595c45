"""The lead of hands whose course is known."""

import pytest

import sidepot
from sidepot.designer.report.lead import Course, Spectator
from sidepot.engine.game import Hand


def played(deck: str) -> Hand:
    """Hold'em for two, in which nobody bets."""
    hand = sidepot.game("holdem-fixed-limit").deal(players=2, deck=deck, seed=1)
    while not hand.over:
        hand.act("check" if "check" in [row.kind for row in hand.legal.ranges] else "call")
    return hand


@pytest.mark.parametrize(
    ("river", "course"), [("Kd", Course(changes=1, last=True)), ("Qd", Course(0, last=False))]
)
def test_aces_lead_until_a_king_on_the_river(river: str, course: Course) -> None:
    hand = played(f"As Ad Kh Kc 2c 7h 9d 3s 4s 8c Jh {river}")
    assert Spectator(hand.game, seed=0).course(hand) == course


def test_a_fold_passes_the_lead_on_and_no_cards_come_in_kuhn() -> None:
    hand = sidepot.game("kuhn").deal(deck="Qs Ks", seed=1)
    hand.act("bet 1")
    hand.act("fold")
    assert Spectator(hand.game, seed=0).course(hand) == Course(changes=1, last=None)
