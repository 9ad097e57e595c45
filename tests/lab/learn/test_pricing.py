"""Action translation: how often bets of untrained sizes are folded to, and by which hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.endgame import listed
from sidepot.bots.endgame.position import endgame_of, public
from sidepot.bots.endgame.ranges import turns_of
from sidepot.bots.trained import experts
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.bots.trained.action_translation import price_fitter
from sidepot.bots.trained.folding import fold_in_order
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.locating import Ground, notes
from sidepot.bots.trained.memory import Memory
from sidepot.bots.trained.situation import LIKE, bets_of, choice_of, learned_part
from sidepot.bots.trained.table import empty, place_of
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.kernel import compiled, readable
from sidepot.rules.actions import CALL, FOLD, RAISE_TO, Menu, encode
from tests.lab.learn.test_locating import NO_LIMIT, seen

SITUATION, LEARNED = 4321, 75
FOLDS = (1.0, 0.5, 0.0, 0.0)
CALLS = (0.0, 0.5, 1.0, 0.0)
"""What four kinds of hands do, the weakest first; the best one raises."""
MASSES = (5.0, 1.0, 2.0, 1.0)
"""How often each kind of hand comes to the bet."""
POT = 16
FIT = price_fitter(abstraction_of(NO_LIMIT), bets_of(NO_LIMIT.layout(journal=False), 1))
SIZES = {"1/4": (4, 2), "1/2": (8, 1), "3/4": (12, 0), "1": (16, 0), "4": (64, -2)}
"""Bets on the flop, as parts of the pot: how many chips, and by how many classes what is owed
differs from the learned bet's."""


def table() -> tuple[Any, Any]:
    """A table that knows one situation; keys and sums."""
    made = empty(3, 64)
    for bucket, (folds, calls, mass) in enumerate(zip(FOLDS, CALLS, MASSES, strict=True)):
        at = place_of(made.keys, mix(SITUATION, bucket))
        made.keys[at] = mix(SITUATION, bucket)
        made.total[at] = mass * folds, mass * calls, mass * (1.0 - folds - calls)
    return made.keys, made.total


def faced(bet: int, players: int = 2) -> tuple[Any, Any]:
    """The record and menu of the last to act on the flop, to whom the first has bet."""
    preflop = ["raise to 8", *["call"] * (players - 1)]
    view = seen(NO_LIMIT, ", ".join([*preflop, f"bet {bet}", *["call"] * (players - 2)]), players)
    menus = kernel.batch(kernel.record(Menu))
    NO_LIMIT.entry.menu(view, menus)
    return kernel.fields(view), kernel.fields(menus)


def like_by(classes: int) -> int:
    """The number of the situation that differs by so many classes of what is owed."""
    return int(np.flatnonzero((np.asarray(LIKE) == [classes, 0, 0]).all(axis=1))[0])


def folded(fit: Callable[..., None], bet: int, classes: int, players: int = 2) -> list[float]:
    """Each kind of hand's chance of folding to a raise."""
    view, menu = faced(bet, players)
    keys, total = table()
    center = readable(np.array([[[100, 100], [400, 400], [600, 600], [900, 900]]], np.int64))
    chosen = readable(np.array([encode(FOLD, 0), encode(CALL, 0), encode(RAISE_TO, 40)], np.int64))
    found = []
    for bucket, (folds, calls) in enumerate(zip(FOLDS, CALLS, strict=True)):
        shares = np.array([[folds, calls, 1.0 - folds - calls], [0.0, 0.0, 0.0]])
        nothing = readable(np.zeros(0, np.int64))
        sizes = readable(np.array([LEARNED], np.int64))
        ground = Ground(nothing, sizes, nothing, center)
        scratch = notes(abstraction_of(NO_LIMIT))._replace(chosen=chosen)
        memory = Memory(keys, total, ground, scratch, shares)
        fit(view, menu, memory, 0, 3, SITUATION, bucket, like_by(classes))
        assert shares[0].sum() == pytest.approx(1.0) and shares.min() >= 0.0
        assert shares[0, 2] == 1.0 - folds - calls, "who raises goes on raising"
        found.append(float(shares[0, 0]))
    return found


def weighed(chances: Sequence[float]) -> float:
    """The chances of the kinds of hands, each by its mass."""
    return sum(mass * chance for mass, chance in zip(MASSES, chances, strict=True))


def check(fit: Callable[..., None]) -> None:
    """Larger bets fold as many more hands as their bluffs need; the weakest are given up.

    To smaller ones fewer fold: half of what a bluff of the smallest needs.
    """
    most = weighed(FOLDS) + weighed(CALLS)
    for bet, classes in SIZES.values():
        asked = bet / (POT + bet) / (LEARNED / (100 + LEARNED))
        needed = sum(MASSES) * LEARNED / (100 + LEARNED)
        wanted = weighed(FOLDS) + (asked - 1.0) * needed
        if asked < 1.0:
            wanted = asked * (0.5 * needed + asked * (weighed(FOLDS) - 0.5 * needed))
        found = folded(fit, bet, classes)
        assert weighed(found) == pytest.approx(min(wanted, most))
        for weak, strong, calls in zip(found, found[1:], CALLS, strict=False):
            assert strong == 0.0 or weak == pytest.approx(1.0) or calls == 0.0


CENTER = readable(np.array([[100, 100], [400, 400], [600, 600], [900, 900]], np.int64))


