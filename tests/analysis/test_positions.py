"""Positions of hold'em and High Noon whose answer any player would know.

The shipped strategies are asked, or where there is none small ones for tests, which take a minute
each to train; questions too hard for those are then skipped. Compiling the coach for a game takes
half a minute: plain Python asks a few of the questions, with few samples.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.analysis import Analysis, analyze, analyzing
from sidepot.analysis.analyzing import dealt_in
from sidepot.cards import parse
from sidepot.engine.game import Hand
from tests.analysis.strategies import shipped, strategy, trained

HOLDEM, LIMIT = "holdem-no-limit", "holdem-fixed-limit"
SHOOTOUT, SHOWDOWN = "high-noon-shootout", "high-noon-showdown"
RAISES = ("bet", "raise to")
SAMPLES = 20 if kernel.PLAIN else 800


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach knows a strategy for every game."""

    def find(game: Any, view: Any) -> Any:
        players = dealt_in(game, view)
        return strategy(game.name, players, **dict(game.chosen))

    monkeypatch.setattr(analyzing, "strategy_for", find)


@functools.lru_cache(maxsize=64)
def asked(name: str, deck: str, acts: str, stacks: tuple[int, ...], options: str) -> Analysis:
    """The coach's answer in a position: the game, its deck from the top, the actions before."""
    game = games.find(name, **dict(pair.split("=") for pair in options.split()))
    hand = game.deal(stacks=stacks, deck=deck, seed=1)
    for action in filter(None, acts.split(", ")):
        hand.act(action)
    return told(hand)


def told(hand: Hand) -> Analysis:
    """The coach's answer to the player to act."""
    return analyze(hand, samples=SAMPLES)


def advice(
    name: str, deck: str, acts: str = "", stacks: tuple[int, ...] = (200, 200), options: str = ""
) -> Analysis:
    """See `asked`."""
    return asked(name, deck, acts, stacks, options)


def kind(found: Analysis) -> str:
    """The kind of the action that is advised."""
    assert found.advice
    return found.advice.rstrip("0123456789").strip()


def share(found: Analysis, action: str) -> float:
    """The share of a choice in the strategy."""
    return {choice.action: choice.share or 0.0 for choice in found.choices}[action]


def board(first: str, second: str, up: str) -> str:
    """A deck of hold'em for two, the dealer's hand second, with a burned card for each street."""
    cards = up.split()
    free = ("2c", "3d", "4h", "5s", "6c", "7d")
    burned = [card for card in free if card not in f"{first} {second} {up}"]
    return " ".join(
        [first, second, burned[0], *cards[:3], burned[1], cards[3], burned[2], cards[4]]
    )


TO_RIVER = "call, check, check, check, check, check, "
"""Two players check every street down to the river."""
MIDDLING = "9c 2d 8s 8h"
ACES = "9c 2d As Ah"
DEUCE = "9c 9d 7s 2h"


# Hold'em, no-limit ------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.skipif(not shipped(HOLDEM, 2), reason="a small strategy goes all-in too often")
def test_a_pair_of_eights_is_not_all_in_before_the_flop() -> None:
    assert advice(HOLDEM, MIDDLING).advice != "raise to 200"


@pytest.mark.soak
@pytest.mark.skipif(not shipped(HOLDEM, 2), reason="a small strategy goes all-in too often")
def test_an_all_in_of_a_hundred_times_the_pot_is_folded_to_with_a_middling_pair() -> None:
    found = advice(HOLDEM, "8s 8h 9c 2d", "raise to 400", stacks=(400, 400))
    assert found.advice == "fold" and found.value("call") < 0


def test_aces_call_an_all_in() -> None:
    found = advice(HOLDEM, "As Ah 9c 2d", "raise to 200")
    assert found.advice == "call" and found.value("call") > 20


@pytest.mark.soak
def test_aces_are_worth_more_than_eights_and_eights_more_than_a_deuce() -> None:
    values = [
        max(choice.value for choice in advice(HOLDEM, deck).choices)
        for deck in (ACES, MIDDLING, DEUCE)
    ]
    assert values == sorted(values, reverse=True)


