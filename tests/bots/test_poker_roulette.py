"""The regular player of Poker Roulette wins from who bets anything and from who calls all."""

from typing import Any

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots import Policy, PolicyBot, poker_roulette
from sidepot.bots.equity import call_down
from sidepot.bots.poker_roulette import by_stockpile, regular, tight
from sidepot.lab.match import match
from sidepot.odds.sampling import at_random

SURE = 3.0
"""Standard errors that an edge must be away from zero: an interval of 99.7 %."""
GAME = sidepot.game("poker-roulette")

RIVALS: list[Any] = [
    ({}, at_random, 3, 900),
    ({}, at_random, 5, 300),
    ({}, call_down, 4, 20),
    ({"limit": "fixed-limit"}, at_random, 5, 25),
    ({"betting": "final"}, at_random, 3, 100),
    ({"jokers": "wild", "stock_to_active": "yes"}, at_random, 4, 150),
]
"""Options, the others, how many players, and how many deals tell them apart."""


@pytest.mark.soak
@pytest.mark.parametrize(("options", "other", "players", "deals"), RIVALS)
def test_the_regular_player_wins(
    options: dict[str, Any], other: Policy, players: int, deals: int
) -> None:
    others = [other] * (players - 1)
    found = match(GAME.with_options(**options), [regular, *others], deals=deals, threads=2)
    assert found.mean[0] > SURE * found.stderr[0]


@pytest.mark.soak
def test_a_random_bettor_loses_the_match() -> None:
    game = GAME.with_options(limit="fixed-limit")
    found = match(game, [regular, regular, at_random], deals=100, threads=2)
    assert found.mean[2] < -SURE * found.stderr[2]


@pytest.mark.soak
def test_against_itself_nobody_wins() -> None:
    assert match(GAME, [regular] * 3, deals=10).mean == (0, 0, 0)


@pytest.mark.parametrize(("stock", "wanted"), [("Xx", "lay"), ("As", "decline")])
def test_a_useless_card_is_laid_and_a_good_one_is_not(
    stock: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dead joker beside a card makes two of one that matches; an ace may be lost."""
    if kernel.PLAIN:
        monkeypatch.setattr(poker_roulette, "SAMPLES", 200)  # as in machine code
    game = GAME.with_options(stock_to_active="yes", betting="final")
    hand = game.deal(players=3, seed=3, deck=f"2c {stock} 4h 5d 6d 7h 8s 9c Tc Jd")
    assert hand.actor == 1 and "decline" in hand.legal
    action = bots.find(game).choose(hand.record(1), kernel.generator(1))
    assert action.kind == wanted


@pytest.mark.usefixtures("enough_samples")
@pytest.mark.parametrize(
    ("policy", "wanted"), [(tight, ["call", "call"]), (by_stockpile(0.9), ["call", "fold"])]
)
def test_the_tight_one_believes_six_pots_no_more_than_one(
    policy: Policy, wanted: list[str]
) -> None:
    """Otherwise a player who always bets so much would win all pots."""
    answers = []
    for pots in (1, 6):
        hand = GAME.deal(players=3, stacks=1000, seed=9)
        for action in ("check", "check", "check", f"bet {pots * 3}"):
            hand.act(action)
        assert hand.actor is not None
        answers.append(
            PolicyBot(GAME, policy).choose(hand.record(hand.actor), kernel.generator(1)).kind
        )
    assert answers == wanted
