"""What the menu says can be typed, in every game and language."""

import random

import pytest

from sidepot import games
from sidepot.engine.action import Choice, Legal
from sidepot.errors import IllegalAction
from sidepot.words import languages, speaking


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", list(games.registry()))
def test_an_action_is_typed_in_the_words_of_the_menu(name: str, language: str) -> None:
    game = games.find(name)
    hand, chance = game.deal(players=max(game.least, 2), seed=1), random.Random(1)
    with speaking(language):
        while not hand.over:
            for choice in hand.legal.ranges:
                for amount in (choice.lowest, choice.highest):
                    said = hand.legal.told(choice.at(amount)).text
                    assert hand.legal.check(said.upper()) == choice.at(amount), said
            hand.act(chance.choice(hand.legal[:64]))


@pytest.mark.parametrize(
    ("choice", "typed", "like"),
    [
        (Choice("bet", 1, 3), "bet 1 to 3", "like bet 1"),
        (Choice("discard", 0, 1, ("Kc", "7d")), "discard Kc or 7d", "like discard Kc"),
        (Choice("exchange", 1, 3, ("Kc", "7d")), "exchange up to 2 cards", "like exchange Kc and"),
    ],
)
def test_words_for_several_actions_are_refused_with_one_of_them(
    choice: Choice, typed: str, like: str
) -> None:
    with pytest.raises(IllegalAction, match=like):
        Legal([Choice("fold", 0, 0), choice]).check(typed)
