"""Bots: programs that answer a view of the table, or its record, with an action."""

from __future__ import annotations

import functools
import random
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from sidepot import entropy, kernel
from sidepot.engine.action import Action
from sidepot.engine.definition import Definition
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import Memory, remember
from sidepot.engine.view import TableView
from sidepot.errors import BadStrategy, expect
from sidepot.kernel import Records, compiled
from sidepot.odds.sampling import Policy
from sidepot.rules.actions import Menu

_BITS = 62
"""Bits of the seed of a move's generator."""


class Bot(ABC):
    """A program that plays a game: a compiled policy, a solution or a trained table."""

    game: Game

    @abstractmethod
    def choose(self, view: Records, rngs: Records) -> Action:
        """The action of the player to act, from their concealed record (`Hand.record`)."""

    def act(self, view: TableView, rng: random.Random | None = None) -> Action:
        """The action of the seat that sees this view (`Hand.view`).

        `rng`: the bot's chance; by default the system's. Raises `BadStrategy` for a view of a table
        with other rules, of a viewer who is not to act, or of a client that could not follow the
        hand.
        """
        expect(view, TableView, "argument.view")
        if not view.record or view.rules is None:
            raise BadStrategy("bot.no_record")
        if (self.game.name, self.game.numbers) != (view.rules.name, view.rules.numbers):
            raise BadStrategy("bot.rules", ours=_named(self.game), theirs=_named(view.rules))
        if not view.menu:
            raise BadStrategy("bot.no_turn", to_act=view.to_act, seat=view.seat)
        rows = kernel.from_bytes(view.rules.layout(), view.record)
        chance = entropy.source if rng is None else rng
        return view.legal.check(self.choose(rows, kernel.generator(chance.getrandbits(_BITS))))

    act.needs_record = True  # type: ignore[attr-defined]

    needs_memory: ClassVar[bool] = False
    """Whether it plays by the hand so far (`play`), and not by the present record alone."""

    def play(self, memory: Memory, rngs: Records) -> Action:
        """The action of the seat that remembers the hand so far, and is to act."""
        return self.choose(memory.view, rngs)

    def answer(self, hand: Hand, rngs: Records) -> Action:
        """The action of the player to act in a hand, by what that seat has seen."""
        if self.needs_memory:
            return self.play(remember(hand), rngs)
        return self.choose(hand.record(hand.actor or 0), rngs)

    def warm(self, view: Records) -> None:
        """Compile everything that the bot may need, in any position."""
        self.choose(view, kernel.generator(0))


@dataclass(frozen=True)
class PolicyBot(Bot):
    """A compiled policy that plays a game."""

    game: Game
    policy: Policy

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        views = self.game.batch(2)
        kernel.raw(views)[: view.nbytes] = kernel.raw(view)
        menus = kernel.batch(kernel.record(Menu))
        self.game.entry.menu(views, menus)
        return Action.decode(int(_entry_point(self.policy)(views, menus, rngs)))


def _named(game: Definition) -> str:
    """A game with its options, in words for an error."""
    return f"{game.name} {game.flags}".strip()


@functools.cache
def _entry_point(policy: Policy) -> Callable[[Records, Records, Records], int]:
    """A policy, callable from Python: menu and generator come as batches of one."""

    @compiled
    def choose(views: Records, menus: Records, rngs: Records) -> int:
        return policy(views, menus[0], rngs[0])

    return choose
