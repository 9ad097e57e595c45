"""Exchanges of cards in the coach: every set is tried, and the sensible ones are among the best."""

from typing import Any

import numpy as np
import pytest

import sidepot
from sidepot import kernel
from sidepot.analysis import sentences
from sidepot.engine.game import Hand
from sidepot.odds import sampling
from sidepot.rules import actions, sets
from sidepot.rules.actions import EXCHANGE, KEEP, Menu

DRAW = sidepot.game("five-card-draw")
OPENER = "Qd Qc 2c 3h 3d"


def to_draw(cards: str) -> Hand:
    """The hand of a player who has called the opener's bet and may exchange."""
    hand = DRAW.deal(players=2, stacks=100, deck=f"{cards} {OPENER}", seed=3)
    for action in ("check", "bet 2", "call"):
        hand.act(action)
    return hand


def tried(least: int, most: int, n: int) -> list[int]:
    """The actions that are tried of a menu with the sets of n cards, and another row."""
    menus = kernel.batch(kernel.record(Menu))
    menu: Any = kernel.fields(menus)
    actions.clear(menu)
    actions.offer(menu, KEEP)
    sets.offer(menu, EXCHANGE, n, least, most)
    chosen = kernel.readable(np.zeros(200, np.int64))
    found = sampling.all_sets(menus[0], chosen)
    return [int(action) for action in chosen[:found]]


@pytest.mark.parametrize(("n", "most", "rows"), [(5, 3, 26), (7, 7, 128), (4, 0, 1)])
def test_every_set_of_up_to_seven_cards_is_tried(n: int, most: int, rows: int) -> None:
    found = tried(0, most, n)
    assert len(found) == len(set(found)) == 1 + rows


def test_both_ends_of_many_sets_and_those_between_are_tried() -> None:
    found = [actions.amount(action) for action in tried(0, 10, 10)[1:]]
    assert len(set(found)) == sampling.MOST_SETS and found[0] == 0 and found[-1] == 1023


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Kc Tc As 5s 5d", {"exchange Kc Tc As", "exchange Kc Tc"}),  # keeps the pair
        ("2h 7h 9h Kh 4c", {"exchange 4c"}),  # keeps four to a flush
        ("8c 9d Tc Js 4h", {"exchange 4h", "exchange 8c 9d 4h"}),  # keeps four to a straight
        ("8c 8d 8s Js 4h", {"exchange Js 4h"}),  # keeps three of a kind
        ("9c 9d 4s 4c Kh", {"exchange Kh"}),  # keeps two pairs
    ],
)
def test_the_exchange_that_everybody_makes_is_among_the_best(cards: str, best: set[str]) -> None:
    found = to_draw(cards).analyze(seconds=2)
    ranked = sorted(found.chances, key=lambda chance: -chance.win)
    assert ranked[0].action in best
    assert best <= {chance.action for chance in ranked}
    assert len(ranked) + found.left_out == 26


def test_the_number_of_exchanges_left_out_is_told() -> None:
    found = to_draw("Kc Tc As 5s 5d").analyze(seconds=0)
    assert found.left_out == 26 - len(found.chances) > 0
    assert f"left out: {found.left_out}." in " ".join(m.text for m in sentences(found))
