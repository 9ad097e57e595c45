"""The bots of seven-card stud bring it in with the worst of hands."""

import pytest

from sidepot import bots, games, kernel


@pytest.mark.parametrize("strength", ["regular", "beginner"])
def test_it_brings_in_a_hand_it_would_not_call(strength: str) -> None:
    game = games.find("seven-card-stud", ante=1, bring_in=3)
    hand = game.deal(players=4, stacks=100, deck="7c 5d 2c As Ah Ad Ks Kh Kd Qs Qh Qd")
    bot, rngs = bots.find(game, strength), kernel.generator(1)
    for _ in range(40):
        assert bot.choose(hand.record(0), rngs) in hand.legal
