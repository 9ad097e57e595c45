"""The generated parts and the picture of the page about Kuhn poker, counted in a second."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from docs.knowledge.page import rows
from docs.knowledge.plots import LINE

from sidepot import games, kernel
from sidepot.bots.kuhn import PARTS, share
from sidepot.cards import RANKS
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.learn.exact import Tree, actions_of
from sidepot.rules import actions
from sidepot.rules.actions import CALL

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PAGE = Path(__file__).parents[1] / "kuhn-known.md"
SOURCES = (Path(games.__file__).with_name("kuhn.py"),)
HABITS: Mapping[str, tuple[str, bool, float]] = {
    "always bluffs with the jack": ("J", False, 1.0),
    "never bluffs": ("J", False, 0.0),
    "bets the queen": ("Q", False, 1.0),
    "always calls with the queen": ("Q", True, 1.0),
    "never calls with the queen": ("Q", True, 0.0),
    "calls with the jack": ("J", True, 1.0),
    "never bets the king": ("K", False, 0.0),
    "folds the king to a bet": ("K", True, 0.0),
}
"""A card, whether a bet is faced, and how often this player is bold with it."""


@functools.cache
def tree() -> Tree:
    """The game, with all deals."""
    return Tree(games.find("kuhn"))


def solution(view: Records, habit: str = "") -> Mapping[int, float]:
    """The chance of each action by the solution, but for one habit."""
    s: Any = kernel.fields(view)
    quiet, *bold = actions_of(tree().game, view)
    is_call = actions.kind(bold[0]) == CALL
    often = _share(view, is_call)
    card, faces_bet, chance = HABITS.get(habit, ("", False, 0.0))
    if (RANKS[s.hole.card[s.seats.actor, 0] >> 2], is_call) == (card, faces_bet):
        often = chance
    return {quiet: 1 - often, bold[0]: often}


def thumb(view: Records) -> Mapping[int, float]:
    """The chance of each action by the rule of thumb on the rule page."""
    s: Any = kernel.fields(view)
    quiet, *bold = actions_of(tree().game, view)
    card = RANKS[s.hole.card[s.seats.actor, 0] >> 2]
    is_call = actions.kind(bold[0]) == CALL
    has_checked = is_call and s.seats.actor == 0
    often = {"J": 0 if is_call else 1 / 3, "Q": (1 + has_checked) / 3 if is_call else 0, "K": 1}
    return {quiet: 1 - often[card], bold[0]: often[card]}


def _share(view: Records, is_call: bool) -> float:
    """The frequency by which the bots bet or call."""
    found = kernel.readable(np.zeros(1, np.int64))
    _ask(view, is_call, found)
    return float(found[0]) / PARTS


@compiled
def _ask(views: Records, is_call: bool, found: Array) -> None:
    found[0] = share(views[0], is_call)


def value() -> str:
    """A sentence on the value, as a fraction."""
    return f"One ante in {round(-1 / tree().value(solution)[0])} hands, on average."


@functools.cache
def costs() -> Mapping[str, float]:
    """The win of a best reply from a player with each habit, in antes a hand, over both seats."""
    found = {}
    for habit in HABITS:
        replies = tree().replies(functools.partial(solution, habit=habit))
        found[habit] = sum(replies) / 2
    return dict(sorted(found.items(), key=lambda each: -each[1]))


def parts() -> Mapping[str, str]:
    """The generated parts, by their marker in the page."""
    body = [[habit, f"{cost:.3f}"] for habit, cost in costs().items()]
    return {"kuhn habits": rows(["habit", "costs"], body), "kuhn value": value()}


def paint_habits(ax: Axes) -> None:
    """The cost of each habit."""
    habits = list(costs().items())[::-1]
    ax.barh([habit for habit, _ in habits], [cost for _, cost in habits], color=LINE)
    for y, (_, cost) in enumerate(habits):
        ax.text(cost + 0.003, y, f"{cost:.3f}", va="center")
    ax.set_xlabel("antes a hand, lost to whoever knows the habit")


PICTURES: Mapping[str, tuple[float, Callable[[Axes], None]]] = {
    "kuhn-habits.svg": (3.4, paint_habits)
}
"""Each picture with its height in inches."""
