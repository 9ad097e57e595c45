"""The regular bot of Kuhn poker plays a solution: nobody wins more from it than from any other."""

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest

from sidepot import bots, games, kernel
from sidepot.kernel import Array, Records, compiled
from sidepot.lab.learn.exact import Tree, actions_of
from sidepot.rules.actions import Menu

ASKED = 1500
"""How often the bot is asked in each position."""


@pytest.mark.parametrize(("ante", "bet"), [(1, 1), (2, 1), (1, 2), (2, 3), (1, 3)])
def test_the_regular_bot_plays_a_solution(ante: int, bet: int) -> None:
    game = games.find("kuhn", ante=ante, bet=bet)
    policy = bots.policy_of(game, "regular")

    @compiled
    def ask(views: Records, menus: Records, rngs: Records, chosen: Array) -> None:
        for i in range(len(chosen)):
            chosen[i] = policy(views, menus[0], rngs[0])

    def chances(view: Records) -> Mapping[int, float]:
        menus, chosen = kernel.batch(kernel.record(Menu)), np.zeros(ASKED, np.int64)
        game.entry.menu(view, menus)
        ask(view, menus, kernel.generator(5), chosen)
        counted = Counter(chosen.tolist())
        return {action: counted[action] / ASKED for action in actions_of(game, view)}

    tree = Tree(game)
    assert len(tree.views) == 12
    assert tree.exploitability(chances) < 0.02
    if ante == bet:
        assert tree.value(chances)[0] == pytest.approx(-1 / 18, abs=0.02)


def test_a_bot_that_always_bluffs_would_be_caught() -> None:
    game = games.find("kuhn")
    tree = Tree(game)

    def bold(view: Records) -> Mapping[int, float]:
        *_, last = actions_of(game, view)
        return {last: 1.0}

    assert tree.exploitability(bold) > 0.1
