"""Positions of Poker Roulette whose answer any player would know.

Hands are found by their chance to win if all stay in to the end. A strategy that stays in where the
price pays, and never bets, would get most of the answers wrong; unlearned positions were once
played that way, and the coach had no values here.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sidepot import bots, games
from sidepot.analysis import analyze, analyzing, sentences, values
from sidepot.analysis.analyzing import dealt_in
from sidepot.bots.trained import experts
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import Memory
from sidepot.odds import chances
from sidepot.odds.sampling import no_progress

SAMPLES = 200
STACK = 100
ANTE = 1
NO_LIMIT, FIXED = "no-limit", "fixed-limit"
RAISES = ("bet", "raise to")


@dataclass(frozen=True)
class Spot:
    """A position: how often players have checked round, what was done then, and how good it is."""

    players: int
    rounds: int
    least: float
    """The least and the most of the pot that the hand wins if all stay in, in fair shares."""
    most: float
    acts: str = ""
    limit: str = NO_LIMIT


@dataclass(frozen=True)
class Said:
    """The coach's answer: values in chips and their errors, by the typed action, and advice."""

    ev: Mapping[str, float]
    errors: Mapping[str, float]
    advice: str
    pot: int

    @property
    def kind(self) -> str:
        """The kind of the action that is advised."""
        return self.advice.rstrip("0123456789").strip()

    @property
    def is_all_in(self) -> bool:
        """Whether all chips are advised to be bet."""
        return self.kind in RAISES and self.advice.endswith(str(STACK - ANTE))

    @property
    def bets(self) -> list[float]:
        """The values of bets and raises, the lowest first."""
        return [value for name, value in self.ev.items() if name.startswith(RAISES)]


@functools.cache
def hand_at(spot: Spot) -> Hand:
    """The first hand that is such a position."""
    game = games.find("poker-roulette", limit=spot.limit)
    for number in range(400):
        hand = game.deal(players=spot.players, stacks=STACK, seed=7, hand=number)
        for _ in range(spot.players * spot.rounds):
            hand.act("check")
        for action in filter(None, spot.acts.split(", ")):
            hand.act(action)
        if not hand.over and spot.least <= fair_shares(hand) <= spot.most:
            return hand
    raise AssertionError(spot)


def fair_shares(hand: Hand) -> float:
    """The equity of the player to act if all stay in, as a multiple of the average."""
    view = hand.record(hand.actor or 0)
    found, *_ = chances.sample(
        hand.game,
        view,
        rollout=bots.rollout_of(hand.game),
        seed=1,
        precision=1.0,
        seconds=0.0,
        progress=no_progress,
    )
    (stays,) = (chance for chance in found if chance.action in ("check", "call"))
    live = sum(seat.status == "live" for seat in hand.view(-1).seats)
    return stays.win * live


def asked(hand: Hand) -> Said:
    """The coach's answer to the player to act."""
    found = analyze(hand, precision=0.001, samples=SAMPLES)
    values = {choice.action: choice.value for choice in found.choices}
    errors = {choice.action: choice.error for choice in found.choices}
    return Said(values, errors, found.advice or "", found.pot)


def checks(found: Said) -> bool:
    """A hand that cannot win is checked for nothing, and loses any bet."""
    return found.advice == "check" and abs(found.ev["check"]) < 0.5 > found.bets[-1] + 20.0


def folds(found: Said) -> bool:
    """A hand that cannot win loses the price of a call."""
    price = min(found.ev["call"], 0.0)
    return found.advice == "fold" and found.ev["fold"] == 0.0 > price + 2.0


def stays(found: Said) -> bool:
    """A hand that nearly always wins is worth the pot, by a call or a raise."""
    return found.advice != "fold" and found.ev["call"] > 0.8 * found.pot < max(found.bets) + 0.5


def bets(found: Said) -> bool:
    """A hand that nearly always wins is bet, which brings more than a check."""
    return found.kind == "bet" and max(found.bets) > found.ev["check"] > 0.5 * found.pot


def begins(found: Said) -> bool:
    """In the beginning a middling hand is worth about an ante, and nobody goes all-in with it."""
    error = found.errors["check"]
    return abs(found.ev["check"] - ANTE) < 3.0 * error + 1.0 < 8.0 and not found.is_all_in


def is_no_disaster(found: Said) -> bool:
    """To call a small bet with a middling hand costs little, and nobody goes all-in with it."""
    return found.ev["call"] > -3.0 * found.errors["call"] - 1.0 and not found.is_all_in


def folds_for_all(found: Said) -> bool:
    """A hundred chips are not called with a middling hand."""
    return found.advice == "fold" and found.ev["call"] < 2.0 * found.errors["call"]


