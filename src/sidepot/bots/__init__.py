"""Who plays when no person does: bots by strength.

A policy is a compiled function `(views, menu, rng) -> action`. `views[0]` is a concealed record,
all that the player may know; `views[1]` is room to try things out in.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sidepot import kernel
from sidepot.bots import ricochet
from sidepot.errors import UnknownBot
from sidepot.games.action import Action
from sidepot.games.game import Game
from sidepot.kernel import Random, Records, compiled
from sidepot.rules import actions
from sidepot.rules.actions import Menu

Policy = Callable[[Any, Any, Any], int]


@compiled
def at_random(views: Records, menu: Menu, rng: Random) -> int:
    """Any row of the menu, any amount of it."""
    return actions.any_of(menu, rng)


REGULAR: dict[Any, Policy] = {ricochet.Ricochet: ricochet.share}
"""The bot that plays sensibly, by the record of the game; the others are still played at random."""
STRENGTHS = ("regular", "random")


@dataclass(frozen=True)
class Bot:
    """A policy in a chair."""

    game: Game
    policy: Policy

    def choose(self, view: Records, rngs: Records) -> Action:
        """The action for the player to act, from his concealed record (`Hand.view`)."""
        views = self.game.table(2)
        views[:1] = view
        menus = kernel.table(kernel.record(Menu))
        self.game.entry.menu(views, menus)
        return Action.decode(int(_entry(self.policy)(views, menus, rngs)))


def find(game: Game, strength: str = "regular") -> Bot:
    """The bot of a strength for a game. Raises `UnknownBot`, which names the strengths."""
    if strength not in STRENGTHS:
        raise UnknownBot("error.bot", bot=strength, legal=list(STRENGTHS))
    policy = REGULAR.get(game.record, at_random) if strength == "regular" else at_random
    return Bot(game, policy)


@functools.cache
def _entry(policy: Policy) -> Callable[[Records, Records, Records], int]:
    """A policy as Python calls it: menu and generator come as tables of one."""

    @compiled
    def choose(views: Records, menus: Records, rngs: Records) -> int:
        return policy(views, menus[0], rngs[0])

    return choose
