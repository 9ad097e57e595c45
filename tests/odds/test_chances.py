"""Chances in games with betting: a hand's chance to win, the price of a call, no value of a bet."""

import random
from typing import Any

import pytest

import sidepot
from sidepot.analysis import Analysis, analyze, analyzing, sentences
from sidepot.designer.laws.bots import any_of
from sidepot.designer.template import ONE_CARD
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.games import registry
from sidepot.odds import chances
from sidepot.odds.sampling import at_random
from tests.cases import often
from tests.laws.again import AGAIN
from tests.laws.little import LITTLE

HOLDEM = sidepot.game("holdem-no-limit")
SHOOTOUT = sidepot.game("high-noon-shootout")
BETTING = {
    "badugi",
    "five-card-draw",
    "high-noon-5",
    "high-noon-shootout",
    "high-noon-showdown",
    "holdem-fixed-limit",
    "holdem-no-limit",
    "kuhn",
    "leduc",
    "poker-roulette",
    "seven-card-stud",
}
GAMES = {game.name: game for game in (*registry().values(), ONE_CARD, LITTLE, AGAIN)}
QUICK: dict[str, Any] = {"precision": 1e9, "seconds": 0}


@pytest.fixture(autouse=True)
def unlearned(monkeypatch: pytest.MonkeyPatch) -> None:
    """No strategy is known."""
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: None)


def look(hand: Hand, **how: Any) -> Analysis:
    """The findings about the decision that is due."""
    return analyze(hand, **{"precision": 0.25, **how})


def chance(hand: Hand, action: str, **how: Any) -> tuple[float, float]:
    """A choice's chances to win and to tie."""
    found = look(hand, **how).chance(action)
    return found.win, found.tie


def test_a_betting_game_is_known_by_its_menus() -> None:
    bet_in = {name for name, game in GAMES.items() if chances.is_betting(game)}
    assert bet_in == BETTING | {"one-card", "little"}