def in_order(part: float) -> list[float]:
    """Each kind of hand's chance of folding, where so many of all hands fold, the weakest first."""
    keys, total = table()
    found = []
    for bucket, (folds, calls) in enumerate(zip(FOLDS, CALLS, strict=True)):
        shares = np.array([[folds, calls, 1.0 - folds - calls], [0.0, 0.0, 0.0]])
        nothing = readable(np.zeros(0, np.int64))
        ground = Ground(nothing, nothing, nothing, CENTER[None])
        memory = Memory(keys, total, ground, notes(abstraction_of(NO_LIMIT)), shares)
        fold_in_order(memory, SITUATION, 3, 0, 1, CENTER, bucket, part)
        assert shares[0].sum() == pytest.approx(1.0) and shares.min() >= 0.0
        if folds < 1.0:
            assert shares[0, 2] == pytest.approx(
                (1.0 - shares[0, 0]) * (1.0 - calls - folds) / (1.0 - folds)
            )
        found.append(float(shares[0, 0]))
    return found


def test_as_many_hands_fold_as_are_to_and_no_better_one_before_a_worse() -> None:
    before = [0.0] * len(MASSES)
    for part in np.linspace(0.0, 1.0, 21):
        found = in_order(float(part))
        assert weighed(found) == pytest.approx(part * sum(MASSES))
        assert all(weak == pytest.approx(1.0) or strong == 0.0 for weak, strong in pairwise(found))
        assert all(now >= was for now, was in zip(found, before, strict=True))
        before = found


@compiled
def _never(view, m, memory, now, n, situation, bucket, like):  # type: ignore[no-untyped-def]
    """Plays every bet as the one that was learned."""


@compiled
def _evenly(view, m, memory, now, n, situation, bucket, like):  # type: ignore[no-untyped-def]
    """Gives up to a smaller bet less often with every hand alike, good and bad."""
    price, pot, shares = 0, 0, memory.shares
    for row in range(m.n):
        if m.kind[row] == CALL:
            price = m.lowest[row]
    for q in range(view.seats.n):
        pot += view.chips.paid[q]
    folds = min(
        shares[0, 0] * price / (pot * learned_part(price, pot, like, memory.ground.sizes)), 1.0
    )
    folds = min(folds, shares[0, 0] + shares[0, 1])
    shares[0, 1] += shares[0, 0] - folds
    shares[0, 0] = folds


def test_larger_bets_fold_as_many_more_as_their_bluffs_need_and_the_weakest_hands() -> None:
    check(FIT)


@pytest.mark.parametrize("broken", [_never, _evenly])
def test_a_broken_mapping_is_caught(broken: Callable[..., None]) -> None:
    with pytest.raises(AssertionError):
        check(broken)


def test_the_trained_size_is_answered_as_trained() -> None:
    assert folded(FIT, *SIZES["3/4"]) == list(FOLDS)


def test_with_three_in_the_hand_the_price_does_not_tell_the_size() -> None:
    assert folded(FIT, *SIZES["1/2"], players=3) == list(FOLDS)


@pytest.mark.parametrize(
    ("name", "acts", "is_choice"),
    [
        ("holdem-no-limit", "", False),
        ("holdem-no-limit", "raise to 6", True),
        ("holdem-fixed-limit", "raise to 4", False),
        ("high-noon-showdown", "", False),
        ("kuhn", "bet 1", False),
    ],
)
def test_a_size_is_chosen_where_a_bet_reveals_one(name: str, acts: str, is_choice: bool) -> None:
    view = seen(games.find(name), acts, players=2)
    tell = choice_of(bets_of(view.dtype, 1))
    assert tell(kernel.fields(view)) == is_choice


BOARD = "2c Td 9h 7s 3c 2s 4d 2h"
"""With three cards burned."""
PARTS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0)


def part_folded(hand: Hand, part: float) -> float:
    """The part of the expert's range that folds to a bet of a part of the pot on the river."""
    strategy = experts.find(NO_LIMIT, 2)
    hand = hand.copy()
    hand.act(f"bet {round(part * (400 - sum(hand.stacks)))}")
    memory = remember(hand)
    end = endgame_of(memory)
    assert strategy is not None and end is not None and hand.actor is not None
    held = listed.held_of(end, memory, strategy)
    views = [public(NO_LIMIT, memory.views[-1])]
    (turn,) = turns_of(end, held.combos, strategy, hand.actor, views)
    return float(held.ranges[end.seats.index(hand.actor)] @ turn.chance(encode(FOLD, 0)))


@pytest.mark.compiled
@pytest.mark.soak
def test_larger_bets_are_folded_to_more_and_no_bluff_of_any_size_wins_much() -> None:
    """A third of the pot at most: between the learned sizes it was once two thirds."""
    hand = NO_LIMIT.deal(players=2, stacks=200, deck=f"Ac As Kc Ks {BOARD}", seed=3)
    for action in ("raise to 6", "call", "check", "bet 7", "call", "check", "check"):
        hand.act(action)
    folds = [part_folded(hand, part) for part in PARTS]
    assert all(low < high + 0.02 for low, high in pairwise(folds)) and folds[0] < folds[-1] - 0.3
    assert max(f - (1 - f) * part for f, part in zip(folds, PARTS, strict=True)) < 1 / 3


@pytest.mark.soak
def test_an_expert_folds_less_often_to_a_smaller_bet() -> None:
    """Over the hands of some deals, from a quarter of the pot to four times as much."""
    strategy = experts.find(NO_LIMIT, 2)
    assert strategy is not None
    rates = []
    for bet, _ in SIZES.values():
        acts = f"raise to 8, call, bet {bet}"
        views = (seen(NO_LIMIT, acts, players=2, seed=seed) for seed in range(24))
        chances = [strategy.chances(view, deals=40) for view in views]
        rates.append(sum(each.get(encode(FOLD, 0), 0.0) for each in chances) / len(chances))
    assert rates == sorted(rates) and rates[0] < 0.3 < 0.5 < rates[-1]
