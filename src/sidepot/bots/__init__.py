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
from sidepot.bots import casino, high_noon, holdem, judgement, poker_roulette, ricochet
from sidepot.bots.search import search
from sidepot.errors import UnknownBot
from sidepot.games.action import Action
from sidepot.games.game import Game
from sidepot.kernel import Records, compiled
from sidepot.odds.sampled import Policy, at_random
from sidepot.rules.actions import Menu

__all__ = ["OWN", "QUICK", "STRENGTHS", "Bot", "Policy", "find", "policy_of", "rollout_of"]

OWN: dict[Any, Policy] = {
    ricochet.Ricochet: ricochet.share,
    casino.Casino: casino.regular,
    high_noon.HighNoon: high_noon.regular,
    holdem.Holdem: holdem.regular,
    poker_roulette.PokerRoulette: poker_roulette.regular,
}
"""Games, by their record, that have a regular bot of their own, which is better than search."""
QUICK: dict[Any, Policy] = {
    ricochet.Ricochet: ricochet.share,
    high_noon.HighNoon: high_noon.play_on,
    holdem.Holdem: judgement.call_down,
    poker_roulette.PokerRoulette: poker_roulette.play_on,
}
"""Games, by their record, with a rule that takes microseconds a move and samples nothing."""
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
    return Bot(game, policy_of(game, strength))


def policy_of(game: Game, strength: str) -> Policy:
    """The compiled policy of a strength for a game. Raises `UnknownBot`."""
    if strength == "random":
        return at_random
    if strength == "regular":
        return OWN.get(game.record) or search(game.verbs)
    raise UnknownBot("error.bot", bot=strength, legal=list(STRENGTHS))


def rollout_of(game: Game) -> Policy:
    """The compiled policy by which hands are played on to their end: a quick rule, or chance."""
    return QUICK.get(game.record, at_random)


@functools.cache
def _entry(policy: Policy) -> Callable[[Records, Records, Records], int]:
    """A policy as Python calls it: menu and generator come as tables of one."""

    @compiled
    def choose(views: Records, menus: Records, rngs: Records) -> int:
        return policy(views, menus[0], rngs[0])

    return choose