@pytest.mark.soak
def test_aces_are_raised_before_the_flop() -> None:
    assert kind(advice(HOLDEM, ACES)) in (*RAISES, "call")
    assert share(advice(HOLDEM, ACES), "fold") < 0.1


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("held", ["As Ah", "Qs Qh"])
def test_an_all_in_among_six_is_worth_what_experts_lose_to_it(held: str) -> None:
    """Rivals of the coach know their hands as well as they do at the table."""
    said = next(c for c in told(_first_of_six(held, 0)).choices if c.action == "raise to 200")
    won = [_all_in(_first_of_six(held, seed), seed) for seed in range(4000)]
    error = np.hypot(np.std(won) / len(won) ** 0.5, said.error)
    assert abs(said.value - np.mean(won)) < 3 * error


def _first_of_six(held: str, seed: int) -> Hand:
    """A hand of six in which the first to act holds two cards."""
    game = games.find(HOLDEM)
    hand = game.deal(players=6, stacks=200, seed=seed)
    deck, seat = list(hand.deck), hand.actor or 0
    cards = kernel.fields(hand.record(seat)).hole.card[seat]
    for place, card in zip([deck.index(card) for card in cards[:2]], parse(held), strict=True):
        other = deck.index(card)
        deck[place], deck[other] = deck[other], deck[place]
    return game.deal(players=6, stacks=200, deck=deck)


def _all_in(hand: Hand, seed: int) -> int:
    """The chips won by an all-in of the first to act, if the others are experts."""
    expert, rngs, seat = hand.game.bot("expert"), kernel.generator(seed), hand.actor or 0
    hand.act("raise to 200")
    while not hand.over:
        hand.act(expert.choose(hand.record(hand.actor or 0), rngs))
    return hand.payoffs[seat]


@pytest.mark.soak
def test_nothing_is_folded_that_may_check() -> None:
    assert advice(HOLDEM, "7s 2h 9c 9d", "call").advice != "fold"


def test_the_worst_hand_folds_to_a_large_raise() -> None:
    assert advice(HOLDEM, "3s 2h 9c 9d", "raise to 30").advice == "fold"


NUTS = board("As Ks", "9c 9d", "Qs Js Ts 2h 3h")
LAST_NUTS = board("9c 9d", "As Ks", "Qs Js Ts 2h 3h")
WORST = board("3s 2s", "9c 9d", "Ah Kd Qc 9h 8d")


def test_the_nuts_bet_on_the_river() -> None:
    """The last to act wins no more by a check than the pot; the first may hope for a bet."""
    found = advice(HOLDEM, LAST_NUTS, TO_RIVER + "check")
    assert kind(found) in RAISES and found.value("fold") == 0 < found.value("check")


@pytest.mark.soak
def test_the_nuts_call_or_raise_an_all_in_on_the_river() -> None:
    found = advice(HOLDEM, NUTS, TO_RIVER + "check, bet 198")
    assert found.advice == "call" and found.value("call") > 150


def test_the_worst_hand_does_not_call_the_river() -> None:
    found = advice(HOLDEM, WORST, TO_RIVER + "check, bet 4")
    assert found.advice != "call" and found.value("call") < 0


@pytest.mark.soak
def test_a_chip_for_a_large_pot_is_paid() -> None:
    """Fifty to one is paid with any hand that can still win."""
    found = advice(HOLDEM, "9c 8d Jc 7s", "raise to 50, call, check, bet 1", stacks=(51, 51))
    assert found.advice == "call"


