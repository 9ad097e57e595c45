"""`Hand`: turns, events, payoffs, copies, and views that keep the deck secret."""

import copy
from collections.abc import Callable

import pytest

import sidepot
from sidepot import kernel
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from tests.rules.table import deal, play

GAME = sidepot.game("ricochet-2")


def dealt() -> Hand:
    return deal(GAME, 100, "5c 9d Kh As")


def test_decisions_are_counted_and_actions_kept_with_their_seats() -> None:
    hand = dealt()
    assert hand.decision == 0
    play(hand, "buy 1, fold")
    assert hand.decision == 2
    assert hand.actions == [(0, Action("buy", 1)), (1, Action("fold"))]


def test_it_is_over_when_nobody_is_to_act() -> None:
    hand = dealt()
    assert (hand.over, hand.actor) == (False, 0)
    play(hand, "fold, fold")
    assert (hand.over, hand.actor) == (True, None)


def test_its_repr_says_whose_turn_it_is() -> None:
    hand = dealt()
    assert repr(hand) == "<Hand of ricochet-2: 3 players, p1 to act>"
    play(hand, "fold, fold")
    assert repr(hand) == "<Hand of ricochet-2: 3 players, over>"


def test_payoffs_are_what_was_put_in_so_far_and_add_up_to_0_at_the_end() -> None:
    hand = dealt()
    assert hand.payoffs == (-1, -1, -1)
    play(hand, "buy 2")
    assert hand.payoffs == (-3, -1, -1)
    play(hand, "fold, fold")
    assert hand.payoffs == (2, -1, -1)


def test_news_is_the_last_verb_and_events_are_all() -> None:
    hand = dealt()
    begin = hand.events(verb=-1)
    assert [event.kind for event in begin] == ["anted"] * 3 + ["dealt"] * 3
    last = play(hand, "buy 1")
    assert hand.events() == begin + last


def test_events_cannot_be_changed() -> None:
    event = dealt().events(verb=-1)[0]
    with pytest.raises(AttributeError):
        event.seat = 2  # type: ignore[misc]


def test_actions_cannot_be_changed() -> None:
    action = Action("buy", 2)
    with pytest.raises(AttributeError):
        action.amount = 4  # type: ignore[misc]


COPIES: dict[str, Callable[[Hand], Hand]] = {
    "method": Hand.copy,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_a_copy_is_independent(copied: Callable[[Hand], Hand]) -> None:
    hand = dealt()
    before = bytes(hand), hand.events(), list(hand.actions)
    twin = copied(hand)
    twin.act("buy 1")
    assert (bytes(hand), hand.events(), list(hand.actions)) == before
    assert twin.decision == 1
    hand.act("buy 1")
    assert bytes(twin) == bytes(hand)


@pytest.mark.parametrize("seat", [0, 1, 2, RAIL])
def test_a_view_has_no_deck(seat: int) -> None:
    hand = dealt()
    play(hand, "buy 1")
    assert set(kernel.fields(hand.record(seat)).deck.card.tolist()) == {-1}


def test_a_view_leaves_the_hand_as_it_was() -> None:
    hand = dealt()
    before = bytes(hand)
    view = hand.record(0)
    kernel.fields(view).chips.stack[:] = 0
    assert bytes(hand) == before


@pytest.mark.parametrize("seat", [-2, 3, 99])
def test_a_stranger_to_the_table_gets_no_news(seat: int) -> None:
    with pytest.raises((IndexError, ValueError)):
        dealt().events(seat, -1)


def test_two_views_of_different_decks_are_equal_when_the_same_cards_lie_open() -> None:
    one = deal(GAME, 100, "5c 9d Kh As 2c 3c")
    two = deal(GAME, 100, "5c 9d Kh As 3c 2c")
    play(one, "buy 1")
    play(two, "buy 1")
    assert bytes(one) != bytes(two)
    assert kernel.to_bytes(one.record(1)) == kernel.to_bytes(two.record(1))
