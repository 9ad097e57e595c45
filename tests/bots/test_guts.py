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