@pytest.mark.soak
def test_a_bet_is_evidence_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same call is worth less after bets in every round than where nobody bet.

    Of a small strategy: the one that ships may bluff as often as it has the cards.
    """
    small = trained(HOLDEM, 2, ())
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: small)
    deck = board("Ts 9s", "Ad Kd", "Th 4d 6s Jc Kh")
    bets = "raise to 6, call, check, bet 8, call, check, bet 18, call, check, bet 40"
    for_pot = {TO_RIVER + "check, bet 4": 8, bets: 104}
    checked, betting = (
        asked.__wrapped__(HOLDEM, deck, acts, (200, 200), "").value("call") / pot
        for acts, pot in for_pot.items()
    )
    assert betting < checked


# Hold'em, fixed-limit ---------------------------------------------------------------------------


@pytest.mark.soak
def test_fixed_limit_raises_with_the_nuts() -> None:
    found = advice(LIMIT, NUTS, TO_RIVER + "check, bet 4")
    assert kind(found) == "raise to"


@pytest.mark.soak
def test_fixed_limit_bets_with_the_nuts() -> None:
    assert kind(advice(LIMIT, LAST_NUTS, TO_RIVER + "check")) == "bet"


@pytest.mark.soak
def test_fixed_limit_raises_aces() -> None:
    found = advice(LIMIT, ACES)
    assert found.value("raise to 4") > found.value("fold") and found.advice != "fold"


@pytest.mark.soak
def test_fixed_limit_does_not_call_the_river_with_the_worst_hand() -> None:
    assert advice(LIMIT, WORST, TO_RIVER + "check, bet 4").advice != "call"


# High Noon --------------------------------------------------------------------------------------

ROYAL = "As Ks Qs Js Ts"
QUADS = "9s 9h 9d 9c 4h"
RAGS = "2s 4h 6d 8c Th"
OTHER = "3c 5d 7h Jc Kd"


@pytest.mark.soak
@pytest.mark.parametrize("name", [SHOOTOUT, SHOWDOWN])
def test_a_winning_hand_is_kept(name: str) -> None:
    """Two players; the second acts last, so the first holds the hand."""
    pay = "check, check" if name == SHOOTOUT else "pay, pay"
    assert advice(name, f"{ROYAL} {OTHER}", pay).advice == "keep"


@pytest.mark.soak
@pytest.mark.parametrize("name", [SHOOTOUT, SHOWDOWN])
def test_no_card_of_four_of_a_kind_is_thrown_away(name: str) -> None:
    pay = "check, check" if name == SHOOTOUT else "pay, pay"
    assert advice(name, f"{QUADS} {OTHER}", pay).advice in ("keep", "discard 4h")


@pytest.mark.soak
def test_a_discard_has_a_value_for_each_card() -> None:
    found = advice(SHOOTOUT, f"{QUADS} {OTHER}", "check, check")
    assert {choice.action for choice in found.choices} == {
        "keep",
        *(f"discard {card}" for card in QUADS.split()),
    }
    assert found.value("keep") > found.value("discard 9s")


@pytest.mark.soak
def test_the_best_hand_pays_its_mids() -> None:
    found = advice(SHOWDOWN, f"{ROYAL} {OTHER}")
    assert (found.advice or "").startswith("pay") and found.value("pay") > 0.5


@pytest.mark.soak
def test_the_best_hand_never_folds_to_an_all_in() -> None:
    found = advice(SHOOTOUT, f"{ROYAL} {OTHER}", "check, bet 199")
    assert found.advice == "call" and found.value("call") > 0


@pytest.mark.soak
def test_rags_fold_to_an_all_in() -> None:
    assert advice(SHOOTOUT, f"{RAGS} {OTHER}", "check, bet 199").advice == "fold"


@pytest.mark.soak
@pytest.mark.parametrize("limit", ["no-limit", "pot-limit", "fixed-limit"])
def test_the_best_hand_bets_in_the_end(limit: str) -> None:
    """Nobody has discarded; the board is paired by nothing; a check would end the hand."""
    acts = "check, check, keep, keep, " * 3 + "check"
    found = advice(SHOOTOUT, f"{OTHER} {ROYAL}", acts, options=f"limit={limit}")
    assert kind(found) == "bet"


# More players -----------------------------------------------------------------------------------


if shipped(HOLDEM, 6):  # it needs long training

    @pytest.mark.soak
    def test_six_are_tighter_than_two() -> None:
        """Jack and three of two suits: a hand for two, and none for the first of six."""
        two = advice(HOLDEM, "9c 2d Js 3h")
        others = "9c 2d 4c 8d 5h 5c"
        deck = f"{others[:5]} {others[6:11]} Js 3h 6c 6d 7c Th Qd 4s"
        six = advice(HOLDEM, deck, stacks=(200,) * 6)
        assert six.seat == 2
        assert share(six, "fold") > share(two, "fold")
