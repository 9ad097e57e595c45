"""The compiled loop of play: turn after turn, up to one of a seat that is played from outside."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from sidepot.engine.verbs import Verbs
from sidepot.kernel import Random, Records, inlined
from sidepot.rules.actions import Menu

NO_ACTION = -1
"""A chooser's answer for a seat from outside; as the first action of a loop, that none is given."""
NO_PLAYERS = 0
"""The `players` of a chooser that needs nothing."""
Chooser = Callable[..., int]
"""The action of the player to act: `(s, views, menu, rng, players) -> action`.

`s` is the record in play, `views` a batch for policies, `players` what else the chooser needs.
"""


def loop_of(verbs: Verbs, choose: Chooser, most: int = 0) -> Callable[..., int]:
    """The loop that plays a hand until a seat from outside must act, or to its end.

    `(s, views, menu, rng, players, action) -> decisions` begins with an action, or with
    `NO_ACTION`. Where a seat from outside must act, the menu is of its turn. `most`: the number of
    decisions after which it gives up, where a rule may be wrong; 0 for never.
    """
    menu, step = verbs.menu, verbs.step

    @inlined
    def play_on(s: Any, views: Records, m: Menu, rng: Random, players: Any, action: int) -> int:
        decisions = 0
        while True:  # `step` is inlined here, so once only
            if action >= 0:
                step(s, action)
                decisions += 1
            if s.seats.actor < 0 or (most > 0 and decisions >= most):
                break
            menu(s, m)
            action = choose(s, views, m, rng, players)
            if action < 0:
                break
        return decisions

    return play_on


@functools.cache
def rollout_loop(verbs: Verbs, rollout: Callable[..., int], most: int) -> Callable[..., int]:
    """The loop to the end of a hand in which everybody plays by one policy on the whole record.

    `views` is the batch that the record in play is the first of.
    """

    @inlined
    def choose(s: Any, views: Records, m: Menu, rng: Random, players: Any) -> int:
        return rollout(views, m, rng)

    return loop_of(verbs, choose, most)