@pytest.mark.parametrize("name", often(GAMES, always=GAMES.keys() - {"ricochet"}))
def test_no_choice_has_a_value_where_players_bet_and_every_one_elsewhere(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any decision of any hand: what is known is a value of each, or chances of staying in.

    Kuhn and Leduc poker have exact values, wherever all have played by the solution.
    """
    monkeypatch.setattr(analyzing, "rollout_of", lambda _: at_random)
    game = GAMES[name]
    for number in range(2 if chances.is_betting(game) else 1):  # sampled values take longer
        rng, hand = random.Random(number), game.deal(seed=5, hand=number)
        while not hand.over:
            found = look(hand, **QUICK)
            kinds = {choice.kind for choice in hand.legal.ranges}
            if chances.is_betting(game) and found.method != "solved":
                assert found.choices == ()
                assert all(0 <= c.win <= c.win + c.tie <= 1 + 1e-9 for c in found.chances)
                assert bool(found.chances) == bool(kinds - {"fold", "bet", "raise_to"})
                assert (found.price is not None) == bool(kinds & {"call", "pay"})
            else:
                assert kinds == {Action.parse(choice.action).kind for choice in found.choices}
            hand.act(any_of(hand.legal, rng))


EQUITIES = {"As Ah": 0.852, "8s 8h": 0.691, "Ks Qs": 0.634, "7s 2h": 0.346}
CLOSE, EXACT = (0.06, 0.1), (1e-3, 0.01)
"""How good the estimate is to be, and how near it has to come."""


@pytest.mark.parametrize(
    ("precision", "near"), [CLOSE, pytest.param(*EXACT, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("cards", often(EQUITIES, always=("As Ah", "7s 2h")))
def test_two_cards_before_the_flop_against_one_random_hand(
    cards: str, precision: float, near: float
) -> None:
    """The known equities: a tie counts half."""
    hand = HOLDEM.deal(players=2, deck=f"3c 4d {cards}", seed=1)  # heads-up the dealer opens
    win, tie = chance(hand, "call", precision=precision)
    assert win + tie / 2 == pytest.approx(EQUITIES[cards], abs=near)


def test_without_a_strategy_a_pair_of_eights_is_not_advised_to_go_all_in() -> None:
    hand = HOLDEM.deal(players=2, deck="3c 4d 8s 8h", seed=1)
    said = " ".join(sentence.text for sentence in sentences(analyze(hand, seconds=0.0)))
    assert "Best" not in said and "raise" not in said and "call: wins " in said
    assert "nobody has learned this game with these options" in said


def test_the_more_are_in_the_less_often_aces_win() -> None:
    wins = []
    for players in (3, 9):
        others = " ".join(f"{rank}c {rank}d" for rank in "23456789"[: players - 1])
        hand = HOLDEM.deal(players=players, deck=f"{others} As Ah", seed=1)
        while hand.actor != players - 1:
            hand.act("call")
        wins.append(chance(hand, "call", precision=0.5)[0])
    assert wins == sorted(wins, reverse=True) and wins[0] - wins[-1] > 0.2


def test_certain_results_have_certain_chances() -> None:
    """Two on a royal board split; nobody beats a royal flush of one's own."""
    for board, first, both in (("As Ks Qs Js Ts", "2c 3d", (0.0, 1.0)), ("", "As Ks", (1.0, 0.0))):
        hand = HOLDEM.deal(players=2, deck=dealt(first, board or "Qs Js Ts 2h 3h"), seed=1)
        for action in ("call", "check", *["check"] * 4):
            hand.act(action)
        assert hand.actor == 0
        assert chance(hand, "check", **QUICK) == pytest.approx(both)


def dealt(first: str, board: str) -> str:
    """The top of a deck: a hand, 9c 8d, and a board with a burned card before each street."""
    up = board.split()
    return " ".join([first, "9c 8d", "4c", *up[:3], "4d", up[3], "4h", up[4]])


POT_ODDS = [
    ((200, 200), "", 1, 0.25),
    ((200, 200), "raise to 6", 4, 4 / 12),
    ((200, 200), "raise to 200", 198, 198 / 400),
    ((30, 200), "raise to 100", 28, 28 / 60),
    ((200, 200, 200), "raise to 10,call", 8, 8 / 30),
]
"""Stacks, what has been done (blinds are 1 and 2), what a call costs, how often it has to win."""


@pytest.mark.parametrize(("stacks", "done", "cost", "needs"), POT_ODDS)
def test_the_price_of_a_call_and_the_chance_that_it_needs(
    stacks: tuple[int, ...], done: str, cost: int, needs: float
) -> None:
    hand = HOLDEM.deal(stacks=stacks, seed=1)
    for action in filter(None, done.split(",")):
        hand.act(action)
    price = look(hand, **QUICK).price
    assert price and price.cost == cost and price.needs == pytest.approx(needs)


def test_chances_to_win_do_not_need_a_pot() -> None:
    found = []
    for ante in (0, 1):
        hand = SHOOTOUT.with_options(ante=ante).deal(players=3, stacks=200, seed=2)
        found.append(look(hand, **QUICK, seed=1).chance("check"))
    assert found[0] == found[1] and 0 < found[0].win < 1


def test_a_made_straight_is_kept_by_its_chances() -> None:
    hand = SHOOTOUT.deal(players=3, deck="9c Ts Jd Qh Kh", seed=2)
    for _ in range(3):
        hand.act("check")
    found = look(hand, precision=0.25).chances
    assert max(found, key=lambda chance: chance.win).action == "keep" and len(found) == 6


def test_a_short_hand_wins_all_that_it_can_where_others_have_a_side_pot() -> None:
    """Aces for five chips against two who play for more: the main pot is all that there is."""
    hand = HOLDEM.deal(stacks=(5, 200, 200), deck="As Ah 9c 8d 7c 6d", seed=1)
    hand.act("raise to 100")
    win, tie = chance(hand, "call", precision=0.25)
    assert 0.65 < win < 0.8 and tie < 0.05
    price = look(hand, **QUICK).price
    assert price and price.cost == 4 and price.needs == pytest.approx(4 / 12)
