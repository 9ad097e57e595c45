"""The experts of games that are solved, in whole or between two."""

from __future__ import annotations

from abc import abstractmethod

from sidepot import kernel
from sidepot.bots import guts, kuhn, leduc
from sidepot.bots.bot import PolicyBot
from sidepot.bots.ricochet import share
from sidepot.bots.search import improve
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.odds.ricochet import heads_up
from sidepot.odds.sampling import Policy

_SAMPLES = kernel.by_form(plain=24, compiled=400)
"""Deals for each choice: some ten milliseconds a move, in plain Python half a second."""


class Solved(PolicyBot):
    """Plays a solution that is a policy."""

    @staticmethod
    @abstractmethod
    def policy_for(game: Game) -> Policy:
        """The policy, or what is played where nothing is solved."""


class KuhnExpert(Solved):
    """Plays the solution of Kuhn poker, as `regular` does."""

    @staticmethod
    def policy_for(game: Game) -> Policy:
        """See `Solved`."""
        return kuhn.regular


class LeducExpert(Solved):
    """Plays the solution of Leduc poker, or as `regular` with other bets or short stacks."""

    @staticmethod
    def policy_for(game: Game) -> Policy:
        """See `Solved`."""
        return leduc.expert()


class GutsExpert(Solved):
    """Plays the equilibria of Guts."""

    @staticmethod
    def policy_for(game: Game) -> Policy:
        """See `Solved`."""
        return guts.expert(int(game.numbers["cards"]), str(game.settings["ranking"]))


class RicochetExpert(Solved):
    """Plays the solution between two, also when others are out (`odds.ricochet.heads_up`).

    With more players, or stacks too short to buy freely (R10), or where solving would take longer
    than a second or two, it plays the share rule, unless another choice is clearly better in
    rollouts in which all play by that rule.
    """

    @staticmethod
    def policy_for(game: Game) -> Policy:
        """See `Solved`."""
        return improve(game.verbs, share, _SAMPLES)

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`. It maximizes the lower bounds, which nobody can push it below."""
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
