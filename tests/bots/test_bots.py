"""Bots: legal, sensible, and they know only what they may."""

import math
from typing import Any

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots import Bot, PolicyBot
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.errors import IllegalAction, UnknownBot
from tests.suites import held

GAME = sidepot.game("ricochet-2")


def play(game: Game, chairs: list[Bot], number: int) -> Hand:
    """A hand of bots."""
    rngs = kernel.generator(number, 1)
    hand = game.deal(players=len(chairs), seed=3, hand=number)
    while not hand.over:
        seat = hand.actor or 0
        hand.act(chairs[seat].choose(hand.record(seat), rngs))
    return hand


BOTS = [
    (name, strength) for name in held("bots") for strength in bots.strengths_of(sidepot.game(name))
]
SLOW = {
    (name, "expert") for name in ("ricochet", "ricochet-2", "high-noon-shootout", "holdem-no-limit")
}
"""Experts that take long for a hand, or solve: each has a sibling, or tests of its own."""
OFTEN = {*BOTS} - SLOW - {("high-noon-5", "regular"), ("leduc", "regular")}


@pytest.mark.parametrize(
    ("name", "strength"),
    [bot if bot in OFTEN else pytest.param(*bot, marks=pytest.mark.soak) for bot in BOTS],
)
def test_every_bot_plays_every_game_by_the_rules(name: str, strength: str) -> None:
    """At the smallest table; at the largest one bot of the strength among random ones."""
    game = sidepot.game(name)
    bot, others = bots.find(game, strength), [bots.find(game, "random")] * (game.most - 1)
    for chairs in ([bot] * game.least, [bot, *others]):
        check_hands(game, chairs, 1 if strength == "expert" else 2)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "strength"), BOTS)
def test_a_whole_table_of_bots_plays_by_the_rules(name: str, strength: str) -> None:
    game = sidepot.game(name)
    bot = bots.find(game, strength)
    check_hands(game, [bot] * game.most, 1 if strength == "expert" else 5)


def check_hands(game: Game, chairs: list[Bot], hands: int) -> None:
    """`Hand.act` refuses what is not legal; no chip comes or goes."""
    for number in range(hands):
        hand = play(game, chairs, number)
        assert sum(hand.payoffs) + hand.bank == 0


def test_a_bot_that_acts_illegally_is_refused() -> None:
    class Shoves(PolicyBot):
        def choose(self, view: Any, rngs: Any) -> Action:
            return Action("buy", 99)

    with pytest.raises(IllegalAction):
        check_hands(GAME, [Shoves(GAME, bots.policy_of(GAME, "random"))] * 2, 1)


def test_the_regular_bot_beats_the_random_one() -> None:
    chairs = [bots.find(GAME, "regular"), bots.find(GAME, "random"), bots.find(GAME, "random")]
    won = []
    for number in range(450):
        order = number % 3
        rotated = chairs[order:] + chairs[:order]
        won.append(play(GAME, rotated, number).payoffs[-order])
    mean = sum(won) / len(won)
    spread = math.sqrt(sum((w - mean) ** 2 for w in won) / len(won) ** 2)
    assert mean > 4 * spread


def test_a_bot_gets_a_record_without_a_deck() -> None:
    hand = GAME.deal(seed=1)
    assert set(kernel.fields(hand.record(hand.actor or 0)).deck.card.tolist()) == {-1}


def test_the_same_record_and_generator_give_the_same_choice() -> None:
    bot, hand = bots.find(GAME), GAME.deal(players=4, seed=9)
    view = hand.record(hand.actor or 0)
    assert len({bot.choose(view, kernel.generator(1)) for _ in range(3)}) == 1


def test_the_share_rule_folds_a_deuce_to_two_aces_and_buys_with_a_queen_to_a_king() -> None:
    bot = bots.find(GAME)
    rngs = kernel.generator(1)
    deep = GAME.deal(players=2, seed=0, deck=deck_of("2c Ad"))
    assert str(bot.choose(deep.record(0), rngs)) == "fold"
    close = GAME.deal(players=2, seed=0, deck=deck_of("6c 7d"))
    assert str(bot.choose(close.record(0), rngs)).startswith("buy")


def deck_of(first: str) -> list[int]:
    """A deck with some cards on top."""
    top = sidepot.cards.parse(first)
    return top + [card for card in GAME.deck if card not in top]


def test_an_unknown_strength_is_refused_and_the_known_ones_named() -> None:
    with pytest.raises(UnknownBot, match="beginner, regular, expert and random"):
        bots.find(GAME, "grandmaster")
