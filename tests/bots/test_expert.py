"""The expert of Ricochet: the solution between two, search with more."""

import random

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots import Bot
from sidepot.engine.game import Hand
from sidepot.errors import UnknownBot
from sidepot.odds.ricochet import cache, heads_up
from sidepot.odds.ricochet.solver.lookup import UNKNOWN, best_buy

GAME = sidepot.game("ricochet-2")
EXPERT = bots.find(GAME, "expert")


def chosen(hand: Hand, bot: Bot = EXPERT) -> str:
    """The bot's choice on its turn."""
    return str(bot.choose(hand.record(hand.actor or 0), kernel.generator(1)))


@pytest.mark.parametrize(
    ("low", "high", "action"),
    [
        ("Kc", "Ad", "fold"),
        ("4c", "Td", "buy 2"),
        ("2c", "3d", "buy 1"),
        ("5c", "Jd", "buy 3"),
        ("Jc", "Qd", "buy 4"),
    ],
)
def test_the_opening_is_that_of_the_table(low: str, high: str, action: str) -> None:
    """Whoever has the low card."""
    for deck in (f"{low} {high}", f"{high} {low}"):
        assert chosen(GAME.deal(players=2, deck=deck)) == action


@pytest.mark.soak
def test_two_who_are_left_of_three_are_solved_with_the_dead_cards() -> None:
    hand = GAME.deal(players=3, deck="2c 4c Kd 4h Ks 9c")
    hand.act("fold")
    hand.act("buy 4")
    view = hand.record(hand.actor or 0)
    bounds = heads_up.values(GAME, view, patiently=False)
    assert bounds is not None
    best = max(range(len(bounds)), key=lambda k: bounds[k][0])
    assert chosen(hand) == (f"buy {best}" if best else "fold")


def test_a_player_who_cannot_buy_freely_is_searched() -> None:
    hand = GAME.deal(stacks=[3, 200], deck="4c Kd")
    assert heads_up.values(GAME, hand.record(0)) is None
    assert chosen(hand) in ("fold", "buy 1", "buy 2")


@pytest.mark.soak
def test_three_are_searched() -> None:
    """The lowest of three aces and more folds or buys; the same chance gives the same answer."""
    hand = GAME.deal(players=3, deck="2c Ad Ah")
    assert chosen(hand) == chosen(hand) == "fold"
    assert chosen(GAME.deal(players=3, deck="2c 3d 4h")) == "buy 1"


def test_other_games_have_no_expert_and_say_so() -> None:
    game = sidepot.game("five-card-draw")
    assert "expert" not in bots.strengths_of(game)
    with pytest.raises(UnknownBot, match="regular"):
        bots.find(game, "expert")


@pytest.mark.soak
def test_the_whole_solution_agrees_with_each_position_solved_alone() -> None:
    """Lookups in the tree of every deal, over random play, against the tree above the position."""
    tree, rng, compared = cache.load_or_solve(GAME), random.Random(3), 0
    for number in range(400):
        hand = GAME.deal(players=2, seed=11, hand=number)
        while not hand.over:
            view = hand.record(hand.actor or 0)
            n, bounds = best_buy(tree, view[0]), heads_up.values(GAME, view)
            if n != UNKNOWN:
                assert bounds is not None
                best = max(least for least, _ in bounds)
                assert bounds[n][0] == pytest.approx(best, abs=1e-5)
                compared += 1
            hand.act(rng.choice(list(hand.legal)))
    assert compared > 500