Answer = Callable[[Said], bool]
ALL_IN = f"bet {STACK - ANTE}"
WORST, BEST, MIDDLING = (0.0, 0.03), (0.97, 99.0), (0.9, 1.1)
POSITIONS: dict[str, tuple[Spot, Answer]] = {
    "three, the worst hand": (Spot(3, 4, *WORST), checks),
    "three, the worst hand, the pot bet": (Spot(3, 4, *WORST, "bet 3"), folds),
    "three, the worst hand, all bet": (Spot(3, 4, *WORST, ALL_IN), folds),
    "three, what wins, the pot bet": (Spot(3, 4, 2.9, 9.0, "bet 3"), stays),
    "three, what wins": (Spot(3, 4, 2.9, 9.0), bets),
    "three, middling": (Spot(3, 0, *MIDDLING), begins),
    "three, middling, one chip bet": (Spot(3, 1, *MIDDLING, "bet 1"), is_no_disaster),
    "three, middling, all bet": (Spot(3, 3, *MIDDLING, ALL_IN), folds_for_all),
    "two left, better than even": (Spot(3, 2, 1.3, 1.7, "bet 2, fold"), is_no_disaster),
    "four, the worst hand": (Spot(4, 4, *WORST), checks),
    "four, what wins, the pot bet": (Spot(4, 4, 3.8, 9.0, "bet 4"), stays),
    "four, middling": (Spot(4, 0, *MIDDLING), begins),
    "four, middling, all bet": (Spot(4, 1, *MIDDLING, ALL_IN), folds_for_all),
    "five, middling": (Spot(5, 0, *MIDDLING), begins),
    "five, the worst hand, all bet": (Spot(5, 3, 0.0, 0.1, ALL_IN), folds),
    "six, the worst hand, the pot bet": (Spot(6, 4, *WORST, "bet 6"), folds),
    "six, what wins, the pot bet": (Spot(6, 4, 5.8, 9.0, "bet 6"), stays),
    "fixed limit, the worst hand, a bet": (Spot(4, 4, *WORST, "bet 4", FIXED), folds),
    "fixed limit, what wins, a bet": (Spot(4, 4, 3.8, 9.0, "bet 4", FIXED), stays),
    "fixed limit, what wins": (Spot(4, 4, 3.8, 9.0, "", FIXED), bets),
    "fixed limit, middling": (Spot(4, 0, *MIDDLING, "", FIXED), begins),
    "fixed limit, middling, a bet": (Spot(4, 1, *MIDDLING, "bet 2", FIXED), is_no_disaster),
}


@pytest.mark.soak
@pytest.mark.parametrize("name", POSITIONS)
def test_answers_are_sensible(name: str) -> None:
    spot, is_right = POSITIONS[name]
    found = asked(hand_at(spot))
    assert is_right(found), found


@pytest.mark.soak
@pytest.mark.parametrize("name", ["three, middling", "four, middling"])
def test_others_who_never_bet_make_nonsense(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played out by what was learned, and by the price where nothing was."""

    def unjudged(game: Game, view: Any) -> Trained:
        found = experts.find(game, dealt_in(game, view))
        assert found is not None
        return replace(found, abstraction=replace(found.abstraction, belief=None))

    monkeypatch.setattr(analyzing, "strategy_for", unjudged)
    spot, is_right = POSITIONS[name]
    assert not is_right(asked(hand_at(spot)))


@pytest.mark.soak
def test_hands_are_worth_an_ante_in_the_beginning() -> None:
    """All together they win what lies in the middle; so does each, in the mean of many hands."""
    game = games.find("poker-roulette")
    found = [asked(game.deal(players=4, stacks=STACK, seed=3, hand=k)) for k in range(6)]
    mean = sum(each.ev["check"] for each in found) / len(found)
    assert abs(mean - ANTE) < 2.0 and not any(each.advice == "fold" for each in found)


@pytest.mark.soak
def test_a_bet_makes_strong_cards_more_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calling a bet is worth less than against any hand."""
    hand = hand_at(Spot(3, 3, *MIDDLING, ALL_IN))
    believed = asked(hand).ev["call"]
    real = values._acts

    def unweighed(memory: Memory) -> Any:
        acts = real(memory)
        acts[:, 1] = 0
        return acts

    monkeypatch.setattr(values, "_acts", unweighed)
    assert believed < asked(hand).ev["call"] - 5.0


def test_the_answer_says_that_all_play_by_a_rule_of_thumb() -> None:
    found = analyze(hand_at(Spot(3, 4, *WORST)), precision=0.5, samples=20)
    said = [sentence.text for sentence in sentences(found)]
    assert found.method == "judged"
    assert "the rule of thumb does it 100% of the time" in said[2]
    assert "learned too little of this game" in said[-1]
    assert f"an estimate from {found.samples} deals" in said[-1]
