"""Games whose answer is known: the template with one rule changed."""

from pathlib import Path
from typing import Any

from sidepot import games
from sidepot.designer.report.measuring import Plan, plan_of
from tests.designer.changed import changed_template

_MAY_BET = "    if s.chips.stack[s.seats.actor] >= s.options.bet:\n"
_TURNS = "    s.opened, s.waiting, s.seats.actor = 0"
SIMPLE = ["random", "beginner"]
"""Bots that are quick in plain Python."""


def coin_flip(folder: Path) -> Path:
    """Nobody can bet, so that the highest card wins the antes."""
    return changed_template(folder, _MAY_BET, _MAY_BET.replace(">= s.options.bet", "< 0"))


def gift(folder: Path) -> Path:
    """Seat 1 is given a chip by seat 2 in every hand."""
    return changed_template(folder, _TURNS, f"    chips.give(s.chips, 1, 0, 1)\n{_TURNS}")


def plan(file: Path, **terms: Any) -> Plan:
    """A report of a few hands for two."""
    given = {"players": 2, "strengths": SIMPLE, "hands": 256, "threads": 1, **terms}
    return plan_of(games.find(str(file)), **given)
