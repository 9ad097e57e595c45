"""Opponents whose best replies are known, and responders that are wrong on purpose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from sidepot import kernel
from sidepot.bots.trained.strategy import Trained
from sidepot.kernel import Records
from sidepot.kernel.random import MASK, draw
from sidepot.lab.learn import exact
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Training
from sidepot.lab.strength.local import Responder
from sidepot.rules.actions import CALL, CHECK, RAISE_TO, kind
from tests.lab.learn.games.kuhn import KUHN

KING = 2


class Known:
    """An opponent by a strategy that is counted exactly."""

    def __init__(self, strategy: exact.Strategy) -> None:
        self.chances = strategy

    def choose(self, view: Records, rngs: Records) -> int:
        """See `Opponent`."""
        rng: Any = kernel.fields(rngs)
        point = int(draw(rng)) / (MASK + 1)
        found = self.chances(view)
        for action, chance in found.items():
            point -= chance
            if point < 0:
                return action
        return max(found, key=lambda action: found[action])


def honest(view: Records) -> Mapping[int, float]:
    """In Kuhn poker: bets and calls with a king, and never else."""
    s = kernel.fields(view)
    has_king = s.hole.card[s.seats.actor, 0] == KING
    found = exact.actions_of(KUHN, view)
    wanted = [a for a in found if (kind(a) in (CALL, RAISE_TO)) == has_king]
    return {action: float(action in wanted) for action in found}


class Peeking(Responder):
    """Sees the opponent's cards."""

    def imagine(self, seat: int, rngs: Records) -> None:
        """Every hand of the range is the one that is held."""
        super().imagine(seat, rngs)
        for i in range(len(self.range)):
            self.range[i : i + 1] = self.rows[:1]


class Unweighted(Responder):
    """Learns nothing from what the opponent does."""

    def weigh(self, actor: int, action: int) -> None:
        """Nothing."""


def frozen(rounds: int = 3) -> Trained:
    """The strategy for Kuhn poker after a few rounds of training."""
    training = Training(KUHN, is_exact=True, lanes=1)
    training.run(rounds=rounds)
    return strategy_of(training)


def giving_up() -> Trained:
    """Checks, and folds to every bet: the first slot of each menu of Kuhn poker."""
    strategy = frozen()
    first = np.zeros(strategy.table.total.shape)
    first[:, 0] = 1.0
    return replace(strategy, table=strategy.table._replace(total=first))


def calling(views: list[Records]) -> Trained:
    """Checks, and calls every bet."""
    strategy = frozen()
    total: Any = np.zeros(strategy.table.total.shape)
    places = np.arange(len(total))
    total[:, 0], total[:, 1] = 1.0, places
    marked = replace(strategy, table=strategy.table._replace(total=total))
    stays = np.zeros(total.shape)
    for view in views:  # the chance of the second slot tells the place of the set
        chances = marked.chances(view)
        second = list(chances.values())[1]
        at = round(second / (1 - second))
        slot = next(k for k, action in enumerate(chances) if kind(action) in (CHECK, CALL))
        stays[at, slot] = 1.0
    return replace(strategy, table=strategy.table._replace(total=stays))
