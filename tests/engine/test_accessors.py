"""The methods of games and hands that bots, coach, lab and histories provide."""

import random
from collections.abc import Callable

import pytest

import sidepot
from sidepot.errors import BadPosition, BadSetup, BadStrategy, SidepotError, UnknownBot
from tests.cases import often
from tests.children import python
from tests.suites import house

SLOW = ("high-noon-5", "leduc")
"""Games whose bots solve them first."""


@pytest.mark.parametrize("name", often(house(), always={*house()} - {*SLOW}))
def test_a_games_bot_plays_its_hands_by_views(name: str) -> None:
    """Its action depends on the view and the generator alone."""
    game = sidepot.game(name)
    hand = game.deal(seed=4)
    bot = game.bot()
    while not hand.over:
        view = hand.view()
        assert view.seat == hand.actor
        action = bot.act(view, random.Random(1))
        assert action == game.bot("regular").act(view, random.Random(1)) and action in hand.legal
        hand.act(action)
    assert hand.view() == hand.view(-1)


def test_a_bot_has_chance_of_its_own_if_it_is_given_none() -> None:
    hand = sidepot.game("kuhn").deal(seed=1)
    found = {str(hand.game.bot("random").act(hand.view())) for _ in range(60)}
    assert found == {"pass", "bet"} or len(found) == 2


Ask = Callable[[sidepot.Game, sidepot.Hand], object]
REFUSED: dict[str, tuple[Ask, type[SidepotError], str]] = {
    "unknown bot": (lambda game, hand: game.bot("me"), UnknownBot, "choose one of beginner"),
    "the rail's view": (lambda game, hand: game.bot().act(hand.view(-1)), BadStrategy, "to decide"),
    "not to act": (lambda game, hand: game.bot().act(hand.view(1)), BadStrategy, "to decide"),
    "another game": (
        lambda game, hand: sidepot.game("ricochet-2").bot().act(hand.view()),
        BadStrategy,
        "ask the table's game",
    ),
    "other options": (
        lambda game, hand: game.with_options(ante=2).bot().act(hand.view()),
        BadStrategy,
        "--ante 2|ante=2",
    ),
    "no record": (
        lambda game, hand: game.bot().act(hand.view().with_record(b"", game)),
        BadStrategy,
        "has not seen the hand",
    ),
    "few hands": (lambda game, hand: game.simulate(hands=-1), BadSetup, "from 0 to 10+, not -1"),
    "no number": (lambda game, hand: game.simulate(hands=True), BadSetup, "not True"),
    "no threads": (lambda game, hand: game.simulate(hands=5, threads=0), BadSetup, "threads"),
    "seed": (lambda game, hand: game.simulate(hands=5, seed=-1), BadSetup, "not -1"),
    "many players": (lambda game, hand: game.simulate(hands=5, players=40), BadSetup, "40"),
    "strength": (lambda game, hand: game.simulate(hands=5, strength="me"), UnknownBot, "no bot me"),
    "another's view": (
        lambda game, hand: sidepot.analysis.analyze(hand.view(-1)),
        BadPosition,
        "not the turn of its seat",
    ),
    "an end": (lambda game, hand: play_out(hand).analyze(), BadPosition, "nobody is to act"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_call_is_refused_with_the_way_out(name: str) -> None:
    asked, error, said = REFUSED[name]
    game = sidepot.game("kuhn")
    with pytest.raises(error, match=said):
        asked(game, game.deal(seed=3))


def play_out(hand: sidepot.Hand) -> sidepot.Hand:
    while not hand.over:
        hand.act(hand.legal.safe)
    return hand


def test_an_analysis_is_that_of_the_coach() -> None:
    hand = sidepot.game("ricochet-2").deal(players=2, seed=3)
    memory = sidepot.analysis.remember(hand)
    found = hand.analyze(seconds=60)
    assert found == sidepot.analysis.analyze(memory, seconds=60)
    assert found == sidepot.analysis.analyze(hand.view(), seconds=60)  # all lies open in Ricochet


def test_the_history_of_a_hand_replays_as_the_hand() -> None:
    hand = play_out(sidepot.game("guts").deal(players=3, seed=5))
    replayed = hand.history.replay()
    assert replayed.hand.payoffs == hand.payoffs


def test_a_simulation_is_the_same_by_seed_on_any_number_of_threads() -> None:
    game = sidepot.game("kuhn")
    one, two = (game.simulate(hands=300, seed=8, threads=n) for n in (1, 2))
    assert one.signature == two.signature != game.simulate(hands=300, seed=9).signature
    assert sum(one.payoff_mean) == pytest.approx(0)


def test_registering_loads_nothing() -> None:
    code = "import sys, sidepot; print([m for m in sys.modules if m in ('numpy', 'numba')])"
    assert python("-c", code).strip() == "[]"
