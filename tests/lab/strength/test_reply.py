"""Learned replies win as much as a best reply does by exact count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.trained import table
from sidepot.bots.trained.strategy import Trained
from sidepot.kernel import Records
from sidepot.lab.learn import exact
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.exact import Tree
from sidepot.lab.learn.training import Pace, Training
from sidepot.lab.strength.playing import Limits, play
from sidepot.lab.strength.reply import greedy, learn_reply
from tests.cases import often
from tests.lab.learn.games.kuhn import KUHN
from tests.lab.strength.known import calling, frozen, giving_up

NEAR = 0.01
ONE_CARD = Path(__file__).parents[3] / "examples" / "one_card.py"


def wins(tree: Tree, reply: Trained, strategy: Trained) -> list[float]:
    """A reply's winnings from each seat, counted."""
    found = []
    for seat in range(2):

        def both(view: Records, seat: int = seat) -> Mapping[int, float]:
            own = kernel.fields(view).seats.actor == seat
            chances: Mapping[int, float] = (reply if own else strategy).chances(view)
            return chances

        found.append(tree.value(both)[seat])
    return found


def replied(strategy: Trained, rounds: int = 2) -> Trained:
    """The reply learned against a strategy for Kuhn poker."""
    return learn_reply(strategy, stack=KUHN.stacks(2)[0], rounds=rounds)


@pytest.mark.parametrize("name", often(["frozen", "giving up", "calling"], ["calling"]))
def test_a_reply_learns_to_win_as_much_as_a_best_reply(name: str) -> None:
    tree = Tree(KUHN)
    made: dict[str, Callable[[], Trained]] = {
        "frozen": frozen,
        "giving up": giving_up,
        "calling": lambda: calling(tree.views),
    }
    strategy = made[name]()
    best = tree.replies(strategy.chances)
    assert wins(tree, replied(strategy), strategy) == pytest.approx(best, abs=NEAR)
    known = {"giving up": [1.0, 1.0], "calling": [1 / 3, 1 / 3]}
    assert name not in known or best == pytest.approx(known[name])


@pytest.mark.soak
def test_a_reply_that_is_wrong_is_caught() -> None:
    """It plays what brought least."""
    tree, strategy = Tree(KUHN), frozen()
    reply = replied(strategy)
    keys, _, total = table.rows_of(reply.table)
    worst = greedy(replace(reply, table=table.filled(keys, 1.0 - total, total)))
    best = sum(tree.replies(strategy.chances))
    assert sum(wins(tree, worst, strategy)) < best - 4 * NEAR


@pytest.mark.soak
def test_a_finer_reply_meets_the_strategy_as_it_plays() -> None:
    """Folding every pot in One Card loses exactly the ante to a reply with other buckets."""
    game = games.find(str(ONE_CARD))
    training = Training(game, 2, lanes=1, pace=Pace(20, 2, 12), stacks=(20, 20))
    training.run(rounds=4)
    strategy = strategy_of(training)
    first = np.zeros(strategy.table.total.shape)
    first[:, 0] = 1.0
    gives_up = replace(strategy, table=strategy.table._replace(total=first))
    reply = learn_reply(gives_up, stack=20, finer=2, rounds=3)
    assert reply.abstraction.buckets == 2 * gives_up.abstraction.buckets
    found = play(game, [reply, gives_up], stack=20, limits=Limits(deals=40))
    assert found.mean == pytest.approx(1.0, abs=0.15)


def test_exact_strategies_differ() -> None:
    """The calling strategy does call, so that the test above compares different strategies."""
    tree = Tree(KUHN)
    strategy = calling(tree.views)
    assert tree.value(strategy.chances) == pytest.approx([0, 0])
    assert max(len(exact.actions_of(KUHN, view)) for view in tree.views) == 2
