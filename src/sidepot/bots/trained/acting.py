"""A learned strategy as the `act` of a bot's file, for tables of a remote room."""

from __future__ import annotations

import random

from sidepot import kernel
from sidepot.bots.seen import SeenTable
from sidepot.bots.trained.fingerprint import rules_of
from sidepot.bots.trained.strategy import Strategy
from sidepot.engine.view import TableView
from sidepot.errors import BadLearned, BadStrategy


class LearnedAct:
    """Plays a learned strategy by the concealed record that goes with a view."""

    needs_record = True
    """It reads the record of its view (`bots.seen`), not the table as people see it."""

    def __init__(self, strategy: Strategy, file: str) -> None:
        self._strategy, self._file = strategy, file

    def __call__(self, view: TableView, rng: random.Random) -> str:
        """The action of the seat that sees this view.

        Raises `BadStrategy` where the hand could not be followed, and `BadLearned` at a table with
        other rules.
        """
        if not isinstance(view, SeenTable) or not view.record or view.rules is None:
            raise BadStrategy("agent.no_record")
        mine, theirs = self._strategy.game, view.rules
        if (mine.name, mine.numbers) != (theirs.name, theirs.numbers):
            names = {"theirs": str(rules_of(mine)), "ours": str(rules_of(theirs))}
            raise BadLearned("learn.rules", file=self._file, **names)
        rows = kernel.from_bytes(view.rules.layout(), view.record)
        action = self._strategy.bot.choose(rows, kernel.generator(rng.getrandbits(62)))
        return str(view.legal.check(action))
