"""The players of other seats: policies, bots, and functions in Python."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sidepot import bots, kernel
from sidepot.bots import Bot, Policy
from sidepot.bots.trained.files import is_learned, load
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.engine.view import TableView
from sidepot.errors import BadSetup
from sidepot.kernel import Records, below, compiled

Function = Callable[[TableView, random.Random], Action | str]
"""A player in plain Python, as a file of a bot has it; the generator follows from the hand's."""
Player = Policy | Bot | Function | str
"""The player of a seat: a compiled policy, a bot as `find` or a learned strategy gives it, a
function, or a text: a strength of the house's bots, or the path of a file that `sidepot train`
wrote."""
Opponents = Mapping[int, Player]
"""The players of some seats."""
_OF_FUNCTION, _OF_POLICY = 2, 3
"""The numbers of their parameters."""
_SEEDS = 1 << 40


class _FunctionBot(Bot):
    """A function of a view, as a bot."""

    def __init__(self, game: Game, function: Function) -> None:
        self.game = game
        self.function = function

    def choose(self, view: Records, rngs: Records) -> Action:
        """Ask the function. Raises `IllegalAction` for an answer that is not legal."""
        hand = hand_at(self.game, view)
        shown = hand.view(hand.actor)
        chance = random.Random(int(_drawn(rngs)))
        return shown.legal.check(self.function(shown, chance))


def hand_at(
    game: Game, rows: Records, stacks: Sequence[int] | None = None, number: int = 0
) -> Hand:
    """The hand of a record, with a journal or without one, to look at."""
    layout: Any = game.layout()
    whole = game.batch()
    for name in rows.dtype.names:
        if name not in ("journal", "pad") or rows.dtype is layout:
            whole[name] = rows[name]
    s = kernel.fields(whole)
    n = s.seats.n - game.banked
    begun = [s.chips.stack[p] + s.chips.paid[p] - s.chips.won[p] for p in range(n)]
    return Hand.at(game, kernel.to_bytes(whole), begun if stacks is None else stacks, number=number)


def player_of(game: Game, player: Player) -> Policy | Bot:
    """A policy, or a bot that has none. Raises `UnknownBot`, `BadLearned`, `BadSetup`."""
    if isinstance(player, Bot):
        return player
    if not isinstance(player, str):
        return _function(game, player)
    known = bots.strengths_of(game)
    if player not in known and is_learned(Path(player)):
        return load(Path(player), game)
    if player in known and not bots.has_policy(game, player):
        return bots.find(game, player)
    return bots.policy_of(game, player)


def _function(game: Game, player: Any) -> Policy | Bot:
    """A compiled policy as it is, and a function in Python as a bot."""
    is_compiled = kernel.PLAIN or hasattr(player, "py_func")
    try:
        count = len(inspect.signature(getattr(player, "py_func", player)).parameters)
    except (TypeError, ValueError):
        count = 0
    if count == _OF_POLICY and is_compiled:
        policy: Policy = player
        return policy
    if count == _OF_FUNCTION:
        return _FunctionBot(game, player)
    raise BadSetup("error.opponent", given=repr(player))


@compiled
def _drawn(rngs: Records) -> int:
    """The seed of a function's generator, by that of the hand."""
    return below(rngs[0], _SEEDS)
