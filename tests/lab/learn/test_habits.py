"""Habits that others have while a strategy is learned: who has one, and what it plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from sidepot import kernel
from sidepot.bots.trained import habits
from sidepot.bots.trained.habits import NO_HABIT, draw_habits, equity_of, habit_slot, odds_of
from sidepot.kernel import Array, Random

HANDS = 3000
STAYS, SLOTS = 1, 5
"""Fold, stay, and three bets."""


def drawn(part: int, players: int = 4, draw: Callable[..., None] = draw_habits) -> list[list[int]]:
    """The habits of each seat, hand by hand, while the first seat learns."""
    rngs, into = kernel.generator(5), kernel.readable(np.zeros(players, np.int64))
    found = []
    for _ in range(HANDS):
        draw(into, 0, part, rngs[0])
        found.append(into.tolist())
    return found


def faults(rows: list[list[int]], part: int) -> list[str]:
    """The errors in the distribution of habits."""
    found = []
    if any(row[0] != NO_HABIT for row in rows):
        found.append("who learns has a habit")
    having = [row for row in rows if any(row)]
    if abs(100 * len(having) / len(rows) - part) > 3:
        found.append("as many have a habit as should not")
    if any(len({habit for habit in row if habit}) > 1 for row in having):
        found.append("two have different habits")
    alone = Counter(sum(map(bool, row)) for row in having)
    if set(alone) - {1, 3}:
        found.append("some have one and some have none")
    kinds = Counter(max(row) for row in having)
    if having and (len(kinds) < 4 or abs(3 * kinds[habits._JUDGES] - 2 * len(having)) > 200):
        found.append("two of three do not judge")
    return found


@pytest.mark.parametrize("part", [0, 20])
def test_in_a_part_of_the_hands_all_others_have_a_habit_or_one_of_them(part: int) -> None:
    assert faults(drawn(part), part) == []


def test_a_learner_with_a_habit_is_noticed() -> None:
    def everybody(into: Array, traverser: int, part: int, rng: Random) -> None:
        draw_habits(into, traverser, part, rng)
        into[traverser] = max(into.tolist())

    assert "who learns has a habit" in faults(drawn(20, draw=everybody), 20)


def slots(habit: int, equity: float = 0.5, odds: float = 0.25, stays: int = STAYS) -> set[int]:
    """The slots that a habit takes between two."""
    rng = kernel.generator(3)[0]
    return {int(habit_slot(habit, stays, SLOTS, equity, odds, 2, rng)) for _ in range(60)}


def test_habits_stay_or_bet_all_or_bet_anything() -> None:
    assert slots(habits._STAYS) == {STAYS}
    assert slots(habits._BETS_ALL) == {SLOTS - 1}
    assert slots(habits._BETS) == {2, 3, 4}
    assert slots(habits._BETS, stays=SLOTS - 1) == {SLOTS - 1}


def test_a_judge_of_equity_bets_good_hands_calls_fair_prices_and_folds_the_rest() -> None:
    assert slots(habits._JUDGES, equity=0.9) == {STAYS + 1}
    assert slots(habits._JUDGES, equity=0.6) == {STAYS}
    assert slots(habits._JUDGES, equity=0.3) == {0}
    assert slots(habits._JUDGES, equity=0.4, odds=0.25) == {STAYS}
    assert slots(habits._JUDGES, equity=0.3, odds=0.0) == {STAYS}
    assert slots(habits._JUDGES, equity=0.62, odds=0.0) == {STAYS + 1}


def test_a_share_against_one_is_less_among_several() -> None:
    assert equity_of(0.5, 4, True) == pytest.approx(0.125)
    assert equity_of(0.5, 4, False) == 0.5


def test_the_price_is_for_a_pot_into_which_all_pay() -> None:
    assert odds_of(2, 3, 0, 6) == pytest.approx(2 / 12)
    assert odds_of(10, 20, 5, 2) == pytest.approx(10 / 30)
    assert odds_of(0, 0, 0, 2) == 0.0
