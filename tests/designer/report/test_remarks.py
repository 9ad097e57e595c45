"""Remarks of reports: nothing is claimed that the figures do not bear."""

from typing import Any

import pytest

from sidepot.designer.report.figures import Actions, ActionUse, Report, Skill
from sidepot.designer.report.intervals import Figure, mean
from sidepot.designer.report.remarks import remarks


def said(**measured: Any) -> list[str]:
    """The keys of the remarks on a report of these parts."""
    terms: dict[str, Any] = {"options": {}, "players": 2, "stack": 200, "unit": 1, "bots": []}
    report = Report(game="g", title="G", seed=0, hands=64, **terms, **measured)
    return [remark.key for remark in remarks(report)]


@pytest.mark.parametrize(("taken", "is_said"), [(0.32, False), (0.98, True)])
def test_no_choice_is_what_bots_take_as_well(taken: float, is_said: bool) -> None:
    """In Kuhn a bet is right by the quick rule, and bots bet a third of the time."""
    bet = ActionUse("bet", share(0.5), share(taken), share(1.0))
    other = ActionUse("check", share(0.5), share(0.5), share(0.0))
    told = said(actions=Actions(50, 200, 100, 200, share(0.9), [bet, other]))
    assert ("report.remark_always" in told) == is_said


def share(value: float) -> Figure:
    """A share of a hundred decisions."""
    return Figure(value, value - 0.05, value + 0.05, 100)


@pytest.mark.parametrize(("deals", "key"), [(4, "unclear"), (100, "upside_down")])
def test_few_deals_do_not_turn_a_game_upside_down(deals: int, key: str) -> None:
    """Four deals of Omaha in which `regular` lost 2.8 chips a hand, with an error of 1.24."""
    lost = Skill("regular", "beginner", mean(-2.8125, 1.24, deals), 19.9, None, None, None)
    assert said(skill=[lost]) == [f"report.remark_{key}"]
