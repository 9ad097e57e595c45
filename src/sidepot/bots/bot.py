"""A bot: a policy that plays a game."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

from sidepot import kernel
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.kernel import Records, compiled
from sidepot.odds.sampling import Policy
from sidepot.rules.actions import Menu


@dataclass(frozen=True)
class Bot:
    """A policy that plays a game, callable from Python."""

    game: Game
    policy: Policy

    def choose(self, view: Records, rngs: Records) -> Action:
        """The action of the player to act, from their concealed record (`Hand.record`)."""
        views = self.game.batch(2)
        views[:1] = view
        menus = kernel.batch(kernel.record(Menu))
        self.game.entry.menu(views, menus)
        return Action.decode(int(_entry_point(self.policy)(views, menus, rngs)))

    def warm(self, view: Records) -> None:
        """Compile everything that the bot may need, in any position."""
        self.choose(view, kernel.generator(0))


@functools.cache
def _entry_point(policy: Policy) -> Callable[[Records, Records, Records], int]:
    """A policy, callable from Python: menu and generator come as batches of one."""

    @compiled
    def choose(views: Records, menus: Records, rngs: Records) -> int:
        return policy(views, menus[0], rngs[0])

    return choose
