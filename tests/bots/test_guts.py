"""The regular bot of Guts is in with what is worth its price, and the more rivals the less is."""

import pytest

from sidepot import bots, games, kernel

pytestmark = pytest.mark.usefixtures("enough_samples")

QUEEN, PAIR, LOW = "Qd 9c", "8c 8h", "7d 2c"


@pytest.mark.parametrize(
    ("held", "players", "wanted"),
    [
        (PAIR, 6, "in"),
        (LOW, 2, "out"),
        (LOW, 6, "out"),
        (QUEEN, 2, "in"),
        (QUEEN, 4, "out"),
    ],
)
def test_it_is_in_with_hands_that_are_the_best_often_enough(
    held: str, players: int, wanted: str
) -> None:
    hand = games.find("guts").deal(players=players, stacks=50, deck=held)
    bot, rngs = bots.find(hand.game), kernel.generator(1)
    assert {str(bot.choose(hand.record(0), rngs)) for _ in range(6)} == {wanted}


def test_it_is_in_when_that_costs_nothing() -> None:
    hand = games.find("guts").deal(players=4, stacks=[1, 50, 50, 50], deck=LOW)
    bot = bots.find(hand.game)
    assert str(bot.choose(hand.record(0), kernel.generator(1))) == "in"


@pytest.mark.parametrize(
    ("held", "players", "goes_on", "wanted"),
    [
        ("Kd 2c", 2, False, "in"),
        ("Qd Jc", 2, False, "out"),
        ("Qd 2c", 2, True, "in"),
        ("Kd Tc", 3, False, "out"),
        ("Kd Tc", 3, True, "in"),
        ("Ad 7c", 6, False, "out"),
        ("Ad 7c", 6, True, "in"),
    ],
)
def test_the_expert_plays_the_equilibrium(
    held: str, players: int, goes_on: bool, wanted: str
) -> None:
    kept = {"pot": 0} if goes_on else None
    hand = games.find("guts").deal(players=players, stacks=50, deck=held, kept=kept)
    bot, rngs = bots.find(hand.game, "expert"), kernel.generator(1)
    assert {str(bot.choose(hand.record(0), rngs)) for _ in range(6)} == {wanted}


def test_the_expert_is_in_at_times_where_hands_mix() -> None:
    game = games.find("guts", cards=3)
    hand = game.deal(players=3, stacks=50, deck="Jc Kc Ad")
    bot, rngs = bots.find(game, "expert"), kernel.generator(1)
    chosen = [str(bot.choose(hand.record(0), rngs)) for _ in range(60)]
    assert 30 < chosen.count("in") < 58


def test_the_expert_judges_a_short_stack_as_the_regular_bot() -> None:
    hand = games.find("guts").deal(players=4, stacks=[1, 50, 50, 50], deck=LOW)
    assert str(bots.find(hand.game, "expert").choose(hand.record(0), kernel.generator(1))) == "in"
