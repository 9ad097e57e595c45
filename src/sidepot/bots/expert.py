"""The best that we know of Ricochet: the solution between two, and search with more."""

from __future__ import annotations

from sidepot import kernel
from sidepot.bots.bot import Bot
from sidepot.bots.ricochet import share
from sidepot.bots.search import improve
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.odds.ricochet import heads_up
from sidepot.odds.sampling import Policy

_SAMPLES = 400
"""Deals a choice: some ten milliseconds a move."""


class Expert(Bot):
    """Between two, also when others are out, he buys what is best for sure (`odds.heads_up`).

    With more, or where the stacks are too short to buy freely, or the answer would take longer than
    a bot has, he plays by the share rule, but for what is clearly better when all go on by it.
    """

    @staticmethod
    def policy_for(game: Game) -> Policy:
        """What he does where nothing is solved."""
        return improve(game.verbs, share, _SAMPLES)

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`. Of two bounds he trusts the lower, so that nobody can win more from him."""
        bounds = heads_up.values(self.game, view, patiently=False)
        if bounds is None:
            return self._search(view, rngs)
        best = max(range(len(bounds)), key=lambda k: bounds[k][0])
        return Action("buy", best) if best else Action("fold")

    def warm(self, view: Records) -> None:
        """See `Bot`."""
        heads_up.warm()
        self._search(view, kernel.generator(0))

    def _search(self, view: Records, rngs: Records) -> Action:
        return super().choose(view, rngs)
