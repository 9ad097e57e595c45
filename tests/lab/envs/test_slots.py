"""Slots: each game's kinds of action, and amounts of chips."""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import sidepot
from sidepot import games
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.errors import EngineError, IllegalAction
from sidepot.kernel import Array
from sidepot.lab.envs import Slots, slots_of
from sidepot.lab.envs.offers import kinds_of, picks
from sidepot.rules import actions
from tests.lab.envs.checks import check_mask, check_masks
from tests.lab.envs.test_encode import SOME, few, hands_of
from tests.laws.little import LITTLE

GAMES = sorted(games.registry())
DECISIONS, SOME_DECISIONS = 10_000, 300
ONE_CARD = Path(__file__).parents[3] / "examples" / "one_card.py"


@functools.cache
def offered(game: Game, hands: int) -> set[int]:
    """The kinds of action that random hands offer."""
    found = (c.kind for hand in hands_of(game, game.least, hands) for c in hand.legal.ranges)
    return {actions.KINDS.index(kind) for kind in found}


@pytest.mark.parametrize("name", GAMES)
def test_a_menu_offers_all_kinds_that_its_game_declares_and_no_other(name: str) -> None:
    game = sidepot.game(name)
    assert set(kinds_of(game)) >= offered(game, 40)
    if game.offers is not None:
        assert set(kinds_of(game)) == offered(game, 40)


@pytest.mark.parametrize("name", [*GAMES, str(ONE_CARD)])
def test_kinds_that_no_game_declares_are_found_in_its_code(name: str) -> None:
    game = replace(games.find(name), offers=None)
    assert set(kinds_of(game)) >= offered(game, 4)
    assert len(kinds_of(game)) <= 9


def test_a_game_of_the_tests_too() -> None:
    assert kinds_of(LITTLE) == (actions.FOLD, actions.CHECK, actions.RAISE_TO)


def test_roulette_picks_cards_only_where_that_is_played() -> None:
    assert not picks(sidepot.game("poker-roulette"))
    assert picks(sidepot.game("poker-roulette", stock_to_active="yes"))


@pytest.mark.parametrize(
    "decisions", [SOME_DECISIONS, pytest.param(DECISIONS, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("name", SOME)
def test_a_mask_allows_exactly_the_legal_slots(name: str, decisions: int) -> None:
    """The same function writes the masks of batches (`slots.write_mask`)."""
    game = games.find(name)
    hands = itertools.islice(hands_of(game, few(game), decisions), decisions)
    assert check_masks(slots_of(game, few(game)), hands) == decisions


@pytest.mark.parametrize("name", SOME)
def test_a_mask_with_a_slot_for_every_amount_allows_exactly_the_legal_ones(name: str) -> None:
    game = games.find(name)
    slots = slots_of(game, few(game), full=True)
    assert check_masks(slots, hands_of(game, few(game), 6)) > 6


@pytest.mark.soak
@pytest.mark.parametrize("change", [True, False])
def test_a_mask_that_is_wrong_once_in_many_is_caught(change: bool) -> None:
    class Wrong(Slots):
        """At a late decision one slot too many is allowed, or one too few."""

        asked = 0

        def mask(self, hand: Hand) -> Array:
            mask, self.asked = super().mask(hand), self.asked + 1
            if self.asked == 700:
                mask[(mask != change).argmax()] = change
            return mask

    game = sidepot.game("ricochet-2")
    slots = Wrong(game, 3, 200)
    with pytest.raises(AssertionError):
        check_masks(slots, itertools.islice(hands_of(game, 3, 1000), 1000))


def test_chips_are_lowest_half_pot_pot_twice_pot_and_all() -> None:
    game = sidepot.game("holdem-no-limit")
    hand, slots = game.deal(players=3, stacks=100, seed=1), slots_of(game, 3, 100)
    # blinds 1 and 2: a call of 2 makes a pot of 5, and a level of 2
    assert allowed(slots, hand) == ["call", "fold", *(f"raise_to {n}" for n in (4, 7, 12, 100))]
    hand.act("call")
    hand.act("call")
    hand.act("check")
    # the flop: a pot of 6 and nothing bet
    assert allowed(slots, hand) == [*(f"bet {n}" for n in (2, 3, 6, 12, 98)), "check", "fold"]
    hand.act("bet 40")
    # 46 and a call of 40: half of it is 43 more than 40, all of it would be 126
    assert allowed(slots, hand) == ["call", "fold", "raise_to 80", "raise_to 83", "raise_to 98"]


def allowed(slots: object, hand: object) -> list[str]:
    """The actions behind the legal slots."""
    mask = slots.mask(hand)  # type: ignore[attr-defined]
    found = (slots.action_of(hand, slot) for slot in np.flatnonzero(mask).tolist())  # type: ignore[attr-defined]
    said = [f"{a.kind} {a.amount}" if a.kind in ("raise_to", "bet") else a.kind for a in found]
    return sorted(said, key=lambda text: (text.split()[0], int([*text.split(), "0"][1])))


@pytest.mark.parametrize("full", [False, True])
def test_slots_and_actions_are_each_others_inverse(full: bool) -> None:
    game = sidepot.game("high-noon-shootout")
    slots = slots_of(game, 3, 40, full=full)
    for number in range(4):
        hand = game.deal(players=3, stacks=40, seed=number)
        for _ in range(number):
            hand.act(list(hand.legal)[1 if number % 2 else -1])
        mask = slots.mask(hand)
        check_mask(slots, mask, hand)
        for slot in range(slots.n):
            if mask[slot]:
                action = slots.action_of(hand, slot)
                assert action in hand.legal
                assert slots.slot_of(hand, action) == slot
            else:
                with pytest.raises(IllegalAction, match="is not legal here; legal: "):
                    slots.action_of(hand, slot)


def test_an_amount_between_two_slots_is_the_nearest() -> None:
    game = sidepot.game("holdem-no-limit")
    hand, slots = game.deal(players=3, stacks=100, seed=1), slots_of(game, 3, 100)
    for amount, name in (
        (5, "lowest"),
        (6, "pot"),
        (11, "twice pot"),
        (40, "twice pot"),
        (90, "all"),
    ):
        slot = slots.slot_of(hand, Action("raise_to", amount))
        assert slots.names[slot] == f"raise to: {name}"
    with pytest.raises(IllegalAction):
        slots.slot_of(hand, "check")


def test_nothing_is_legal_when_a_hand_is_over() -> None:
    game = sidepot.game("ricochet-2")
    hand, slots = game.deal(players=2, seed=1), slots_of(game, 2)
    while not hand.over:
        hand.act("fold")
    assert not slots.mask(hand).any()
    with pytest.raises(IllegalAction):
        slots.action_of(hand, 0)


def test_a_mask_too_wide_or_too_narrow_is_caught() -> None:
    game = sidepot.game("ricochet-2")
    hand, slots = game.deal(players=2, seed=1), slots_of(game, 2)
    mask = slots.mask(hand)
    check_mask(slots, mask, hand)
    for slot in range(slots.n):
        wrong = mask.copy()
        wrong[slot] = not wrong[slot]
        with pytest.raises(AssertionError):
            check_mask(slots, wrong, hand)


def test_an_amount_beyond_the_slots_is_named() -> None:
    game = replace(sidepot.game("ricochet-2"), reach=2)
    with pytest.raises(EngineError, match="offers buy, for which there is no slot"):
        slots_of(game, 2).mask(game.deal(players=2, seed=1))
