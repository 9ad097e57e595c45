"""The beginner: plays every game by the rules, makes people's mistakes, and loses to `regular`."""

from __future__ import annotations

from pathlib import Path

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_game
from sidepot.lab.match import match
from tests.bots.test_bots import play
from tests.cases import often

ONE_CARD = Path(__file__).parents[2] / "examples" / "one_card.py"
LEVELS = ("beginner", "regular")
CLEAR = 3.0
"""Standard errors by which a bot is clearly worse."""


def against_regular(game: Game, strength: str, deals: int = 400) -> tuple[float, float]:
    """The winnings of a strength against `regular`, in chips a hand, and the standard error."""
    policies = [
        bots.policy_of(game, strength),
        *[bots.policy_of(game, "regular")] * (game.least - 1),
    ]
    found = match(game, policies, deals=deals, seed=18)
    return found.mean[0], found.stderr[0]


@pytest.mark.parametrize(
    "name", often(["guts", "holdem-fixed-limit", "high-noon-standoff"], always=["guts"])
)
def test_the_beginner_clearly_loses_to_regular(name: str) -> None:
    mean, error = against_regular(sidepot.game(name), "beginner")
    assert mean + CLEAR * error < 0


@pytest.mark.soak
def test_a_beginner_that_plays_like_regular_would_be_noticed() -> None:
    mean, error = against_regular(sidepot.game("guts"), "regular")
    assert mean + CLEAR * error >= 0


def kinds(strength: str, *acts: str) -> list[str]:
    """A strength's choices with 40 hands before the flop."""
    game = sidepot.game("holdem-no-limit")
    bot, rngs, found = bots.find(game, strength), kernel.generator(1), list[str]()
    for number in range(40):
        hand = game.deal(players=2, seed=4, hand=number)
        for action in acts:
            hand.act(action)
        found.append(bot.choose(hand.record(hand.actor or 0), rngs).kind)
    return found


def test_the_beginner_calls_too_much_and_raises_too_rarely() -> None:
    """Beside `regular`: half of the folds to a raise at most, and half of the raises."""
    for kind, acts in (("fold", ["raise to 10"]), ("raise_to", [])):
        beginner, regular = (kinds(strength, *acts).count(kind) for strength in LEVELS)
        assert beginner < regular / 2


def test_a_designers_game_has_a_beginner_too() -> None:
    game = load_game(ONE_CARD)
    assert bots.strengths_of(game)[:2] == ("beginner", "regular")
    hand = play(game, [bots.find(game, "beginner")] * game.least, 1)
    assert sum(hand.payoffs) == 0
