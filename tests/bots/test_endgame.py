"""The solver: the end of a hand between two, from both ranges."""

from dataclasses import replace

import numpy as np
import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots.endgame import cfr
from sidepot.bots.endgame.betting import betting_of
from sidepot.bots.endgame.cfr import FOLDED, SHOWN, Hands, Tree
from sidepot.bots.endgame.position import Endgame, endgame_of
from sidepot.bots.endgame.ranges import ranges_of
from sidepot.bots.trained import experts
from sidepot.cards import parse
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.errors import UnknownBot
from sidepot.kernel import Array, readable

GAME = sidepot.game("holdem-no-limit")
AIR, CATCHER, NUTS = range(3)
HANDS = Hands(*(readable(np.arange(3) + at) for at in (0, 0, 3)))
BET, CALL = 2, 4
"""The nodes to which a bet of the pot leads, and a call of it."""
TREE = Tree(
    actor=readable(np.array([0, SHOWN, 1, FOLDED, SHOWN])),
    first=readable(np.array([1, 3, 3, 5, 5])),
    last=readable(np.array([3, 3, 5, 5, 5])),
    led=readable(np.array([[0, 0], [1, 0], [2, 0], [2, 3], [2, 4]])),
    worth=np.array(
        [
            [[0, 0, 0], [0, 0, 0]],
            [[4, 3, 2], [4, 3, 2]],
            [[0, 0, 0], [0, 0, 0]],
            [[4, 4, 4], [2, 2, 2]],
            [[6, 3, 0], [6, 3, 0]],
        ],
        np.float64,
    ),
)
"""A pot of 2, and 2 chips behind: the first player checks, and the best hand wins, or bets all."""
RANGES = np.array([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]])


def solved(rounds: int) -> tuple[Array, float]:
    """The strategy after some rounds, and what best replies to it win."""
    known = cfr.begin(TREE, HANDS)
    cfr.improve(TREE, HANDS, RANGES, known, 0, rounds)
    cfr.average(TREE, known)
    share = known.share.copy()
    gain = sum(cfr.best_reply(TREE, HANDS, RANGES, known, p) for p in range(2))
    return share, gain - 6.0  # the chips of both


def test_a_bet_of_the_pot_has_a_bluff_for_two_good_hands_and_is_called_by_half() -> None:
    share, gain = solved(400)
    assert share[BET, NUTS] > 0.99 and abs(share[BET, AIR] - 0.5) < 0.02
    assert abs(share[CALL, CATCHER] - 0.5) < 0.02
    assert gain < 0.001 < solved(10)[1]


def river(deck: str) -> Hand:
    """A hand on the river, after a raise before the flop."""
    hand = GAME.deal(players=2, stacks=40, deck=deck, seed=3)
    for action in ("raise to 5", "call", "check", "check", "check", "check"):
        hand.act(action)
    return hand


BOARD = "2c Kd 7h 4s 3c Ts 5d 9h"
"""Three cards burned among it."""
HELD = "Ad Jc", "8s 8c"
"""Hands of the seat that acts last."""


def found(hand: Hand) -> tuple[Endgame, Array]:
    """The end of a hand, with a few of the hands that can be held, and their ranges."""
    memory, strategy = remember(hand), experts.find(GAME, 2)
    end = endgame_of(memory)
    assert end is not None and strategy is not None
    few = replace(end, combos=end.combos[::216])
    return end, ranges_of(few, memory, strategy)


def test_hands_of_all_unseen_cards_stand_in_the_order_of_the_showdown() -> None:
    hand = river(f"Ah Qs Ad Jc {BOARD}")
    end, ranges = found(hand)
    assert len(end.combos) == 47 * 46 // 2
    straight, air = tuple(sorted(parse("6h 8h"))), tuple(sorted(parse("2d 3d")))
    assert end.combos.index(straight) > end.combos.index(air)
    assert np.allclose(ranges.sum(axis=1), 1) and ranges.min() > 0


def test_ranges_depend_on_no_hidden_card() -> None:
    """Neither the other's cards nor the bot's own: its answer is looked up for those it holds."""
    _, one = found(river(f"Ah Qs {HELD[0]} {BOARD}"))
    _, other = found(river(f"6h 8d {HELD[1]} {BOARD}"))
    assert np.array_equal(one, other)


def test_a_bet_of_another_size_is_in_the_tree_that_answers_it() -> None:
    hand = river(f"Ah Qs Ad Jc {BOARD}")
    end, _ = found(hand)
    hand.act("bet 4")
    done = (hand.actions[-1][1].number,)
    assert betting_of(end, done).node(done) > 0
    with pytest.raises(StopIteration):
        betting_of(end, ()).node(done)


def test_the_solver_is_found_by_name_and_in_no_list() -> None:
    assert "solver" in bots.names_of(GAME) and "solver" not in bots.strengths_of(GAME)
    hand = river(f"Ah Qs Ad Jc {BOARD}")
    assert bots.find(GAME, "solver").answer(hand, kernel.generator(1)) in hand.legal
    with pytest.raises(UnknownBot, match="choose one of beginner, regular and random"):
        bots.find(sidepot.game("five-card-draw"), "solver")


@pytest.mark.soak
@pytest.mark.compiled
def test_the_solution_is_the_same_whatever_the_other_holds() -> None:
    solver = bots.find(GAME, "solver")
    one, other = (
        solver.answer(river(f"Ah Qs {held} {BOARD}"), kernel.generator(1)) for held in HELD
    )
    assert one == other
