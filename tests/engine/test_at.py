"""A hand in the middle, by its record alone, shows the table of that moment."""

import random

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from tests.cases import often
from tests.suites import house


@pytest.mark.parametrize("name", often(house(), always=("high-noon-shootout", "ricochet-casino")))
def test_a_hand_by_its_record_is_shown_and_goes_on_like_the_hand(name: str) -> None:
    game, chance = games.find(name), random.Random(4)
    hand = game.deal(players=min(4, game.most), seed=8)
    while True:
        again = Hand.at(game, bytes(hand), hand.starting_stacks)
        for seat in range(-1, hand.seats):
            one, other = hand.view(seat), again.view(seat)
            assert (one.pots, one.board, one.to_act) == (other.pots, other.board, other.to_act)
            assert [s.cards for s in one.seats] == [s.cards for s in other.seats]
            assert [s.status == "live" for s in one.seats] == [
                s.status == "live" for s in other.seats
            ]
            assert one.result == other.result
        assert str(again.legal) == str(hand.legal)
        if hand.over:
            break
        choice = chance.choice(hand.legal.ranges)
        action = choice.at(chance.randint(choice.lowest, choice.highest))
        hand.act(action)
        again.act(action)
        assert bytes(again) == bytes(hand)
