"""The solution of Leduc poker that ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sidepot import bots, games, kernel
from sidepot.games.leduc import LEDUC
from sidepot.kernel import Records
from sidepot.lab.learn.exact import Tree, actions_of
from sidepot.odds import leduc
from sidepot.rules import actions


def solution(view: Records) -> Mapping[int, float]:
    record: Any = kernel.fields(view)
    at, found = leduc.place_of(record), leduc.frequencies()
    return {
        action: int(found[at + k]) / leduc.PARTS for k, action in enumerate(actions_of(LEDUC, view))
    }


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(LEDUC)


def test_it_is_worth_what_is_published_and_loses_next_to_nothing(tree: Tree) -> None:
    """F. Southey and others and later papers: -.0856 antes for the first to act."""
    assert tree.value(solution)[0] == pytest.approx(-0.0856, abs=2e-4)
    assert tree.exploitability(solution) < 2e-4


def test_a_pair_never_folds_whatever_was_done(tree: Tree) -> None:
    for view in tree.views:
        s: Any = kernel.fields(view)
        held, up = s.hole.card[s.seats.actor, 0], s.board.card[0] if s.board.size else -9
        fold = solution(view).get(actions.encode(actions.FOLD, 0), 0.0)
        assert held >> 2 != up >> 2 or fold == 0.0


@pytest.mark.parametrize("options", [{}, {"ante": 5, "small_bet": 10, "big_bet": 20}])
def test_the_expert_raises_with_a_pair_of_kings(options: dict[str, int]) -> None:
    game = games.find("leduc", **options)
    hand = game.deal(deck="Qh Ks Kh Jh Js Qs")
    for kind in ("check", "check", "bet"):
        hand.act(next(row.at(row.lowest) for row in hand.legal.ranges if row.kind == kind))
    expert = bots.find(game, "expert")
    assert {str(expert.answer(hand, kernel.generator(seed)).kind) for seed in range(9)} == {
        "raise_to"
    }


def test_short_stacks_play_by_the_rule() -> None:
    hand = LEDUC.deal(stacks=12, seed=0)
    record: Any = kernel.fields(hand.record(0))
    assert not leduc.is_solved(record)
