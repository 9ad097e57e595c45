"""The expert of High Noon: Standoff, which counts all boards that may come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sidepot import kernel
from sidepot.bots import high_noon
from sidepot.bots.bot import Bot, PolicyBot
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.games.high_noon import STANDOFF_GAME, HighNoon
from sidepot.kernel import Records
from sidepot.odds.standoff.position import choices
from sidepot.rules import board, discards, holecards

_COUNTED_PLAINLY = 2
"""Cards that are up from which on boards are counted in the plain form."""


def bot(game: Game) -> Bot | None:
    """The expert of a game, if it is Standoff."""
    return _StandoffExpert(game) if is_solved(game) else None


def is_solved(game: Game) -> bool:
    """Is a game Standoff, with any ante?"""
    return game.record is HighNoon and game.numbers["style"] == STANDOFF_GAME.numbers["style"]


@dataclass(frozen=True)
class _StandoffExpert(Bot):
    """Throws what is best against rivals who do the same (`odds.standoff`).

    In the plain form, where counting takes half a minute, it plays as `regular` until two cards are
    up.
    """

    game: Game

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        s: Any = kernel.fields(view)
        if kernel.PLAIN and s.point < _COUNTED_PLAINLY:
            return PolicyBot(self.game, high_noon.regular).choose(view, rngs)
        p, up = int(s.seats.actor), board.codes(s.board)
        held, thrown = holecards.codes_at(s.hole, p), discards.codes_at(s.thrown, p)
        found = choices(held, thrown, up, int(s.seats.n))
        best = max(range(len(found)), key=lambda k: found[k].worth)
        return Action("discard", best - 1) if best else Action("keep")
