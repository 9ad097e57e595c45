"""A choice by sampling that leaves out what falls behind."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.high_noon import check_down, list_discards, play_on
from sidepot.engine.action import Action
from sidepot.kernel import Records, compiled
from sidepot.odds import racing
from sidepot.odds.racing import HEAT, racer
from sidepot.odds.sampling import action_sampler
from sidepot.rules.actions import Menu

GAME = games.find("high-noon-shootout")
_MOST = 6
race = racer(GAME.verbs, play_on, check_down)
race_as_dealt = racer(GAME.verbs, play_on)
sample = action_sampler(GAME.verbs, play_on)


@compiled
def by_race(views: Records, menus: Records, rngs: Records, deals: int) -> int:
    chosen = np.zeros(_MOST, np.int64)
    action: int = race(views, menus[0], rngs[0], deals, chosen[: list_discards(views[0], chosen)])
    return action


@compiled
def by_race_as_dealt(views: Records, menus: Records, rngs: Records, deals: int) -> int:
    chosen = np.zeros(_MOST, np.int64)
    n = list_discards(views[0], chosen)
    action: int = race_as_dealt(views, menus[0], rngs[0], deals, chosen[:n])
    return action


@compiled
def by_all_deals(views: Records, menus: Records, rngs: Records, deals: int) -> int:
    chosen, sums = np.zeros(_MOST, np.int64), np.zeros((_MOST, 2), np.float64)
    n = list_discards(views[0], chosen)
    sample(views, menus[0], rngs[0], deals, chosen[:n], sums)
    action: int = chosen[np.argmax(sums[:n, 0])]
    return action


def seen(deck: str = "", number: int = 0, players: int = 2) -> Any:
    """The record of the first seat to discard with one community card up."""
    hand = GAME.deal(players=players, seed=3, hand=number, deck=deck or None)
    for action in [*["check"] * players, *["keep"] * players, *["check"] * players]:
        hand.act(action)
    view = hand.record(hand.actor or 0)
    s: Any = kernel.fields(view)
    assert (s.point, s.discarding) == (1, 1)
    return view


def answer(choose: Any, view: Any, seed: int = 1, deals: int = HEAT - 1) -> tuple[str, list[int]]:
    """A choice, and the state of the generator after it."""
    views, menus = GAME.batch(2), kernel.batch(kernel.record(Menu))
    kernel.raw(views)[: view.nbytes] = kernel.raw(view)
    rngs = kernel.generator(seed)
    action = Action.decode(int(choose(views, menus, rngs, deals)))
    rng: Any = kernel.fields(rngs)
    return str(action), [int(n) for n in (rng.a, rng.b, rng.c, rng.counter)]


@pytest.mark.both_forms
@pytest.mark.parametrize("players", [2, 4])
def test_before_anybody_is_left_out_the_choice_is_that_of_all_deals(players: int) -> None:
    for number in range(3):
        view = seen(number=number, players=players)
        expected, _ = answer(by_all_deals, view)
        assert answer(by_race, view)[0] == answer(by_race_as_dealt, view)[0] == expected


def test_a_clear_choice_ends_the_race_and_is_that_of_all_deals() -> None:
    """Four of a suit and a low card of another, with a fifth of the suit to come or not."""
    view = seen("2c 3d 4h 5s 7c Ad Kd Jd 9d 2h 6h Qd")
    deals = 4 * HEAT
    assert answer(by_race, view, deals=deals)[0] == answer(by_all_deals, view, deals=deals)[0]


def test_later_chance_does_not_tell_how_long_the_race_was() -> None:
    """Another player's chance would follow from hidden cards otherwise."""
    views = [seen(number=number) for number in range(3)]
    states = [answer(by_race, view, deals=deals)[1] for view in views for deals in (2, HEAT + 1)]
    assert all(state == states[0] for state in states)
    assert answer(by_race, views[0], seed=2)[1] != states[0]


@pytest.mark.parametrize(
    ("paid", "left"),
    [
        ([[3, 0], [3, 0], [3, 0], [3, 1]], 1),
        ([[3, 0], [0, 3], [3, 0], [3, 0]], 2),
        ([[3, 3], [0, 0], [3, 3], [3, 3]], 2),
    ],
)
def test_an_action_is_left_out_when_it_is_surely_behind(paid: list[list[int]], left: int) -> None:
    sums, squares, is_in = np.zeros(2), np.zeros((2, 2)), kernel.readable(np.ones(2, np.int64))
    for row in paid:
        racing._add(np.array(row, np.float64), is_in, sums, squares)
    assert racing._leave_out(is_in, sums, squares, len(paid)) == left
    assert is_in[0] == 1
