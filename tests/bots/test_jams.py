"""Early all-ins among six: the part of hands that the experts call with."""

from __future__ import annotations

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.trained import experts
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.bots.trained.equity_rule import jam_answerer
from sidepot.engine.game import Game, Hand
from sidepot.rules.actions import CALL, FOLD, Menu, encode

HOLDEM, SHOOTOUT = games.find("holdem-no-limit"), games.find("high-noon-shootout")
FACED = range(1, 6)
"""The places of the seats that answer, behind the first to act."""


def faced(game: Game, place: int, units: int = 100, seed: int = 2) -> Hand:
    """The first of six has bet all, and all up to a place behind have folded."""
    unit = game.unit if game.ante else max(game.numbers["blinds"])
    hand = game.deal(players=6, stacks=units * unit, seed=seed)
    bet = next(row for row in hand.legal.ranges if row.kind in ("bet", "raise_to"))
    hand.act(f"{bet.kind.replace('_', ' ')} {bet.highest}")
    for _ in range(place - 1):
        hand.act("fold")
    return hand


def least_that_calls(game: Game, hand: Hand) -> int:
    """The least share against likely hands, of a thousand, with which the bet is called."""
    answer, menus = jam_answerer(abstraction_of(game)), kernel.batch(kernel.record(Menu))
    view = hand.record(hand.actor or 0)
    game.entry.menu(view, menus)
    chosen, shares = np.array([encode(FOLD, 0), encode(CALL, 0)]), np.zeros((2, 2))

    def calls(second: int) -> bool:
        menu = kernel.fields(menus)
        assert answer(kernel.fields(view), menu, second, 2, chosen, shares)
        return bool(shares[0, 1] > 0.5)

    return next(second for second in range(1001) if calls(second))


@pytest.mark.parametrize(
    ("game", "few", "many"), [(HOLDEM, 685, 638), (SHOOTOUT, 824, 720)], ids=["holdem", "noon"]
)
def test_an_early_all_in_among_six_is_called_with_one_hand_in_forty_to_twenty(
    game: Game, few: int, many: int
) -> None:
    """The shares above which 2.5 % of hands lie, and 5 %."""
    found = [least_that_calls(game, faced(game, place)) for place in FACED]
    assert many <= min(found) and max(found) <= few


def test_a_larger_all_in_takes_a_better_hand_and_a_later_one_a_worse_hand() -> None:
    sizes = [least_that_calls(HOLDEM, faced(HOLDEM, 1, units)) for units in (10, 20, 50, 100, 200)]
    assert sizes == sorted(sizes) and sizes[0] < 600 < sizes[-1]
    late = HOLDEM.deal(players=6, stacks=200, seed=2)
    for action in ("fold", "fold", "fold", "fold", "raise to 200"):
        late.act(action)
    assert least_that_calls(HOLDEM, late) < sizes[3]


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("game", [HOLDEM, SHOOTOUT], ids=str)
def test_experts_call_an_early_all_in_with_one_hand_in_forty_to_twenty(game: Game) -> None:
    strategy = experts.find(game, 6)
    assert strategy is not None
    for place in FACED:
        views = [
            (hand := faced(game, place, seed=seed)).record(hand.actor or 0) for seed in range(3000)
        ]
        calls = [1.0 - strategy.chances(view).get(encode(FOLD, 0), 0.0) for view in views]
        assert 0.025 - 0.006 < np.mean(calls) < 0.05 + 0.006
