"""Sampled values, and the bot that plays any game by them."""

import math

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots import Bot, PolicyBot
from sidepot.bots.search import search
from sidepot.designer.template import ONE_CARD
from sidepot.engine.game import Game
from sidepot.odds.sampling import at_random, values
from tests.cases import often

RICOCHET = sidepot.game("ricochet-2")


def test_folding_is_worth_nothing_more_and_every_choice_has_a_value() -> None:
    view = RICOCHET.deal(players=3, deck="6c Kd 9h").record(0)
    found = values(RICOCHET, view, kernel.generator(1), rollout=at_random, samples=100)
    assert [str(value.action) for value in found] == ["fold", "buy 1", "buy 2", "buy 3", "buy 4"]
    assert (found[0].mean, found[0].stderr) == (0.0, 0.0)
    assert all(value.stderr > 0 for value in found[1:])


def test_a_certain_win_is_worth_the_pot() -> None:
    """The ace of spades calls a bet of 2: the antes and the bet are won, whatever the other has."""
    hand = ONE_CARD.deal(players=2, deck="As 2c")
    hand.act("check")
    hand.act("raise to 2")
    fold, call = values(ONE_CARD, hand.record(0), kernel.generator(1), rollout=at_random)
    assert (str(call.action), call.mean, call.stderr) == ("call", 4.0, 0.0)
    assert (fold.mean, fold.stderr) == (0.0, 0.0)


def test_the_error_shrinks_with_the_root_of_the_samples() -> None:
    view = RICOCHET.deal(players=3, deck="6c Kd 9h").record(0)
    few, many = (
        values(RICOCHET, view, kernel.generator(1), rollout=at_random, samples=n)[1].stderr
        for n in (60, 540)
    )
    assert few / many == pytest.approx(3, rel=0.25)


def test_values_from_two_generators_agree_within_their_errors() -> None:
    view = RICOCHET.deal(players=2, deck="6c 7d").record(0)
    one, two = (
        values(RICOCHET, view, kernel.generator(seed), rollout=at_random, samples=300)
        for seed in (1, 2)
    )
    for a, b in zip(one, two, strict=True):
        assert abs(a.mean - b.mean) <= 5 * math.hypot(a.stderr, b.stderr)


def duel(game: Game, one: Bot, other: Bot, hands: int) -> tuple[float, float]:
    """The winnings of `one` against two of `other`, in chips a hand, and the standard error."""
    won, rngs = [], kernel.generator(7)
    for i in range(hands):
        hand = game.deal(players=3, seed=5, hand=i // 3)
        while not hand.over:
            seat = hand.actor or 0
            bot = one if seat == i % 3 else other
            hand.act(bot.choose(hand.record(seat), rngs))
        won.append(hand.payoffs[i % 3])
    mean = sum(won) / hands
    return mean, math.sqrt(sum((w - mean) ** 2 for w in won)) / hands


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game", often([ONE_CARD, RICOCHET], always=[ONE_CARD]), ids=lambda game: game.name
)
def test_search_beats_chance_in_any_game(game: Game) -> None:
    mean, error = duel(game, PolicyBot(game, search(game.verbs)), bots.find(game, "random"), 600)
    assert mean > 4 * error


def test_a_player_by_chance_does_not_beat_chance() -> None:
    bot = bots.find(ONE_CARD, "random")
    mean, error = duel(ONE_CARD, bot, bot, 600)
    assert abs(mean) < 4 * error


def test_ricochet_keeps_its_own_bot() -> None:
    assert bots.policy_of(RICOCHET, "regular") is bots.ricochet.share
    assert bots.policy_of(ONE_CARD, "regular") is search(ONE_CARD.verbs)
